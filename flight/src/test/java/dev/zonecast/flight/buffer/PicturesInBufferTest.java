package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PicturesInBufferTest {
    private static final int BUFFER_BYTES = 512 << 10;

    /** A half is read without the one before, which is overwritten. */
    @Test
    void shouldHaveAWholePictureInEachHalfWhenAllPicturesAreTheSame() throws IOException {
        TraceBuffer buffer = new TraceBuffer(
                Path.of("buffer"), MemoryScope.auto().allocate(BUFFER_BYTES, 8), BufferMode.CIRCULAR, null);
        FxtRecording recording = FxtRecording.into(buffer, "Game", RecordOutput.LEAST_BUFFER_BYTES);
        recording.begin(new SinkStart(1_000_000, 0));

        for (long frame = 0;
                buffer.wrapped() < 4 || buffer.rollingEnd() < buffer.rolling(0).byteSize() / 2;
                frame++) {
            recording.event(new ImageEvent().describe(frame, 8, 4, false));
            recording.commit(false);
        }

        assertTrue(hasPicture(buffer.rolling(0), buffer.rollingEnd(0)), "half 0");
        assertTrue(hasPicture(buffer.rolling(1), buffer.rollingEnd(1)), "half 1");
    }

    private static boolean hasPicture(Memory half, long end) {
        for (long at = 0; at < end; ) {
            long header = half.getLong(at);
            boolean isImage = (header & 15) == FxtLayout.BLOB
                    && ((header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF) == Term.BLOB_FRAME_IMAGE.index();
            int kind = half.getShort(at + FxtLayout.WORD_BYTES + ExtensionLayout.KIND_OFFSET);
            if (isImage && kind == ExtensionLayout.FRAME_IMAGE_BC1) {
                return true;
            }
            at += ((header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS) * FxtLayout.WORD_BYTES;
        }
        return false;
    }
}
