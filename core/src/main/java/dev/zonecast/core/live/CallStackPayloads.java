package dev.zonecast.core.live;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.ByteArrayOutputStream;
import java.util.IdentityHashMap;

/**
 * Call stacks in the form of {@link EventType#CALLSTACK_ALLOC_PAYLOAD}: a count, and for each call its line, function and file. What
 * was made of a stack is kept, as the collector gives the same object for the same calls; the table starts over when it is full.
 *
 * <p>Owned by the collector's thread.
 */
final class CallStackPayloads {
    private static final int MAX_KEPT = 4096;

    /** Of a function or file: two a call, so that the deepest stack has a length of 16 bits. */
    private static final int MAX_NAME_BYTES = 500;

    private final IdentityHashMap<CallStack, byte[]> kept = new IdentityHashMap<>();

    byte[] of(CallStack stack) {
        byte[] known = kept.get(stack);
        if (known != null) {
            return known;
        }
        if (kept.size() >= MAX_KEPT) {
            kept.clear();
        }
        byte[] made = encoded(stack);
        kept.put(stack, made);
        return made;
    }

    private static byte[] encoded(CallStack stack) {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.write(stack.calls().size());
        byte[] number = new byte[Integer.BYTES];
        for (CallStack.Call call : stack.calls()) {
            Wire.putInt(number, 0, call.line());
            payload.write(number, 0, Integer.BYTES);
            writeName(payload, call.function());
            writeName(payload, call.file());
        }
        return payload.toByteArray();
    }

    private static void writeName(ByteArrayOutputStream payload, String name) {
        Utf8Text text = Utf8Text.of(name);
        int length = text.prefixBytes(MAX_NAME_BYTES);
        byte[] number = new byte[Short.BYTES];
        Wire.putShort(number, 0, length);
        payload.write(number, 0, Short.BYTES);
        payload.write(text.toBytes(), 0, length);
    }
}
