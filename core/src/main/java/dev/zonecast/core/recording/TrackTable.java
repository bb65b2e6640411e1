package dev.zonecast.core.recording;

import dev.zonecast.core.late.LateTrack;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The one thread table of the file, with the names of its threads. When all 255 places are taken, a new epoch begins, as with
 * {@link StringTable}.
 */
final class TrackTable {
    /**
     * Koids of threads that are none of Java's start here. Perfetto and Tracy's importer have 32 bits for them; Java's thread ids
     * count from 1 on, and those that should ever come here get a koid of ours too.
     */
    static final long FIRST_OWN_KOID = 2_000_000_000L;

    private final RecordingWriter writer;
    private final long processKoid;
    private int next = 1;
    private int epoch;
    /** How often all threads were to be described anew. */
    private int descriptions;

    private long nextKoid = FIRST_OWN_KOID;

    TrackTable(RecordingWriter writer, long processKoid) {
        this.writer = writer;
        this.processKoid = processKoid;
    }

    /** Gives out koids above the highest of a recording that goes on. */
    void resume(long highestKoid) {
        nextKoid = Math.max(nextKoid, highestKoid) + 1;
    }

    /** A Java thread, or a track of late events. */
    Track thread(long javaId) {
        int kind = LateTrack.isTrack(javaId) ? ExtensionLayout.TRACK_LATE : ExtensionLayout.TRACK_THREAD;
        return new Track(koid(javaId), kind, javaId, 0);
    }

    /** A fiber; its id is none of a thread's. */
    Track fiber(long id) {
        return new Track(koid(id), ExtensionLayout.TRACK_FIBER, id, 0);
    }

    private long koid(long id) {
        return id > 0 && id < FIRST_OWN_KOID ? id : nextKoid++;
    }

    /**
     * A thread that represents something else.
     *
     * @param kind {@link ExtensionLayout#TRACK_FRAMES} and so on
     * @param subject see {@link ExtensionLayout#TRACK_SUBJECT}
     * @param submitter see {@link ExtensionLayout#TRACK_SUBMITTER}
     */
    Track own(int kind, long subject, long submitter, String name) throws IOException {
        return own(new Track(nextKoid++, kind, subject, submitter), name);
    }

    /** A thread that represents the GPU zones of a context that a thread submitted and that are in one lane. */
    Track gpuZones(int context, long submitter, int lane, String name) throws IOException {
        return own(new Track(nextKoid++, ExtensionLayout.TRACK_GPU, context, submitter, lane), name);
    }

    private Track own(Track track, String name) throws IOException {
        describe(track, name, 0, false);
        return track;
    }

    /** Thread of an event, as in its header. */
    long reference(Track track) throws IOException {
        if (track.epoch != epoch) {
            register(track);
        }
        return track.reference;
    }

    /** All threads are registered anew when they are next used. */
    void startOver() throws IOException {
        next = 1;
        epoch = writer.threadsStartOver();
    }

    /** All threads are described anew when they are next registered. */
    void describeAnew() {
        descriptions++;
    }

    private void register(Track track) throws IOException {
        if (track.describedIn != descriptions) {
            describe(track, track.name, track.group, track.isVirtual);
        }
        if (next > FxtLayout.MAX_THREAD_INDEX) {
            startOver();
        }
        int index = next++;
        if (epoch == 0) {
            boolean ignored = writer.durableRoom().takes(DurableRoom.Share.ALWAYS, 3 * FxtLayout.WORD_BYTES);
        }
        writer.record(FxtLayout.THREAD | 3L << FxtLayout.WORDS_SHIFT | (long) index << FxtLayout.INDEX_SHIFT)
                .word(processKoid)
                .word(track.koid);
        track.reference = (long) index << FxtLayout.EVENT_THREAD_SHIFT;
        track.epoch = epoch;
    }

    void describeProcess(String name) throws IOException {
        openObject(FxtLayout.OBJECT_PROCESS, processKoid, name);
        writer.close();
    }

    private void openObject(int type, long koid, String name) throws IOException {
        writer.open(FxtLayout.KERNEL_OBJECT | (long) type << FxtLayout.OBJECT_TYPE_SHIFT)
                .word(koid);
        int reference = writer.string(name.getBytes(StandardCharsets.UTF_8));
        writer.header((long) reference << FxtLayout.OBJECT_NAME_SHIFT);
    }

    /**
     * The end of a thread, if it is a platform thread.
     *
     * @param track may be null: the file does not have the thread
     * @param time of the collector's pass before the end
     */
    void ended(Track track, boolean virtual, long time) throws IOException {
        if (track != null && track.kind == ExtensionLayout.TRACK_THREAD && !virtual) {
            writer.blob(Term.BLOB_THREAD_END, 0, (int) track.koid)
                    .word(Math.max(time, track.lastTime))
                    .closeBlob();
        }
    }

    /** Name and group of a thread, now or anew. */
    void describe(Track track, String name, int group, boolean virtual) throws IOException {
        track.name = name;
        track.group = group;
        track.isVirtual = virtual;
        track.describedIn = descriptions;
        long start = writer.offset();
        openObject(FxtLayout.OBJECT_THREAD, track.koid, name);
        // Perfetto gives the name to another thread without this argument.
        writer.header(1L << FxtLayout.OBJECT_ARGUMENTS_SHIFT);
        writer.word(FxtLayout.ARGUMENT_KOID
                        | 2L << FxtLayout.WORDS_SHIFT
                        | (long) Term.PROCESS.index() << FxtLayout.ARGUMENT_NAME_SHIFT)
                .word(processKoid)
                .close();
        long flags =
                (virtual ? ExtensionLayout.TRACK_VIRTUAL : 0) | (long) track.lane << ExtensionLayout.TRACK_LANE_SHIFT;
        writer.blob(Term.BLOB_TRACK, track.kind, (int) track.koid)
                .word(track.subject)
                .word(track.submitter)
                .word((group & 0xFFFF_FFFFL) | flags << 32)
                .closeBlob();
        boolean ignored = writer.durableRoom().takes(DurableRoom.Share.PREFERABLY, writer.offset() - start);
    }
}
