package dev.zonecast.cli;

import static dev.zonecast.fxt.fixtures.ProviderRecords.blob;
import static dev.zonecast.fxt.fixtures.ProviderRecords.text;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.ProviderRecords;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An archive of two programs with sampled stacks, which have the same ids for different things. Samples come late and in no order.
 * Times are milliseconds here.
 */
public final class SampledTrace {
    static final int GAME = 70;
    static final int OTHER = 80;
    private static final int MILLION = 1_000_000;

    /** Of a program: each has a string table of its own. */
    private static final class Program {
        private final TraceBytes trace;
        private final int process;
        private final ProviderRecords records;

        Program(TraceBytes trace, int process, String name) {
            this.trace = trace;
            this.process = process;
            records = new ProviderRecords(trace, process, process, name);
            trace.thread(1, process, process + 1);
        }

        private int string(String text) {
            return records.string(text);
        }

        void call(int id, int line, String function) {
            trace.blob(
                    string(ExtensionLayout.CALL),
                    blob(0, id).putInt(line).putInt(id).put(text(function)).put(text("Game.java")));
        }

        void stack(int id, int... calls) {
            ByteBuffer stack = blob(calls.length, id);
            for (int call : calls) {
                stack.putInt(call);
            }
            trace.blob(string(ExtensionLayout.STACK), stack);
        }

        void sample(int kind, int stack, int millis, long weight, String type) {
            ByteBuffer sample = blob(kind, stack)
                    .putLong((long) millis * MILLION)
                    .putLong(process + 1)
                    .putLong(weight);
            trace.blob(string(ExtensionLayout.SAMPLE), sample.put(text(type)));
        }

        void begin(String name, String function, int millis) {
            int loc = string(name + " at Game.java:1");
            ByteBuffer location = blob(loc, 1)
                    .putShort((short) string(name))
                    .putShort((short) string(function))
                    .putInt(string("Game.java"))
                    .putInt(1)
                    .putInt(0);
            int locations = string(ExtensionLayout.LOCATION);
            int argument = string("loc");
            int category = string("zone");
            trace.blob(locations, location)
                    .event(2, 1, 1, category, string(name), (long) millis * MILLION)
                    .word(6 | 1L << 4 | (long) argument << 16 | (long) loc << 32)
                    .end();
        }

        void end(int millis) {
            trace.event(3, 0, 1, string("zone"), 0, (long) millis * MILLION).end();
        }
    }

    private SampledTrace() {}

    public static Path write(Path file) throws IOException {
        TraceBytes trace = TraceBytes.trace();
        Program game = new Program(trace, GAME, "game");
        game.begin("script", "run", 5);
        game.begin("turn", "Game", 8);
        game.begin("physics", "Game.physics", 10);
        game.begin("collide", "Game.collide", 20);
        game.begin("collide", "Game.collide", 30);
        for (int end : new int[] {70, 80, 90, 95, 98}) {
            game.end(end);
        }
        game.call(1, 5, "org.example.Game.main");
        game.call(2, 6, "org.example.Game.lambda$physics$0");
        game.call(3, 7, "org.example.Game.collide");
        game.call(4, 8, "org.example.Game.collide");
        game.call(5, 9, "org.example.Maths.work");
        game.stack(1, 5, 4, 3, 2, 1);
        game.sample(ExtensionLayout.SAMPLE_RUNNING, 1, 99, 2 * MILLION, "");
        game.sample(ExtensionLayout.SAMPLE_RUNNING, 1, 25, 2 * MILLION, "");
        game.sample(ExtensionLayout.SAMPLE_RUNNING, 1, 50, 2 * MILLION, "");
        game.sample(ExtensionLayout.SAMPLE_RUNNING, 1, 51, 2 * MILLION, "");
        game.sample(ExtensionLayout.SAMPLE_RUNNING, 1, 96, 2 * MILLION, "");
        game.sample(ExtensionLayout.SAMPLE_NATIVE, 1, 120, 20 * MILLION, "");
        game.sample(ExtensionLayout.SAMPLE_SLEEPING, 1, 150, 30 * MILLION, "");
        game.sample(ExtensionLayout.SAMPLE_ALLOCATION, 1, 60, 1000, "byte[]");
        Program other = new Program(trace, OTHER, "other");
        other.call(1, 5, "org.example.Other.main");
        other.call(5, 9, "org.example.Maths.work");
        other.stack(1, 5, 1);
        other.begin("late", "x", 190);
        other.end(200);
        other.sample(ExtensionLayout.SAMPLE_RUNNING, 1, 40, 4 * MILLION, "");
        return Files.write(file, trace.bytes());
    }
}
