package dev.zonecast.capture.stats;

import dev.zonecast.capture.fxt.TraceBytes;
import dev.zonecast.core.fxt.ExtensionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A recording as Zonecast writes it, event by event. Times are nanoseconds from its begin. */
public final class ScriptedTrace {
    public static final int PROCESS = 4242;
    public static final long MILLI = 1_000_000;

    private static final long BEGIN = 5_000_000_000L;
    private static final int FRAME_TRACK = 2;
    private static final int IDLE = 1;

    private final TraceBytes trace = TraceBytes.trace();
    private final Map<String, Integer> strings = new HashMap<>();

    public ScriptedTrace() {
        blob(ExtensionLayout.SESSION, 0, PROCESS, 64);
        trace.word(BEGIN).word(1_700_000_000_000L).word(0).word(0);
        // Program "game": two bytes of length before it.
        trace.text("\4\0game").word(0).word(0).end();
        track(FRAME_TRACK, "Frames", ExtensionLayout.TRACK_FRAMES, 0, 0);
        blob(ExtensionLayout.CATEGORY, 0, IDLE, 24);
        trace.text("\4\0Idle").word(0).end();
    }

    public Path write(Path file) throws IOException {
        return Files.write(file, trace.bytes());
    }

    // --- tracks

    public ScriptedTrace thread(int koid, String name) {
        return track(koid, name, ExtensionLayout.TRACK_THREAD, koid, 0);
    }

    public ScriptedTrace gpu(int koid, String name, int submitter) {
        return track(koid, name, ExtensionLayout.TRACK_GPU, 0, submitter);
    }

    public ScriptedTrace jvm(int koid, String name) {
        return track(koid, name, ExtensionLayout.TRACK_LATE, 0, 0);
    }

    public ScriptedTrace lock(int koid, String name, int id) {
        return track(koid, name, ExtensionLayout.TRACK_LOCK, id, 0);
    }

    private ScriptedTrace track(int koid, String title, int kind, long subject, long submitter) {
        int name = string(title);
        int argument = string("process");
        trace.record(7 | 2L << 16 | (long) name << 24 | 1L << 40)
                .word(koid)
                .word(8 | 2L << 4 | (long) argument << 16)
                .word(PROCESS)
                .end();
        blob(ExtensionLayout.TRACK, kind, koid, ExtensionLayout.TRACK_BYTES);
        trace.word(subject).word(submitter).word(0).end();
        return this;
    }

    // --- zones

    /** The zones of that name only wait. */
    public ScriptedTrace idle(String name) {
        return location(name, IDLE);
    }

    private ScriptedTrace location(String name, int category) {
        int nameIndex = string(name);
        int file = string(name + ".java");
        blob(ExtensionLayout.LOCATION, string("at " + name), 0, ExtensionLayout.LOCATION_BYTES + 8);
        trace.word(nameIndex | (long) nameIndex << 16 | (long) file << 32).word(7);
        trace.word(category).end();
        return this;
    }

    private void known(String name) {
        if (!strings.containsKey("at " + name)) {
            location(name, 0);
        }
    }

    public ScriptedTrace begin(int koid, String name, long time) {
        known(name);
        event(2, category(koid), koid, name, time, "loc", 6 | (long) string("at " + name) << 32);
        return this;
    }

    public ScriptedTrace end(int koid, long time) {
        event(3, category(koid), koid, "", time, null, 0);
        return this;
    }

    /** A zone with nothing inside. */
    public ScriptedTrace zone(int koid, String name, long begin, long end) {
        return begin(koid, name, begin).end(koid, end);
    }

    private static String category(int koid) {
        return koid >= 600 && koid < 700 ? "gpu" : "zone";
    }

    // --- the rest

    public ScriptedTrace frame(int number, long begin, long end) {
        openFrame(number, begin);
        event(3, "frame", FRAME_TRACK, "", end, null, 0);
        return this;
    }

    /** The recording ends before it. */
    public ScriptedTrace openFrame(int number, long begin) {
        event(2, "frame", FRAME_TRACK, "Frame", begin, "number", 1 | (long) number << 32);
        return this;
    }

    /** A frame with the mark of the thread. */
    public ScriptedTrace markedFrame(int koid, int number, long begin, long end) {
        event(0, "frame", koid, "frame", begin, "number", 1 | (long) number << 32);
        return frame(number, begin, end);
    }

    /** A thread stood still. */
    public ScriptedTrace stop(int koid, String name, long begin, long end) {
        complete("stop", koid, name, begin, end, null, 0);
        return this;
    }

    public ScriptedTrace lockWait(int koid, int lock, String lockName, long begin, long end) {
        complete("lock", koid, "wait for " + lockName, begin, end, "lock", 2 | (long) lock << 32);
        return this;
    }

    public ScriptedTrace hold(int lockKoid, String holder, long begin, long end) {
        event(2, "lock", lockKoid, holder, begin, null, 0);
        event(3, "lock", lockKoid, "", end, null, 0);
        return this;
    }

    public ScriptedTrace plot(int koid, String plot, long time, double value) {
        string(plot);
        int category = string("plot");
        int name = string("plot");
        trace.record(4 | 1L << 16 | 1L << 20 | (long) category << 32 | (long) name << 48)
                .word(BEGIN + time)
                .word(PROCESS)
                .word(koid)
                .word(5 | 2L << 4 | (long) string(plot) << 16)
                .word(Double.doubleToRawLongBits(value))
                .word(0)
                .end();
        return this;
    }

    public ScriptedTrace message(int koid, String text, long time) {
        event(0, "message", koid, text, time, null, 0);
        return this;
    }

    private void complete(
            String category, int koid, String name, long begin, long end, String argument, long argumentWord) {
        head(4, category, koid, name, begin, argument);
        if (argument != null) {
            trace.word(argumentWord | 1L << 4 | (long) string(argument) << 16);
        }
        trace.word(BEGIN + end).end();
    }

    private void event(int type, String category, int koid, String name, long time, String argument, long word) {
        head(type, category, koid, name, time, argument);
        if (argument != null) {
            trace.word(word | 1L << 4 | (long) string(argument) << 16);
        }
        trace.end();
    }

    private void head(int type, String category, int koid, String name, long time, String argument) {
        int categoryIndex = string(category);
        int nameIndex = name.isEmpty() ? 0 : string(name);
        if (argument != null) {
            string(argument);
        }
        trace.record(4
                        | (long) type << 16
                        | (argument == null ? 0 : 1L << 20)
                        | (long) categoryIndex << 32
                        | (long) nameIndex << 48)
                .word(BEGIN + time)
                .word(PROCESS)
                .word(koid);
    }

    private void blob(String name, int kind, int id, int bytes) {
        int index = string(name);
        trace.record(5 | (long) index << 16 | (long) bytes << 32 | 1L << 48)
                .word(ExtensionLayout.VERSION | (long) kind << 16 | (long) id << 32);
    }

    /** Index of a string; its record is written when it is new, so that it may not be asked for within another record. */
    private int string(String text) {
        Integer known = strings.get(text);
        if (known != null) {
            return known;
        }
        int index = strings.size() + 1;
        strings.put(text, index);
        trace.string(index, text);
        return index;
    }
}
