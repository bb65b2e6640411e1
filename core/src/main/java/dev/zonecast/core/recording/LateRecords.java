package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampledCall;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Blobs;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.Payload;
import java.io.IOException;
import java.util.BitSet;

/**
 * What is told late of threads: times in which they stood still, as durations written whole, because zones of the thread that began
 * and ended later are in the file by then; and samples of their stacks, as blobs, each call and each stack once in a file; in a trace
 * buffer, those without room in the durable part once in a half.
 */
final class LateRecords {
    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final LocationTable locations;
    private final BitSet writtenCalls = new BitSet();
    private final BitSet writtenStacks = new BitSet();

    // Described where they may be overwritten.
    private final BitSet passingCalls = new BitSet();
    private final BitSet passingStacks = new BitSet();

    LateRecords(RecordingWriter writer, TrackTable tracks, LocationTable locations) {
        this.writer = writer;
        this.tracks = tracks;
        this.locations = locations;
    }

    /** What is described where it will be overwritten soon is described again when it is needed. */
    void forgetPassing() {
        writtenCalls.andNot(passingCalls);
        writtenStacks.andNot(passingStacks);
    }

    void stopped(Track thread, long begin, long end, SourceLocation location, String text) throws IOException {
        LocationTable.Entry place = locations.get(location);
        long reference = tracks.reference(thread);
        writer.open();
        writer.word(begin);
        writer.word(place.locArgument);
        if (text != null) {
            writer.stringArgument(Term.TEXT, text);
        }
        writer.word(end);
        writer.close(Events.header(FxtLayout.DURATION_COMPLETE, 0, text == null ? 1 : 2, Term.STOP, 0)
                | place.nameBits
                | reference);
    }

    void sample(Track thread, SampleEvent sample, long time) throws IOException {
        stack(sample.stack());
        byte[] type = sample.type() == null
                ? new byte[0]
                : new Payload().text(sample.type()).toBytes();
        writer.open();
        writer.word(Blobs.head(sample.why().code(), sample.stack().id()));
        writer.word(time);
        writer.word(thread.koid);
        writer.word(sample.weight());
        writer.bytes(type, 0, type.length);
        writer.close(Blobs.header(Term.BLOB_SAMPLE, ExtensionLayout.SAMPLE_TYPE + type.length));
    }

    private void stack(SampledStack stack) throws IOException {
        if (writtenStacks.get(stack.id())) {
            return;
        }
        writtenStacks.set(stack.id());
        for (SampledCall call : stack.calls()) {
            call(call);
        }
        int count = stack.calls().size();
        boolean stays = writer.durableRoom()
                .tookPreferably(DurableRoom.blobBytes(ExtensionLayout.STACK_CALLS + (long) Integer.BYTES * count));
        passingStacks.set(stack.id(), !stays);
        writer.open();
        writer.word(Blobs.head(count, stack.id()));
        for (int i = 0; i < count; i += 2) {
            long second = i + 1 < count ? stack.calls().get(i + 1).id() : 0;
            writer.word(stack.calls().get(i).id() | second << 32);
        }
        writer.close(Blobs.header(Term.BLOB_STACK, ExtensionLayout.STACK_CALLS + Integer.BYTES * count));
    }

    private void call(SampledCall call) throws IOException {
        if (writtenCalls.get(call.id())) {
            return;
        }
        writtenCalls.set(call.id());
        byte[] texts = new Payload()
                .text(call.call().function())
                .text(call.call().file())
                .toBytes();
        boolean stays =
                writer.durableRoom().tookPreferably(DurableRoom.blobBytes(ExtensionLayout.CALL_TEXTS + texts.length));
        passingCalls.set(call.id(), !stays);
        writer.open();
        writer.word(Blobs.head(0, call.id()));
        writer.word((call.call().line() & 0xFFFF_FFFFL) | (long) call.functionId() << 32);
        writer.bytes(texts, 0, texts.length);
        writer.close(Blobs.header(Term.BLOB_CALL, ExtensionLayout.CALL_TEXTS + texts.length));
    }
}
