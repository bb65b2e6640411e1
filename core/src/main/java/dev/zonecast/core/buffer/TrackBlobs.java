package dev.zonecast.core.buffer;

import dev.zonecast.core.fxt.ExtensionLayout;
import dev.zonecast.core.fxt.FxtLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** What the threads of a trace stand for, by our blobs about them. */
public final class TrackBlobs {
    /** Something that a thread of the trace stands for. */
    public record Subject(int kind, long id, long submitter) {}

    private static final int MOST = 1 << 16;
    private static final int NONE = -1;

    private final Map<Subject, Long> koids = new HashMap<>();
    private int trackName = NONE;
    private long highest;

    void string(MemorySegment part, long at, long header) {
        int bytes = (int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & 0x7FFF;
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX;
        if (index == trackName) {
            trackName = NONE;
        }
        if (bytes == ExtensionLayout.TRACK.length()) {
            byte[] text = part.asSlice(at + 8, bytes).toArray(ValueLayout.JAVA_BYTE);
            if (new String(text, StandardCharsets.US_ASCII).equals(ExtensionLayout.TRACK)) {
                trackName = index;
            }
        }
    }

    /** True if the blob is about a thread. */
    boolean blob(MemorySegment part, long at, long header) {
        boolean isTrack = ((header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF) == trackName
                && ((header >>> FxtLayout.BLOB_BYTES_SHIFT) & 0x7FFF) >= ExtensionLayout.TRACK_BYTES;
        if (isTrack) {
            long first = part.get(BufferMemory.WORD, at + 8);
            long koid = first >>> 32;
            highest = Math.max(highest, koid);
            if (koids.size() < MOST) {
                koids.put(
                        new Subject(
                                (int) (first >>> 16) & 0xFFFF,
                                part.get(BufferMemory.WORD, at + 8 + ExtensionLayout.TRACK_SUBJECT),
                                part.get(BufferMemory.WORD, at + 8 + ExtensionLayout.TRACK_SUBMITTER)),
                        koid);
            }
        }
        return isTrack;
    }

    /** The highest koid of all. */
    public long highest() {
        return highest;
    }

    /** True if a Java thread of that id has been described. */
    public boolean knows(long threadId) {
        return koids.containsKey(new Subject(ExtensionLayout.TRACK_THREAD, threadId, 0));
    }

    /** Each subject with its koid. */
    public Map<Subject, Long> koids() {
        return koids;
    }
}
