package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventLengths;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Slots;
import java.io.IOException;

/** Reads events that cannot be applied yet for answers, and asks for the names that they will need. */
final class Lookahead {
    private final EventLengths lengths;
    private final Vocabulary vocabulary;
    private final Needs needs;
    private final Slots slots;
    private boolean asks = true;

    Lookahead(Stream stream, EventLengths lengths) {
        this.lengths = lengths;
        this.vocabulary = stream.vocabulary;
        this.needs = new Needs(vocabulary, stream.protocol());
        this.slots = new Slots(stream.protocol());
    }

    /** Starts anew where the decoder has stopped, with its slots. */
    void startFrom(Slots decoders) {
        slots.copyOf(decoders);
    }

    /** From now on it only takes answers. */
    void stopAsking() {
        asks = false;
    }

    /** Reads on to the end of a block. */
    void read(EventBlock block) throws IOException {
        byte[] bytes = block.bytes;
        int at = Math.max(block.seen, block.next);
        try {
            while (at < block.end) {
                int next = lengths.end(bytes, at, block.end, block.streamOffset);
                EventType type = lengths.type(bytes[at]);
                if (!slots.take(type, bytes, at) && !vocabulary.take(type, bytes, at, slots, true) && asks) {
                    boolean _ = needs.areKnown(type, bytes, at, slots);
                    if (SampleEvents.STACK_USERS.contains(type)) {
                        slots.emptyCallStack();
                    }
                }
                at = next;
            }
        } finally {
            block.seen = at;
            slots.keep();
        }
    }
}
