package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampledCall;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.BitSet;

/**
 * What is told late of threads: times in which they stood still, as durations written whole, because zones of the thread that began
 * and ended later are in the file by then; runs on cores, as scheduling records; and samples of their stacks, as blobs, each call and each stack once in a file; in a trace
 * buffer, those without room in the durable part once in a half.
 */
final class LateRecords extends Records {
    private static final long STOP = Events.header(FxtLayout.DURATION_COMPLETE, 0, 0, Term.STOP, 0);

    /** With one argument: the weight that means the idle thread. */
    private static final long SWITCH = FxtLayout.SCHEDULING
            | 5L << FxtLayout.WORDS_SHIFT
            | 1L << FxtLayout.SUBTYPE_SHIFT
            | (long) FxtLayout.CONTEXT_SWITCH << FxtLayout.SCHEDULING_SUBTYPE_SHIFT;

    private final BitSet writtenCalls = new BitSet();
    private final BitSet writtenStacks = new BitSet();

    // Described where they may be overwritten.
    private final BitSet passingCalls = new BitSet();
    private final BitSet passingStacks = new BitSet();

    LateRecords(Records recording) {
        super(recording);
    }

    /** All calls and stacks are described again when they are needed. */
    void describeAnew() {
        writtenCalls.clear();
        writtenStacks.clear();
    }

    /** What is described where it will be overwritten soon is described again when it is needed. */
    void forgetPassing() {
        writtenCalls.andNot(passingCalls);
        writtenStacks.andNot(passingStacks);
    }

    void stopped(Track thread, long begin, long end, SourceLocation location, String text) throws IOException {
        LocationTable.Entry place = locations.get(location);
        long reference = tracks.reference(thread);
        writer.event(STOP | place.nameBits() | reference, begin).argument(place.locArgument());
        if (text != null) {
            writer.textArgument(Term.TEXT, text);
        }
        writer.word(end).close();
    }

    /** As the kernel of Fuchsia writes it: the idle thread, and then this one; this one, and then the idle thread. */
    void ran(Track thread, long begin, long end, int core, boolean preempted) throws IOException {
        long head = SWITCH | (long) (core & 0xFFFF) << FxtLayout.SCHEDULING_CORE_SHIFT;
        int state = preempted ? FxtLayout.STATE_RUNNING : FxtLayout.STATE_BLOCKED;
        writer.record(head | (long) FxtLayout.STATE_RUNNING << FxtLayout.SCHEDULING_STATE_SHIFT)
                .word(begin)
                .word(0)
                .word(thread.koid)
                .word(Arguments.signed(Term.OUTGOING_WEIGHT, Integer.MIN_VALUE));
        writer.record(head | (long) state << FxtLayout.SCHEDULING_STATE_SHIFT)
                .word(end)
                .word(thread.koid)
                .word(0)
                .word(Arguments.signed(Term.INCOMING_WEIGHT, Integer.MIN_VALUE));
    }

    void sample(Track thread, SampleEvent sample, long time) throws IOException {
        stack(sample.stack());
        writer.blob(Term.BLOB_SAMPLE, sample.why().code(), sample.stack().id())
                .word(time)
                .word(thread.koid)
                .word(sample.weight());
        if (sample.type() != null) {
            writer.text(sample.type());
        }
        writer.closeBlob();
    }

    private void stack(SampledStack stack) throws IOException {
        if (writtenStacks.get(stack.id())) {
            return;
        }
        writtenStacks.set(stack.id());
        for (SampledCall call : stack.calls()) {
            call(call);
        }
        int[] calls = stack.calls().stream().mapToInt(SampledCall::id).toArray();
        writer.blob(Term.BLOB_STACK, calls.length, stack.id());
        writer.words(calls, 0, calls.length);
        passingStacks.set(stack.id(), !writer.closeBlob(DurableRoom.Share.PREFERABLY));
    }

    private void call(SampledCall call) throws IOException {
        if (writtenCalls.get(call.id())) {
            return;
        }
        writtenCalls.set(call.id());
        writer.blob(Term.BLOB_CALL, 0, call.id())
                .word((call.call().line() & 0xFFFF_FFFFL) | (long) call.functionId() << 32)
                .text(call.call().function())
                .text(call.call().file());
        passingCalls.set(call.id(), !writer.closeBlob(DurableRoom.Share.PREFERABLY));
    }
}
