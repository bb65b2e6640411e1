package dev.zonecast.core;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that catches a {@link StackOverflowError} and goes on: its zones, texts and call stacks are as it left them. */
class StackOverflowTest {
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4"})
    void shouldKeepTheTreeOfZonesWhenTheStackOverflowsAtEveryDepth(String compiler) throws Exception {
        OverflowProgram.expectNoErrors(Program.class, compiler);
    }

    /** Where the stack ends differs from round to round by the frames that stand below. */
    @SuppressWarnings("InfiniteRecursion") // So it is meant.
    static final class Program {
        private static final int ROUNDS = 60;
        private static final int LEVELS = 20_000;

        private static final SourceLocation OUTER = SourceLocation.of("outer", "f", "F.java", 1, 0);
        private static final SourceLocation NESTED = SourceLocation.of("nested", "f", "F.java", 2, 0);
        private static final SourceLocation LEAF = SourceLocation.of("leaf", "f", "F.java", 3, 0);
        private static final SourceLocation STACKED = SourceLocation.of("stacked", "f", "F.java", 4, 0);
        private static final CallStack STACK = new CallStack(List.of(new CallStack.Call("g", "G.java", 7)));

        /** "t" and how many zones are open with the one that has the text; made early, as nothing fits into a full stack. */
        private static final String[] TEXTS = new String[LEVELS + 4];

        /** "m" and how many zones are open. */
        private static final String[] MESSAGES = new String[LEVELS + 4];

        private static boolean endFailed;
        private static long leaf;
        private static final Calls BEGINS = new Calls();
        private static final Calls TEXTS_SET = new Calls();
        private static final Calls MESSAGES_LOGGED = new Calls();
        private static final Calls STACKS = new Calls();

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            for (int i = 0; i < TEXTS.length; i++) {
                TEXTS[i] = "t" + i;
                MESSAGES[i] = "m" + i;
            }
            Checks checks = new Checks();
            OverflowProgram.run(checks, "overflows", Program::rounds);
            Statistics statistics = Zonecast.statistics();
            checks.equal("dropped", 0, statistics.losses().droppedEvents());
            // An end that threw may have been complete; it is tried again.
            checks.between("unmatched", 0, statistics.wrongCalls(), 2L * ROUNDS);
            checks.between("begins", BEGINS, checks.begins);
            checks.between("texts", TEXTS_SET, checks.texts);
            checks.between("messages", MESSAGES_LOGGED, checks.messages);
            checks.between("stacks", STACKS, checks.stacks);
            checks.equal("ends", checks.begins, checks.ends);
            checks.errors.stream().limit(20).forEach(System.out::println);
            System.out.println(BEGINS.done + " zones, " + (BEGINS.tried - BEGINS.done) + " begins threw");
            System.out.println(checks.errors.size() + " errors");
        }

        private static void rounds() {
            // What the first use of a class does is not what is tested.
            STACKS.tried++;
            BEGINS.tried++;
            Zone.end(Zone.begin(STACKED, STACK));
            BEGINS.done++;
            STACKS.done++;
            for (int round = 0; round < ROUNDS; round++) {
                OverflowProgram.stand(round, Program::nestedInAnOuterZone);
                OverflowProgram.stand(round, Program::nested);
                OverflowProgram.stand(round, Program::oneAfterTheOther);
                OverflowProgram.stand(round, Program::withStacks);
            }
        }

        /** Zones within each other, in one that has to outlive the overflow. */
        private static void nestedInAnOuterZone() {
            BEGINS.tried++;
            long outer = Zone.begin(OUTER);
            BEGINS.done++;
            try {
                nest(1);
            } catch (StackOverflowError e) {
                endFailed = false;
            }
            TEXTS_SET.tried++;
            Zone.text(outer, TEXTS[1]);
            TEXTS_SET.done++;
            message(1);
            Zone.end(outer);
            message(0);
        }

        private static void nested() {
            try {
                nest(0);
            } catch (StackOverflowError e) {
                endFailed = false;
            }
            message(0);
        }

        private static void nest(int open) {
            BEGINS.tried++;
            long zone = Zone.begin(NESTED);
            BEGINS.done++;
            try {
                // A begin takes less room than a text: not all levels have one, so that each meets the end of the
                // stack.
                if ((open & 31) == 0) {
                    TEXTS_SET.tried++;
                    Zone.text(zone, TEXTS[open + 1]);
                    TEXTS_SET.done++;
                }
                nest(open + 1);
            } catch (StackOverflowError e) {
                if (!endFailed && (open & 3) == 0) {
                    goOn(open + 1);
                }
                throw e;
            } finally {
                endFailed = true;
                Zone.end(zone);
                endFailed = false;
            }
        }

        /** Records where there is as little room on the stack as a moment ago, when it overflowed. */
        private static void goOn(int open) {
            message(open);
            BEGINS.tried++;
            long zone = Zone.begin(LEAF);
            BEGINS.done++;
            try {
                TEXTS_SET.tried++;
                Zone.text(zone, TEXTS[open + 1]);
                TEXTS_SET.done++;
            } finally {
                endFailed = true;
                Zone.end(zone);
                endFailed = false;
            }
            message(open);
        }

        private static void message(int open) {
            MESSAGES_LOGGED.tried++;
            Message.log(MESSAGES[open]);
            MESSAGES_LOGGED.done++;
        }

        /** Zones that nothing else would end. */
        private static void oneAfterTheOther() {
            try {
                leaves(0);
            } catch (StackOverflowError e) {
                // The end may be what had no room.
                Zone.end(leaf);
                leaf = 0;
            }
            message(0);
        }

        private static void leaves(int level) {
            BEGINS.tried++;
            leaf = Zone.begin(LEAF);
            BEGINS.done++;
            Zone.end(leaf);
            leaf = 0;
            leaves(level + 1);
        }

        /** A stack belongs to the zone that it was given to, not to the next one. */
        private static void withStacks() {
            try {
                stacked(0);
            } catch (StackOverflowError e) {
                Zone.end(leaf);
                leaf = 0;
            }
            BEGINS.tried++;
            long without = Zone.begin(STACKED);
            BEGINS.done++;
            Zone.end(without);
            message(0);
        }

        private static void stacked(int level) {
            STACKS.tried++;
            BEGINS.tried++;
            leaf = Zone.begin(STACKED, STACK);
            BEGINS.done++;
            STACKS.done++;
            Zone.end(leaf);
            leaf = 0;
            stacked(level + 1);
        }
    }

    /** One that threw may have been complete: what comes is between the two. */
    private static final class Calls {
        private long tried;
        private long done;
    }

    /** What comes of the thread, held against the depth that its texts tell. */
    private static final class Checks implements EventSink {
        private final List<String> errors = new ArrayList<>();
        private int open;
        private long begins;
        private long ends;
        private long texts;
        private long messages;
        private long stacks;

        void equal(String what, long expected, long actual) {
            if (expected != actual) {
                errors.add(what + ": " + actual + " in place of " + expected);
            }
        }

        void between(String what, Calls calls, long actual) {
            between(what, calls.done, actual, calls.tried);
        }

        void between(String what, long least, long actual, long most) {
            if (actual < least || actual > most) {
                errors.add(what + ": " + actual + ", not from " + least + " to " + most);
            }
        }

        @Override
        public String description() {
            return "checks";
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) {
            begins += run.begins();
            ends += run.size() - run.begins();
            open += 2 * run.begins() - run.size();
        }

        @Override
        public void event(Event event) {
            switch (event) {
                case ZoneBegin ignored -> {
                    stacks++;
                    begins++;
                    open++;
                }
                case ZoneAttribute e
                when e.kind() == EventKind.ZONE_TEXT -> {
                    texts++;
                    equal("open zones at a text", depth(e.text()), open);
                }
                case MessageEvent e -> {
                    messages++;
                    equal("open zones at a message", depth(e.text()), open);
                }
                default -> {
                    // Has no text.
                }
            }
        }

        private static long depth(Utf8Text text) {
            return Long.parseLong(text.toString().substring(1));
        }
    }
}
