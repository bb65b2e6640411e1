package dev.zonecast.tracy;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Queries on their way to the client. As many are out at once as fit into the socket's buffer, so that sending never blocks: a client
 * that waits for room in the other direction reads none. Each answer gives a credit back.
 */
public final class Questions {
    public static final int PACKET_BYTES = Query.PACKET_BYTES;
    private static final int MAX_CREDITS = 8192;
    private static final int SPARE_CREDITS = 4;
    /** What waits for credits; asking stops beyond it. */
    private static final int MAX_WAITING = 1 << 20;

    private final OutputStream out;
    private byte[] waiting = new byte[64 * PACKET_BYTES];
    private int waitingFrom;
    private int waitingTo;
    private final int maxCredits;
    private int credits;
    private int unanswered;

    /** @param sendBufferBytes of the socket */
    public Questions(OutputStream out, int sendBufferBytes) {
        this.out = out;
        maxCredits = Math.max(1, Math.min(sendBufferBytes / PACKET_BYTES, MAX_CREDITS) - SPARE_CREDITS);
        credits = maxCredits;
    }

    /** Asks with the next {@link #send}. False if far too many questions wait already. */
    public boolean ask(QueryType type, long pointer) {
        if (waitingTo - waitingFrom >= MAX_WAITING * PACKET_BYTES) {
            return false;
        }
        if (waitingTo + PACKET_BYTES > waiting.length) {
            makeRoom();
        }
        packet(type, pointer, waiting, waitingTo);
        waitingTo += PACKET_BYTES;
        unanswered++;
        return true;
    }

    private void makeRoom() {
        int length = waitingTo - waitingFrom;
        byte[] target = length > waiting.length / 2 ? new byte[waiting.length * 2] : waiting;
        System.arraycopy(waiting, waitingFrom, target, 0, length);
        waiting = target;
        waitingFrom = 0;
        waitingTo = length;
    }

    private static void packet(QueryType type, long pointer, byte[] target, int at) {
        target[at] = (byte) type.number();
        Wire.putLong(target, at + Query.POINTER_OFFSET, pointer);
        Wire.putInt(target, at + Query.EXTRA_OFFSET, 0);
    }

    /** An answer has come. */
    public void answered() {
        // A client that answers what nobody asked gains nothing.
        if (unanswered > 0) {
            unanswered--;
            credits = Math.min(credits + 1, maxCredits);
        }
    }

    /** Questions without an answer, sent or not. */
    public int unanswered() {
        return unanswered;
    }

    /** Sends what there are credits for. */
    public void send() throws IOException {
        int count = Math.min(credits, (waitingTo - waitingFrom) / PACKET_BYTES);
        if (count > 0) {
            out.write(waiting, waitingFrom, count * PACKET_BYTES);
            waitingFrom += count * PACKET_BYTES;
            credits -= count;
        }
    }

    /** The end of the session, in place of all that waits. */
    public void sendTerminate() throws IOException {
        byte[] packet = new byte[PACKET_BYTES];
        packet(QueryType.TERMINATE, 0, packet, 0);
        out.write(packet);
        out.flush();
    }
}
