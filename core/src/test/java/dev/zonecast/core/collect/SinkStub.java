package dev.zonecast.core.collect;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Sinks made of one rule for all calls. */
public final class SinkStub implements EventSink {
    /** What to do at a call; the name is that of {@link #name}, the thread null where there is none. */
    public interface Rule {
        void called(String name, EventThread thread) throws Exception;
    }

    private final String description;
    private final EventSink next;
    private final Rule rule;

    private SinkStub(String description, EventSink next, Rule rule) {
        this.description = description;
        this.next = next;
        this.rule = rule;
    }

    public static EventSink of(String description, Rule rule) {
        return new SinkStub(
                description,
                new EventSink() {
                    @Override
                    public String description() {
                        return description;
                    }

                    @Override
                    public void event(Event event) {}
                },
                rule);
    }

    /** Passes calls on to another sink, after the rule. */
    static EventSink before(EventSink next, Rule rule) {
        return new SinkStub(next.description(), next, rule);
    }

    /** Name of an event's kind as a word: {@code zoneText}. */
    public static String name(EventKind kind) {
        return switch (kind) {
            case PLOT_LONG, PLOT_DOUBLE -> "plot";
            case LOCK -> "lockEvent";
            case FIBER_ENTER -> "fiberEntered";
            case FIBER_LEAVE -> "fiberLeft";
            default -> {
                StringBuilder name = new StringBuilder();
                for (String word : kind.name().toLowerCase(Locale.ROOT).split("_", -1)) {
                    name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
                }
                yield name.toString();
            }
        };
    }

    /** Name of a thread's change: {@code threadStarted}. */
    public static String name(Life life) {
        String word = life.name().toLowerCase(Locale.ROOT);
        return "thread" + Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private void rule(String name, EventThread thread) throws IOException {
        try {
            rule.called(name, thread);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public void begin(SinkStart start) throws IOException {
        rule("begin", null);
        next.begin(start);
    }

    @Override
    public void thread(EventThread thread, Life life) throws IOException {
        rule(name(life), thread);
        next.thread(thread, life);
    }

    @Override
    public void zones(EventThread thread, ZoneRun run) throws IOException {
        // A rule sees each begin and each end.
        for (int i = 0; i < run.size(); i++) {
            rule(run.isEnd(i) ? "zoneEnd" : "zoneBegin", thread);
        }
        next.zones(thread, run);
    }

    @Override
    public void event(Event event) throws IOException {
        rule(name(event.kind()), event.thread());
        next.event(event);
    }

    @Override
    public void cycleEnd(long nanos) throws IOException {
        rule("cycleEnd", null);
        next.cycleEnd(nanos);
    }

    @Override
    public void flush() throws IOException {
        rule("flush", null);
        next.flush();
    }

    @Override
    public void end(long nanos, long limitNanos) throws IOException {
        rule("end", null);
        next.end(nanos, limitNanos);
    }

    /** Counts calls by name. */
    static final class Counts implements Rule {
        private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

        @Override
        public void called(String name, EventThread thread) {
            counts.computeIfAbsent(name, m -> new AtomicLong()).incrementAndGet();
        }

        long of(String name) {
            AtomicLong count = counts.get(name);
            return count == null ? 0 : count.get();
        }
    }
}
