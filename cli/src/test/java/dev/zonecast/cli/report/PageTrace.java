package dev.zonecast.cli.report;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A recording as Zonecast writes it, of which all figures are known. Times are nanoseconds; it begins at 1 s. */
public final class PageTrace {
    /** Process id of the program, and of the second one. */
    public static final int PROCESS = 77;

    public static final int SECOND_PROCESS = 78;
    /** Name of the program. */
    public static final String PROGRAM = "<demo> & co";

    public static final int FRAMES = 10;
    static final long BEGIN = 1_000_000_000;
    static final long MILLI = 1_000_000;
    /** This one takes 30 ms, the others 10. */
    static final int SLOW_FRAME = 7;

    private static final int FRAME_TRACK = 2;
    private static final int MAIN = 5;
    private static final int GPU = 6;
    private static final int LOCK = 8;
    /** Red and blue as 5, 6 and 5 bits; of each row the four choices in turn. */
    private static final long RED_TO_BLUE = 0xF800L | 0x001FL << 16 | 0xE4E4_E4E4L << 32;
    /** Green in every pixel. */
    private static final long GREEN = 0x07E0L;

    private final TraceBytes trace;
    private final Map<String, Integer> strings = new HashMap<>();
    private final int process;

    private final String program;
    /** When the recording began. */
    private final long start;

    private PageTrace(TraceBytes trace, int process, String program, long start) {
        this.trace = trace;
        this.process = process;
        this.program = program;
        this.start = start;
    }

    static Path write(Path file) throws IOException {
        return write(file, 0);
    }

    /** @param lead nanoseconds from the start of the recording to the first event */
    static Path write(Path file, long lead) throws IOException {
        TraceBytes trace = TraceBytes.trace();
        new PageTrace(trace, PROCESS, PROGRAM, BEGIN - lead).write(FRAMES);
        return Files.write(file, trace.bytes());
    }

    /** Two programs that do the same at the same time, each with a section of its own. */
    public static Path writeTwo(Path file) throws IOException {
        return writeTwo(file, PROGRAM);
    }

    /**
     * As {@link #writeTwo(Path)}.
     *
     * @param secondProgram name of the second program, 7 to 14 characters
     */
    public static Path writeTwo(Path file, String secondProgram) throws IOException {
        return writeTwo(file, secondProgram, FRAMES);
    }

    /** @param secondFrames frames of the second program */
    static Path writeTwo(Path file, String secondProgram, int secondFrames) throws IOException {
        TraceBytes trace = TraceBytes.trace();
        for (int process : new int[] {PROCESS, SECOND_PROCESS}) {
            trace.record(2L << 16 | (long) process << 20).end();
            boolean isFirst = process == PROCESS;
            new PageTrace(trace, process, isFirst ? PROGRAM : secondProgram, BEGIN)
                    .write(isFirst ? FRAMES : secondFrames);
        }
        return Files.write(file, trace.bytes());
    }

    private void write(int frames) {
        blob(ExtensionLayout.SESSION, 0, process, 72);
        trace.word(start).word(1_700_000_000_000L).word(0).word(0);
        // Two bytes of length before the name.
        trace.text((char) program.length() + "\0" + program).word(0).word(0).end();
        name("process", 1, process, program);
        track(FRAME_TRACK, "Frames", ExtensionLayout.TRACK_FRAMES, 0, 0);
        track(MAIN, "main", ExtensionLayout.TRACK_THREAD, MAIN, 0);
        track(GPU, "renderer", ExtensionLayout.TRACK_GPU, 0, MAIN);
        track(LOCK, "assets", ExtensionLayout.TRACK_LOCK, 3, 0);
        location("update", "Game.update", "src/Game.java", 12, 0x3366CC);
        location("physics", "Game.step", "src/Game.java", 30, 0);
        location("think", "think", "ai.lua", 3, 0);
        location("bloom", "Bloom.draw", "src/Bloom.java", 5, 0xCC6633);
        long time = BEGIN;
        for (int i = 0; i < frames; i++) {
            long length = (i == SLOW_FRAME ? 30 : 10) * MILLI;
            frame(i, time, length);
            time += length;
        }
        event(0, "message", MAIN, "a message of <main>", BEGIN + 5 * MILLI, 0);
        event(2, "lock", LOCK, "main", BEGIN + MILLI, 0);
        event(3, "lock", LOCK, "", BEGIN + 3 * MILLI, 0);
    }

    private void frame(int i, long begin, long length) {
        event(2, "frame", FRAME_TRACK, "Frame", begin, 1, "number", 1 | (long) i << 32);
        zone("update", begin + MILLI, begin + 5 * MILLI, "physics", begin + 2 * MILLI, begin + (4 * MILLI) + i);
        zone("think", begin + 6 * MILLI, begin + 7 * MILLI, null, 0, 0);
        event(2, "gpu", GPU, "bloom", begin + 8 * MILLI, 2, "loc", reference("bloom"), "cpu submit", begin + 5 * MILLI);
        event(3, "gpu", GPU, "", begin + 9 * MILLI, 0);
        event(1, "plot", MAIN, "plot", begin, 1, "load", 1 | (10L * i) << 32);
        if (i == 0 || i == SLOW_FRAME) {
            blob(ExtensionLayout.FRAME_IMAGE, ExtensionLayout.FRAME_IMAGE_BC1, i, 48);
            trace.word(i).word(8 | 4L << 16).word(16);
            trace.word(i == 0 ? GREEN : RED_TO_BLUE).word(GREEN).end();
        }
        event(3, "frame", FRAME_TRACK, "", begin + length, 0);
    }

    private void zone(String name, long begin, long end, String inner, long innerBegin, long innerEnd) {
        event(2, "zone", MAIN, name, begin, 1, "loc", reference(name));
        if (inner != null) {
            event(2, "zone", MAIN, inner, innerBegin, 1, "loc", reference(inner));
            event(3, "zone", MAIN, "", innerEnd, 0);
        }
        event(3, "zone", MAIN, "", end, 0);
    }

    /** The argument that names a location. */
    private long reference(String name) {
        return 6 | (long) string("at " + name) << 32;
    }

    private void location(String name, String function, String file, int line, int rgb) {
        int[] indexes = {string(name), string(function), string(file)};
        blob(ExtensionLayout.LOCATION, string("at " + name), 0, ExtensionLayout.LOCATION_BYTES);
        trace.word(indexes[0] | (long) indexes[1] << 16 | (long) indexes[2] << 32);
        trace.word(line | (long) rgb << 32).end();
    }

    private void track(int koid, String title, int kind, long subject, long submitter) {
        name("process", 2, koid, title);
        blob(ExtensionLayout.TRACK, kind, koid, ExtensionLayout.TRACK_BYTES);
        trace.word(subject).word(submitter).word(0).end();
    }

    /** A kernel object: type 1 is a process, 2 a thread, which names its process. */
    private void name(String argument, int type, int koid, String title) {
        int name = string(title);
        int argumentName = string(argument);
        trace.record(7 | (long) type << 16 | (long) name << 24 | (type == 2 ? 1L << 40 : 0))
                .word(koid);
        if (type == 2) {
            trace.word(8 | 2L << 4 | (long) argumentName << 16).word(process);
        }
        trace.end();
    }

    /** Begins a blob of so many bytes, with its first word. */
    private void blob(String name, int kind, int id, int bytes) {
        int index = string(name);
        trace.record(5 | (long) index << 16 | (long) bytes << 32 | 1L << 48)
                .word(ExtensionLayout.VERSION | (long) kind << 16 | (long) id << 32);
    }

    /** An event with its arguments: names, and words without the name in them; "cpu submit" is 64 bits. */
    private void event(int type, String category, int thread, String name, long time, int count, Object... arguments) {
        int categoryIndex = string(category);
        int nameIndex = name.isEmpty() ? 0 : string(name);
        for (int i = 0; i < arguments.length; i += 2) {
            string((String) arguments[i]);
        }
        trace.record(4 | (long) type << 16 | (long) count << 20 | (long) categoryIndex << 32 | (long) nameIndex << 48)
                .word(time)
                .word(process)
                .word(thread);
        for (int i = 0; i < arguments.length; i += 2) {
            String argument = (String) arguments[i];
            long word = (long) arguments[i + 1];
            if (argument.equals("cpu submit")) {
                trace.word(3 | 2L << 4 | (long) string(argument) << 16).word(word);
            } else {
                trace.word(word | 1L << 4 | (long) string(argument) << 16);
            }
        }
        if (type == 1) {
            trace.word(0);
        }
        trace.end();
    }

    /** Index of a string; its record is written when it is new, so that it may not be asked for within another record. */
    private int string(String text) {
        return strings.computeIfAbsent(text, key -> {
            trace.string(strings.size() + 1, key);
            return strings.size() + 1;
        });
    }
}
