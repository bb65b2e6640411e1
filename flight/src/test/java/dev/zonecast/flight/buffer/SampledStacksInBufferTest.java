package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.CallStack;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.TraceStrings;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SampledStacksInBufferTest {
    private static final int BUFFER_BYTES = 4 << 20;

    /** More than half of the durable part has room for. */
    private static final int MANY = 4_000;

    private final TraceBuffer buffer =
            new TraceBuffer(Path.of("buffer"), MemoryScope.auto().allocate(BUFFER_BYTES, 8), BufferMode.CIRCULAR, null);
    private final FxtRecording recording = FxtRecording.into(buffer, "Game", RecordOutput.LEAST_BUFFER_BYTES);
    private final ThreadTrack main = ThreadTrack.ofName(5, "main");
    private final TraceStrings strings = new TraceStrings();
    private final Set<Integer> stacks = new HashSet<>();
    private int lastWrapped;
    private long nanos = 1_000_000;

    private void sample(SampledStack stack) throws IOException {
        recording.event(new SampleEvent(main, ++nanos, SampleKind.RUNNING, 1, null, stack));
        int wrapped = buffer.wrapped();
        recording.commit(wrapped != lastWrapped);
        lastWrapped = wrapped;
    }

    private static SampledStack stack(int number) {
        return SampledStacks.INSTANCE.intern(List.of(new CallStack.Call("Buffered.call" + number, "B.java", 1)));
    }

    /** Strings and ids of stacks. */
    private void read(Memory part, long end) {
        for (long at = 0; at < end; ) {
            long header = part.getLong(at);
            if ((header & 15) == FxtLayout.STRING) {
                strings.string(part, at, header);
            } else if ((header & 15) == FxtLayout.BLOB
                    && strings.is(header >>> FxtLayout.BLOB_NAME_SHIFT, ExtensionLayout.STACK)) {
                stacks.add((int) (part.getLong(at + 8) >>> 32));
            }
            at += ((header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS) * FxtLayout.WORD_BYTES;
        }
    }

    @Test
    void shouldDescribeAStackAgainWhenItsDescriptionIsAboutToBeOverwritten() throws IOException {
        recording.begin(new SinkStart(nanos, 0));
        recording.thread(main, Life.STARTED);
        for (int i = 0; i < MANY; i++) {
            sample(stack(i));
        }
        SampledStack last = stack(MANY);
        sample(last);
        int before = buffer.wrapped();

        while (buffer.wrapped() < before + 3) {
            sample(last);
        }
        sample(last);
        sample(last);

        int newer = buffer.wrapped() & 1;
        read(buffer.durable(), buffer.durableEnd());
        read(buffer.rolling(1 - newer), buffer.rollingEnd(1 - newer));
        read(buffer.rolling(newer), buffer.rollingEnd(newer));
        assertTrue(stacks.contains(last.id()), stacks.size() + " stacks");
        assertEquals(0, buffer.dropped());
    }
}
