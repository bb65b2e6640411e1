package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.recording.CutRecording;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording that an error of the profiler ends must not look complete. */
class BrokenRecordingTest {
    private static final SourceLocation WORK = SourceLocation.here("work");
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    Path folder;

    private final ThreadTrack thread = ThreadTrack.ofName(5, "main");

    private FxtRecording begun(GuardedSink[] guarded) throws IOException {
        FxtRecording recording = FxtRecording.create(folder.resolve("broken.fxt"), "Game");
        guarded[0] = new GuardedSink(recording);
        guarded[0].call(sink -> sink.begin(new SinkStart(System.nanoTime(), 0)));
        guarded[0].call(sink -> {
            sink.zones(thread, new ZoneRun().onlyBegin(System.nanoTime(), Ids.of(WORK)));
            sink.zones(thread, new ZoneRun().onlyEnd(System.nanoTime()));
        });
        return recording;
    }

    private static CutRecording ended(FxtRecording recording, GuardedSink guarded) throws IOException {
        assertTrue(guarded.failure() != null, "the call has to fail");
        guarded.end(System.nanoTime(), LIMIT_NANOS);
        assertTrue(recording.awaitClosed(LIMIT_NANOS));
        return CutRecording.read(recording.path());
    }

    @Test
    void shouldNameTheFailureInPlaceOfItsEnd() throws IOException {
        GuardedSink[] guarded = new GuardedSink[1];
        FxtRecording recording = begun(guarded);

        guarded[0].call(sink -> {
            throw new IllegalStateException("a defect of the recording");
        });

        CutRecording file = ended(recording, guarded[0]);
        assertFalse(file.endedWell());
        assertEquals(EndReason.FAILED.code(), file.lastSaved(ExtensionLayout.SAVED_REASON));
        assertEquals(1, file.zones("work"));
    }

    @Test
    void shouldLeaveOutARecordThatIsHalfWritten() throws IOException {
        GuardedSink[] guarded = new GuardedSink[1];
        FxtRecording recording = begun(guarded);

        // Its bytes are read when the record is open.
        Utf8Text unreadable = new Utf8Text().at(Memory.ofArray(new byte[4]), 0, 100);
        guarded[0].call(sink -> sink.event(new MessageEvent()
                .message(thread, System.nanoTime(), Severity.INFO, MessageSource.USER, -1, unreadable, null)));

        // Every record of the file is valid.
        CutRecording file = ended(recording, guarded[0]);
        assertFalse(file.endedWell());
        assertEquals(EndReason.FAILED.code(), file.lastSaved(ExtensionLayout.SAVED_REASON));
        assertEquals(1, file.zones("work"));
    }

    @Test
    void shouldTellWhenTheProgramEndedOnceThatIsKnown() throws IOException {
        GuardedSink[] guarded = new GuardedSink[1];
        FxtRecording recording = begun(guarded);
        guarded[0].call(sink -> {
            throw new IllegalStateException("a defect of the recording");
        });
        assertEquals(0, ended(recording, guarded[0]).lastSaved(ExtensionLayout.SAVED_END));
        assertTrue(recording.hasEndedEarly());

        long end = System.nanoTime();
        recording.completeEarlyEnd(end);
        recording.completeEarlyEnd(end + 1);

        CutRecording file = CutRecording.read(recording.path());
        assertEquals(end + recording.shiftNanos(), file.lastSaved(ExtensionLayout.SAVED_END));
    }

    @Test
    void shouldLeaveAWholeRecordingAsItIs() throws IOException {
        GuardedSink[] guarded = new GuardedSink[1];
        FxtRecording recording = begun(guarded);
        guarded[0].end(System.nanoTime(), LIMIT_NANOS);
        assertTrue(recording.awaitClosed(LIMIT_NANOS));

        recording.completeEarlyEnd(System.nanoTime());

        assertFalse(recording.hasEndedEarly());
        assertTrue(CutRecording.read(recording.path()).endedWell());
    }
}
