package dev.zonecast.fxt;

import java.io.IOException;

/**
 * Begins and ends that are word for word the same as one before, but for their time: most of what a trace is made of. A handler gets
 * for them what it made of the first one, and nothing is decoded but the time. What the words mean is in tables, so that all is
 * forgotten when one changes.
 */
final class RepeatedEvents {
    /** Header, time, two arguments. */
    private static final int MAX_WORDS = 4;

    private static final int WORD = FxtLayout.WORD_BYTES;
    private static final int SLOT_BITS = 12;

    private static final class Shape {
        private long header;
        private long third;
        private long fourth;
        private int bytes;
        private int generation;
        private Object template;
    }

    private final RecordInput input;
    private final FxtHandler handler;
    /** By hash of the header; the latest one stays. */
    private final Shape[] shapes = new Shape[1 << SLOT_BITS];

    private int generation = 1;

    RepeatedEvents(RecordInput input, FxtHandler handler) {
        this.input = input;
        this.handler = handler;
    }

    private static int slot(long header) {
        // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
        return (int) ((header * 0x9E37_79B9_7F4A_7C15L) >>> (Long.SIZE - SLOT_BITS));
    }

    /** A table has changed. */
    void forget() {
        generation++;
    }

    /** Remembers the event that is at the front of the window and that the handler has had. */
    void learn(long header, int words, FxtEvent event) throws IOException {
        if (words > MAX_WORDS || event.type < FxtLayout.DURATION_BEGIN || event.type > FxtLayout.DURATION_END) {
            return;
        }
        Object template = handler.template(event);
        if (template == null) {
            return;
        }
        int at = input.position();
        int slot = slot(header);
        Shape shape = shapes[slot];
        if (shape == null) {
            shape = new Shape();
            shapes[slot] = shape;
        }
        shape.header = header;
        shape.third = words > 2 ? input.word(at + 2 * WORD) : 0;
        shape.fourth = words > 3 ? input.word(at + 3 * WORD) : 0;
        shape.bytes = words * WORD;
        shape.generation = generation;
        shape.template = template;
    }

    /** Hands on such events from the front of the window, up to the first that is none. */
    void handOn(Provider provider) throws IOException {
        int at = input.position();
        // A shorter last record is read as any other.
        int end = at + input.remaining() - MAX_WORDS * WORD;
        while (at <= end) {
            long header = input.word(at);
            Shape shape = shapes[slot(header)];
            if (shape == null
                    || shape.header != header
                    || shape.generation != generation
                    || (shape.bytes > 2 * WORD && shape.third != input.word(at + 2 * WORD))
                    || (shape.bytes > 3 * WORD && shape.fourth != input.word(at + 3 * WORD))) {
                break;
            }
            handler.repeated(shape.template, provider.nanos(input.word(at + WORD)));
            at += shape.bytes;
        }
        input.moveTo(at);
    }
}
