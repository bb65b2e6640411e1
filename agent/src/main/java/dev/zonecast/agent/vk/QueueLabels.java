package dev.zonecast.agent.vk;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.core.Zone;
import java.util.Arrays;

/**
 * Labels around submissions to a queue: CPU zones of the thread that submits. Beside zones of methods, which may end between begin and end
 * of a label, there are none. One of each thread.
 */
final class QueueLabels {
    private static final ThreadLocal<QueueLabels> CURRENT = ThreadLocal.withInitial(QueueLabels::new);

    private long[] tokens = new long[8];
    private int depth;
    private int epoch = AgentStart.epoch();

    private QueueLabels() {}

    /** The thread's. Labels of another epoch end: their own ends were not seen. */
    private static QueueLabels current() {
        QueueLabels it = CURRENT.get();
        if (it.epoch != AgentStart.epoch()) {
            it.epoch = AgentStart.epoch();
            while (it.depth > 0) {
                Zone.end(it.tokens[--it.depth]);
            }
        }
        return it;
    }

    /** @param label a VkDebugUtilsLabelEXT */
    static void begins(long label) {
        QueueLabels it = current();
        if (it.depth == it.tokens.length) {
            it.tokens = Arrays.copyOf(it.tokens, 2 * it.depth);
        }
        boolean isZone = AgentStart.isRecording() && !AgentStart.hasOtherZones();
        it.tokens[it.depth++] = isZone ? Zone.begin(Locations.label(label)) : 0;
    }

    static void ends() {
        QueueLabels it = current();
        if (it.depth > 0) {
            Zone.end(it.tokens[--it.depth]);
        }
    }
}
