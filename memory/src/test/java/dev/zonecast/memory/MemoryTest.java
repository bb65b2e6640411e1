package dev.zonecast.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTest {
    @TempDir
    private Path folder;

    @Test
    void shouldKeepNumbersLittleEndianWhereverTheyLie() {
        Memory memory = Memory.ofArray(new byte[32]);
        memory.setByte(0, (byte) 0x7f);
        memory.setShort(1, (short) 0x1122);
        memory.setInt(3, 0x11223344);
        memory.setLong(7, 0x1122334455667788L);

        assertEquals((byte) 0x7f, memory.getByte(0));
        assertEquals((short) 0x1122, memory.getShort(1));
        assertEquals(0x11223344, memory.getInt(3));
        assertEquals(0x1122334455667788L, memory.getLong(7));
        assertArrayEquals(
                new byte[] {0x7f, 0x22, 0x11, 0x44, 0x33, 0x22, 0x11, (byte) 0x88, 0x77},
                memory.slice(0, 9).toBytes());
    }

    @Test
    void shouldOrderAccessToNativeMemoryAndToWords() {
        try (MemoryScope scope = MemoryScope.shared()) {
            for (Memory memory : new Memory[] {scope.allocate(16, 8), Memory.ofArray(new long[2])}) {
                memory.setLongRelease(8, 5);
                assertEquals(5, memory.getLongAcquire(8));
                assertEquals(5, memory.getAndAddLong(8, 2));
                assertFalse(memory.compareAndSetLong(8, 5, 1));
                assertTrue(memory.compareAndSetLong(8, 7, 1));
                memory.setLongOpaque(8, 1L << 32 | 9);
                assertEquals(1L << 32 | 9, memory.getLongOpaque(8));
                memory.setIntRelease(12, 3);
                assertEquals(3L << 32 | 9, memory.getLong(8));
                assertArrayEquals(new long[] {0, 3L << 32 | 9}, memory.toLongs());
            }
        }
    }

    @Test
    void shouldRefuseWhatLiesOutside() {
        Memory memory = Memory.ofArray(new byte[8]);

        assertThrows(IndexOutOfBoundsException.class, () -> memory.getLong(1));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.setByte(-1, (byte) 0));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.slice(4, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> Memory.copy(memory, 4, new byte[8], 0, 8));
        assertEquals(0, Memory.ofArray(new byte[0]).byteSize());
    }

    @Test
    void shouldNotBeReachedAfterItsScope() {
        MemoryScope scope = MemoryScope.confined();
        Memory memory = scope.allocate(8, 8);
        scope.close();

        assertThrows(IllegalStateException.class, () -> memory.getLong(0));
    }

    @Test
    void shouldCopyBothWays() {
        Memory memory = Memory.ofArray(new byte[64]);
        Memory.copy(new int[] {1, 2, 3}, 1, memory, 0, 2);
        Memory.copy(new long[] {4, 5}, 0, memory, 8, 2);
        Memory.copy(new byte[] {6, 7}, 0, memory, 24, 2);
        int[] ints = new int[2];
        long[] longs = new long[2];
        byte[] bytes = new byte[2];
        Memory.copy(memory, 0, ints, 0, 2);
        Memory.copy(memory, 8, longs, 0, 2);
        Memory.copy(memory, 24, bytes, 0, 2);

        assertArrayEquals(new int[] {2, 3}, ints);
        assertArrayEquals(new long[] {4, 5}, longs);
        assertArrayEquals(new byte[] {6, 7}, bytes);

        Memory.copy(memory, 0, memory, 4, 26);
        assertEquals(2, memory.getInt(4));
        assertEquals(7, memory.getByte(29));
        assertEquals(4, memory.mismatch(Memory.ofArray(new byte[] {2, 0, 0, 0, 3})));
    }

    @Test
    void shouldShareAMappedFile() throws Exception {
        Path file = folder.resolve("mapped");
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                MemoryScope scope = MemoryScope.shared()) {
            Memory memory = scope.map(channel, FileChannel.MapMode.READ_WRITE, 8, 8);
            memory.setLong(0, 42);
            memory.load();
            assertEquals(42, memory.getLong(0));
        }
        assertEquals(42, Memory.ofArray(Files.readAllBytes(file)).getLong(8));
    }

    @Test
    void shouldReachRawMemoryByItsAddress() {
        assertTrue(RawMemory.ALLOWED);
        assertTrue(RawMemory.hasHeap());
        long address = RawMemory.malloc(16);
        RawMemory.setLong(address, 1);
        RawMemory.setLongRelease(address + 8, 2);

        Memory memory = RawMemory.at(address, 16);
        assertEquals(1, RawMemory.getLong(address));
        assertEquals(2, memory.getLongAcquire(8));
        assertEquals(address, memory.address());
        RawMemory.free(address);
    }

    @Test
    void shouldCallFunctionsOfTheSystemWhereJavaCan() throws Throwable {
        assertEquals(NativeCalls.POSSIBLE, NativeCalls.ALLOWED);
        assertEquals(NativeCalls.POSSIBLE, NativeCalls.address("malloc").isPresent());
        assertNull(NativeCalls.find("no_such_function"));
        NativeFunction labs = NativeCalls.find("labs");
        assertEquals(NativeCalls.POSSIBLE, labs != null);
        if (labs != null) {
            assertEquals(5, labs.call(-5));
            assertEquals(5, NativeCalls.findCritical("labs").call(-5));
            assertEquals(Integer.MIN_VALUE, (int) NativeCalls.find("abs").call(Integer.MIN_VALUE));
            assertThrows(IllegalArgumentException.class, () -> labs.call(1, 2, 3, 4, 5, 6, 7));

            long self = NativeCalls.find("pthread_self").call();
            MethodHandle counter =
                    NativeCalls.counterAt(NativeCalls.address("pthread_self").orElseThrow());
            assertEquals(self, (long) counter.invokeExact());
        }
    }

    @Test
    void shouldUseWhatIsAskedFor() {
        boolean foreign = Runtime.version().feature() > 21 && !Boolean.getBoolean("dev.zonecast.memory.asJava21");
        assertEquals(foreign, NativeCalls.POSSIBLE);
    }

    @Test
    void shouldShowTheSameBytesAsABuffer() {
        byte[] array = new byte[16];
        ByteBuffer direct = ByteBuffer.allocateDirect(16);
        try (MemoryScope scope = MemoryScope.confined()) {
            for (Memory whole : new Memory[] {Memory.ofArray(array), Memory.ofBuffer(direct), scope.allocate(16, 64)}) {
                Memory part = whole.slice(4, 8);
                part.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN).putInt(4, 7);
                assertEquals(8, part.asByteBuffer().remaining());
                assertEquals(7, part.getInt(4));
                assertEquals(7, whole.getInt(8));
            }
            assertEquals(0, scope.allocate(1, 64).address() & 63);
        }
        assertEquals(7, array[8]);
        assertEquals(7, Memory.ofBuffer(direct.position(8)).getInt(0));
        assertEquals(7, Memory.ofBuffer(ByteBuffer.wrap(array, 8, 4).slice()).getInt(0));
    }

    @Test
    void shouldNotCloseWhatHasNoEnd() {
        assertThrows(UnsupportedOperationException.class, MemoryScope.auto()::close);
        assertThrows(UnsupportedOperationException.class, MemoryScope.global()::close);
        MemoryScope shared = MemoryScope.shared();
        Memory memory = shared.allocate(8, 8);
        shared.close();
        assertThrows(IllegalStateException.class, () -> memory.setLong(0, 1));
        assertThrows(IllegalStateException.class, () -> shared.allocate(8, 8));
        assertThrows(IllegalStateException.class, shared::close);
    }
}
