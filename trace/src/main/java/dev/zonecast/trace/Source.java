package dev.zonecast.trace;

import dev.zonecast.fxt.FxtLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What the records of one provider refer to: each has tables of its own. */
final class Source {
    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int PAGES = (FxtLayout.MAX_STRING_INDEX + 1) / PAGE;

    final Map<Integer, MarkerCategory> categories = new HashMap<>();
    final Map<Integer, MarkerKind> markers = new HashMap<>();
    final Map<Integer, Calls.Call> calls = new HashMap<>();
    final Map<Integer, Stack> stacks = new HashMap<>();

    private static final int MAX_GPU_CONTEXTS = 1 << 16;

    private final Map<Integer, GpuContext> gpuContexts = new HashMap<>();

    /** Null until the provider has said that it is one of ours. */
    Session session;

    /** Start of the trace's first recording, which need not be this provider's. */
    long traceStartNanos;

    /** Name of the provider; empty if the trace does not say it. */
    String provider = "";

    /** The first with an event; null while there is none. */
    Track track;

    /** Recording that the records at hand belong to. */
    ProgramPart part;
    // What comes in parts, and the last picture.
    final BlobParts attribute = new BlobParts();
    final BlobParts image = new BlobParts();
    TraceFrameImage lastImage;

    /** By process id. */
    private final Map<Long, Program> programs = new HashMap<>();

    private Program lastProgram;

    /** What an entry of the string table is, and what was bound to it. */
    private static final class Entry {
        private static final Entry NONE = new Entry("");

        private final String text;
        private final ZoneArgument argument;
        private Location location;
        private MarkerKind marker;

        Entry(String text) {
            this.text = text;
            argument = ZoneArgument.of(text);
        }
    }

    /** By index, in pages that are made when they are needed: a trace may have thousands of sources. */
    private final Entry[][] strings = new Entry[PAGES][];

    /** The provider's program; null if it is none of ours. */
    Program program() {
        return session == null ? null : session.owner();
    }

    /** Number of the provider's program; 0 if it is none of ours. */
    long process() {
        return session == null ? 0 : session.owner().number();
    }

    /** The program of its events; null if there is none, or if there are several. */
    Program onlyProgram() {
        return track == null || programs.size() > 1 ? null : track.program();
    }

    void add(Program program) {
        programs.put(program.processId(), program);
        lastProgram = program;
    }

    /** Its program with that process id; null if there is none. */
    Program program(long processId) {
        if (lastProgram == null || lastProgram.processId() != processId) {
            Program known = programs.get(processId);
            if (known == null) {
                return null;
            }
            lastProgram = known;
        }
        return lastProgram;
    }

    /** That index represents another string from now on. */
    void string(int index, String text) {
        page(index)[index % PAGE] = new Entry(text);
    }

    /** Indexes above represent nothing, until they are registered anew. */
    void forgetStrings(int kept) {
        for (int i = 0; i < PAGES; i++) {
            if (strings[i] != null && kept < (i + 1) * PAGE - 1) {
                Arrays.fill(strings[i], Math.max(0, kept + 1 - i * PAGE), PAGE, null);
            }
        }
    }

    private Entry entry(int index) {
        if (index < 0 || index > FxtLayout.MAX_STRING_INDEX) {
            return Entry.NONE;
        }
        Entry[] page = strings[index >> PAGE_BITS];
        Entry known = page == null ? null : page[index % PAGE];
        return known == null ? Entry.NONE : known;
    }

    private Entry made(int index) {
        Entry[] page = page(index);
        if (page[index % PAGE] == null) {
            page[index % PAGE] = new Entry("");
        }
        return page[index % PAGE];
    }

    private Entry[] page(int index) {
        Entry[] page = strings[index >> PAGE_BITS];
        if (page == null) {
            page = new Entry[PAGE];
            strings[index >> PAGE_BITS] = page;
        }
        return page;
    }

    /** What an argument of a zone says whose name is that string. */
    ZoneArgument argument(int stringIndex) {
        return entry(stringIndex).argument;
    }

    /** Text of the string table; empty if there is none. */
    String string(int index) {
        return entry(index).text;
    }

    /** Later records name the context by its id. False if it is known with that name already. */
    boolean bind(GpuContext context) {
        if (context.equals(gpuContexts.get(context.id()))) {
            return false;
        }
        if (gpuContexts.size() < MAX_GPU_CONTEXTS) {
            gpuContexts.put(context.id(), context);
        }
        return true;
    }

    /** A context by its id; one without a name if the trace does not describe it. */
    GpuContext gpuContext(int id) {
        GpuContext known = gpuContexts.get(id);
        return known != null ? known : new GpuContext(program(), id, 0, "");
    }

    /** Whether another context has the same name: contexts of one name share their plots. */
    boolean hasOther(GpuContext context) {
        return gpuContexts.values().stream()
                .anyMatch(other ->
                        other.id() != context.id() && other.displayName().equals(context.displayName()));
    }

    void bind(int stringIndex, Location location) {
        made(stringIndex).location = location;
    }

    /** Null if the string was bound to none. */
    Location location(int stringIndex) {
        return entry(stringIndex).location;
    }

    void bind(int stringIndex, MarkerKind marker) {
        made(stringIndex).marker = marker;
    }

    /** Null if the string was bound to none. */
    MarkerKind marker(int stringIndex) {
        return entry(stringIndex).marker;
    }
}
