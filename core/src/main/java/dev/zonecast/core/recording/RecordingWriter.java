package dev.zonecast.core.recording;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.FxtWriter;
import dev.zonecast.fxt.write.RecordOutput;
import java.io.IOException;

/** Writes records with texts that lie in rings, and counts the room for those that stay. */
final class RecordingWriter extends FxtWriter {
    private static final int MAX_PART_BYTES = 32_000;

    private final DurableRoom durableRoom;

    // How often the tables have started over.
    private int stringEpoch;
    private int threadEpoch;

    /** @param fillingBytes beyond which a flush should not wait */
    RecordingWriter(RecordOutput output, int fillingBytes) {
        super(output, fillingBytes);
        durableRoom = new DurableRoom(output.path(), output.durableBytes());
    }

    /** All strings are registered anew from here on; how often that was so. */
    int stringsStartOver() throws IOException {
        stringEpoch++;
        startOver();
        return stringEpoch;
    }

    /** All threads are registered anew from here on; how often that was so. */
    int threadsStartOver() throws IOException {
        threadEpoch++;
        startOver();
        return threadEpoch;
    }

    private void startOver() throws IOException {
        if (isInPieces()) {
            room(FxtLayout.WORD_BYTES);
            tables();
        }
    }

    @Override
    protected void tables() {
        word(FxtLayout.METADATA
                | 1L << FxtLayout.WORDS_SHIFT
                | (long) FxtLayout.TABLES << FxtLayout.SUBTYPE_SHIFT
                | (long) (stringEpoch & FxtLayout.MAX_STRING_EPOCH) << FxtLayout.STRING_EPOCH_SHIFT
                | (long) threadEpoch << FxtLayout.THREAD_EPOCH_SHIFT);
    }

    /** See {@link DurableRoom}. */
    DurableRoom durableRoom() {
        return durableRoom;
    }

    /** Closes a blob of the durable part. False: it may be overwritten, or is left out, as the share says. */
    boolean closeBlob(DurableRoom.Share share) {
        int bytes = closeBlob();
        boolean stays = durableRoom.takes(share, bytes);
        if (!stays && share != DurableRoom.Share.PREFERABLY) {
            moveTo(position() - bytes);
        }
        return stays;
    }

    /**
     * Writes what did not fit into an event, in as many blobs as it takes: {@link ExtensionLayout#ATTRIBUTE}.
     *
     * @param depth of the zone, 1 = outermost; 0 for a message
     */
    void attribute(int kind, Track track, int depth, byte[] whole) throws IOException {
        int place = 0;
        do {
            int part = Math.min(whole.length - place, MAX_PART_BYTES);
            blob(Term.BLOB_ATTRIBUTE, kind, (int) track.koid)
                    .word(depth | (long) whole.length << 32)
                    .word(place);
            bytes(whole, place, part);
            closeBlob();
            place += part;
        } while (place < whole.length);
    }
}
