package dev.zonecast.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.Test;

class BlockReaderTest {
    /** A block of five bytes, with its length before it. */
    private static final byte[] STREAM = {6, 0, 0, 0, 0x50, 1, 2, 3, 4, 5};

    /** The last block comes, and the stream ends, while the decoder asks whether a block waits. */
    private static final class LateBlock extends ArrayBlockingQueue<EventBlock> {
        private static final long serialVersionUID = 1;

        private transient BlockReader reader;

        LateBlock() {
            super(2);
        }

        @Override
        public boolean isEmpty() {
            boolean empty = super.isEmpty();
            if (reader != null) {
                Thread thread = reader.start();
                reader = null;
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return empty;
        }
    }

    @Test
    void shouldNotEndWhileABlockWaits() throws InterruptedException {
        LateBlock blocks = new LateBlock();
        BlockReader reader = new BlockReader(new ByteArrayInputStream(STREAM), blocks);
        blocks.reader = reader;

        assertNull(reader.end());
        assertNull(reader.end());
        assertNotNull(reader.take(0));
        assertEquals(BlockReader.End.CLOSED, reader.end());
    }
}
