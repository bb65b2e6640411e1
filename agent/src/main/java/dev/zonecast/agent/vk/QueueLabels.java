package dev.zonecast.agent.vk;

import dev.zonecast.core.Zone;
import java.util.Arrays;

/** Labels around submissions to a queue: CPU zones of the thread that submits. One of each thread. */
final class QueueLabels {
    private static final ThreadLocal<QueueLabels> CURRENT = ThreadLocal.withInitial(QueueLabels::new);

    private long[] tokens = new long[8];
    private int depth;

    private QueueLabels() {}

    /** @param label a VkDebugUtilsLabelEXT */
    static void begins(long label) {
        QueueLabels it = CURRENT.get();
        if (it.depth == it.tokens.length) {
            it.tokens = Arrays.copyOf(it.tokens, 2 * it.depth);
        }
        it.tokens[it.depth++] = Zone.begin(Locations.label(label));
    }

    static void ends() {
        QueueLabels it = CURRENT.get();
        if (it.depth > 0) {
            Zone.end(it.tokens[--it.depth]);
        }
    }
}
