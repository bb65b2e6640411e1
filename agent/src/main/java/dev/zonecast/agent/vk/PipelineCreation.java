package dev.zonecast.agent.vk;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.util.Locale;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkBaseInStructure;
import org.lwjgl.vulkan.VkPipelineCreationFeedback;
import org.lwjgl.vulkan.VkPipelineCreationFeedbackCreateInfo;

/**
 * Pipelines that a thread creates right now: a CPU zone with their number, how many came from the cache, and how long the driver took.
 * During the call each create info asks for that feedback; after it the program finds the structures as they were. One thread.
 */
final class PipelineCreation {
    private static final ThreadLocal<PipelineCreation> CURRENT = ThreadLocal.withInitial(PipelineCreation::new);

    /** Of a call with more pipelines, none is asked for feedback. */
    private static final int MOST = 256;

    private static final double NANOS_PER_MILLI = 1e6;

    private Device device;
    private int count;
    private long infos;
    private int infoBytes;
    private boolean asks;
    private boolean graphics;

    /** Handles are written here, or to {@link #array}. */
    private long pipelines;

    private long[] array;

    private final long[] next = new long[MOST];

    /** Addresses of the feedback of each pipeline; 0 if there is none. */
    private final long[] feedback = new long[MOST];

    /** For each pipeline a VkPipelineCreationFeedback, then for each a VkPipelineCreationFeedbackCreateInfo. */
    private long memory;

    private PipelineCreation() {}

    /** The thread's. */
    static PipelineCreation current() {
        return CURRENT.get();
    }

    void into(long handles) {
        pipelines = handles;
        array = null;
    }

    void into(long[] handles) {
        array = handles;
    }

    /**
     * Before the call.
     *
     * @param of null if the agent has not seen the device
     * @param infoSize bytes of a create info
     * @return token of the zone
     */
    long begin(SourceLocation location, Device of, int pipelineCount, long first, int infoSize, boolean areGraphics) {
        device = of;
        count = pipelineCount;
        infos = first;
        infoBytes = infoSize;
        graphics = areGraphics;
        // The hook stays while the agent is off.
        long token = AgentStart.isRecording() ? Zone.begin(location) : 0;
        Zone.value(token, count);
        asks = token != 0 && of != null && count <= MOST && of.hasCreationFeedback();
        if (asks) {
            memory = MemoryUtil.nmemCallocChecked(
                    count, VkPipelineCreationFeedback.SIZEOF + VkPipelineCreationFeedbackCreateInfo.SIZEOF);
            for (int i = 0; i < count; i++) {
                ask(i);
            }
        }
        return token;
    }

    private void ask(int i) {
        long info = infos + (long) infoBytes * i;
        next[i] = MemoryUtil.memGetAddress(info + VkBaseInStructure.PNEXT);
        feedback[i] = 0;
        for (long each = next[i]; each != 0; each = MemoryUtil.memGetAddress(each + VkBaseInStructure.PNEXT)) {
            if (MemoryUtil.memGetInt(each + VkBaseInStructure.STYPE)
                    == VK13.VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO) {
                feedback[i] =
                        MemoryUtil.memGetAddress(each + VkPipelineCreationFeedbackCreateInfo.PPIPELINECREATIONFEEDBACK);
                return;
            }
        }
        feedback[i] = memory + (long) VkPipelineCreationFeedback.SIZEOF * i;
        long request = memory
                + (long) VkPipelineCreationFeedback.SIZEOF * count
                + (long) VkPipelineCreationFeedbackCreateInfo.SIZEOF * i;
        MemoryUtil.memPutInt(
                request + VkPipelineCreationFeedbackCreateInfo.STYPE,
                VK13.VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
        MemoryUtil.memPutAddress(request + VkPipelineCreationFeedbackCreateInfo.PNEXT, next[i]);
        MemoryUtil.memPutAddress(request + VkPipelineCreationFeedbackCreateInfo.PPIPELINECREATIONFEEDBACK, feedback[i]);
        MemoryUtil.memPutAddress(info + VkBaseInStructure.PNEXT, request);
    }

    /** After the call. */
    void end(long token) {
        int cached = 0;
        int known = 0;
        long nanos = 0;
        for (int i = 0; asks && i < count; i++) {
            MemoryUtil.memPutAddress(infos + (long) infoBytes * i + VkBaseInStructure.PNEXT, next[i]);
            int flags = feedback[i] == 0 ? 0 : MemoryUtil.memGetInt(feedback[i] + VkPipelineCreationFeedback.FLAGS);
            if ((flags & VK13.VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT) != 0) {
                known++;
                nanos += MemoryUtil.memGetLong(feedback[i] + VkPipelineCreationFeedback.DURATION);
                cached += (flags & VK13.VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT) == 0 ? 0 : 1;
            }
        }
        if (asks) {
            MemoryUtil.nmemFree(memory);
        }
        if (token != 0) {
            String driver = known == 0
                    ? ""
                    : String.format(
                            Locale.ROOT, ", driver %.2f ms, %d from the cache", nanos / NANOS_PER_MILLI, cached);
            Zone.text(token, count + (count == 1 ? " pipeline" : " pipelines") + driver);
            Zone.end(token);
        }
        for (int i = 0; graphics && device != null && i < count; i++) {
            long pipeline = array != null ? array[i] : MemoryUtil.memGetLong(pipelines + (long) Long.BYTES * i);
            if (pipeline != 0) {
                device.topologies().put(pipeline, infos + (long) infoBytes * i);
            }
        }
        device = null;
        array = null;
    }
}
