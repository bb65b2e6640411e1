package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.StackCapture;
import dev.zonecast.core.ring.Switch;

/**
 * A line of text at a moment. {@link #log(String)} copies the text. {@link #literal} registers a constant text once, so that logging it
 * copies nothing.
 *
 * <p>Any thread may call. Texts longer than {@value RingLayout#MAX_TEXT_BYTES} bytes of UTF-8 are cut and counted; null reads "null".
 */
public final class Message {
    /** The viewer chooses the colour. */
    private static final int NO_COLOR = -1;

    private Message() {}

    /** Logs a text of {@link Severity#INFO}. */
    public static void log(String text) {
        write(Severity.INFO, MessageSource.USER, NO_COLOR, text);
    }

    /** Logs a text. */
    public static void log(Severity severity, String text) {
        write(severity, MessageSource.USER, NO_COLOR, text);
    }

    /**
     * Logs a text in a colour.
     *
     * @param rgb 0xRRGGBB
     */
    public static void log(Severity severity, int rgb, String text) {
        write(severity, MessageSource.USER, rgb & 0xFFFFFF, text);
    }

    /**
     * Logs a text of another source. {@link MessageSource#PROFILER} is for tools that report on the profiler.
     *
     * @param rgb 0xRRGGBB
     */
    public static void log(Severity severity, MessageSource source, int rgb, String text) {
        write(severity, source, rgb & 0xFFFFFF, text);
    }

    /**
     * Logs a text with its call stack. A depth of 16 costs the thread about 2 us. It allocates.
     *
     * @param stackDepth number of calls, the caller first: 1 to {@value CallStack#MAX_CALLS}; 0 or less: none
     */
    public static void log(Severity severity, String text, int stackDepth) {
        if (Switch.ON && Gate.isOpen()) {
            write(severity, MessageSource.USER, NO_COLOR, text, StackCapture.take(stackDepth, 1));
        }
    }

    /**
     * Logs a text with a call stack that the caller supplies: {@link CallStack#of(Throwable)}, or an interpreter's.
     *
     * @param stack null or empty: none
     */
    public static void log(Severity severity, String text, CallStack stack) {
        if (Switch.ON && Gate.isOpen()) {
            write(severity, MessageSource.USER, NO_COLOR, text, orNull(stack));
        }
    }

    private static CallStack orNull(CallStack stack) {
        return stack == null || stack.calls().isEmpty() ? null : stack;
    }

    /** Registers a text that is logged often. */
    public static Literal literal(String text) {
        return new Literal(Registry.INSTANCE.names().intern(text));
    }

    private static void write(Severity severity, MessageSource source, int rgb, String text) {
        if (Switch.ON && Gate.isOpen()) {
            write(severity, source, rgb, text, null);
        }
    }

    private static void write(Severity severity, MessageSource source, int rgb, String text, Object stack) {
        Recorder.current().recordText(EventKind.MESSAGE, metadata(severity, source), rgb, String.valueOf(text), stack);
    }

    private static int metadata(Severity severity, MessageSource source) {
        int level = (severity == null ? Severity.INFO : severity).code();
        return level << 4 | (source == null ? MessageSource.USER : source).code();
    }

    /** A registered text. Thread-safe. */
    public static final class Literal {
        private final int stringId;

        private Literal(int stringId) {
            this.stringId = stringId;
        }

        /** Logs the text with {@link Severity#INFO}. */
        public void log() {
            write(Severity.INFO, NO_COLOR);
        }

        /** Logs the text. */
        public void log(Severity severity) {
            write(severity, NO_COLOR);
        }

        /**
         * Logs the text in a colour.
         *
         * @param rgb 0xRRGGBB
         */
        public void log(Severity severity, int rgb) {
            write(severity, rgb & 0xFFFFFF);
        }

        /**
         * Logs the text with its call stack, at the cost of {@link Message#log(Severity, String, int)}.
         *
         * @param stackDepth number of calls, the caller first: 1 to {@value CallStack#MAX_CALLS}; 0 or less: none
         */
        public void logCalls(Severity severity, int stackDepth) {
            if (Switch.ON && Gate.isOpen()) {
                record(severity, NO_COLOR, StackCapture.take(stackDepth, 1));
            }
        }

        /**
         * Logs the text with a call stack that the caller supplies.
         *
         * @param stack null or empty: none
         */
        public void log(Severity severity, CallStack stack) {
            if (Switch.ON && Gate.isOpen()) {
                record(severity, NO_COLOR, orNull(stack));
            }
        }

        private void write(Severity severity, int rgb) {
            if (Switch.ON && Gate.isOpen()) {
                record(severity, rgb, null);
            }
        }

        private void record(Severity severity, int rgb, Object stack) {
            int metadata = metadata(severity, MessageSource.USER);
            Recorder.current().record(EventKind.MESSAGE_LITERAL, metadata, stringId, rgb, 0, stack);
        }
    }
}
