package dev.zonecast.tracy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;

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
    private final ArrayDeque<Query> waiting = new ArrayDeque<>();
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
        if (waiting.size() >= MAX_WAITING) {
            return false;
        }
        waiting.add(new Query(type, pointer, 0));
        unanswered++;
        return true;
    }

    /** An answer has come. */
    public void answered() {
        // Answers without a question are ignored.
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
        byte[] packets = new byte[Math.min(credits, waiting.size()) * PACKET_BYTES];
        for (int at = 0; at < packets.length; at += PACKET_BYTES) {
            waiting.remove().putTo(packets, at);
            credits--;
        }
        out.write(packets);
    }

    /** The end of the session, in place of all that waits. */
    public void sendTerminate() throws IOException {
        byte[] packet = new byte[PACKET_BYTES];
        new Query(QueryType.TERMINATE, 0, 0).putTo(packet, 0);
        out.write(packet);
        out.flush();
    }
}
