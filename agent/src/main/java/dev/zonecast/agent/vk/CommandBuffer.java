package dev.zonecast.agent.vk;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.gpu.vk.VkGpuCtx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;

/**
 * A command buffer of the program's: its GPU zones and what it counts. Passes and labels nest: the edge of a pass or label ends the open
 * run, which is the zone of commands of one kind between passes. Vulkan lets one thread at a time record or submit it.
 */
final class CommandBuffer {
    private static final byte LABEL = 0;

    /** A label that ends inside the pass that it holds: its zone ends with the pass. */
    private static final byte ENDED_LABEL = 1;

    private static final byte PASS = 2;
    private static final byte SUBPASS = 3;

    private final VkCommandBuffer buffer;
    private final Device device;
    private final QueueFamily family;
    private final boolean secondary;

    /** Null while its recording can have no zones. */
    private VkGpuCtx gpu;

    private boolean reusable;
    private boolean recorded;
    private boolean submitted;

    /** Place of the open run; null: none is open. */
    private SourceLocation run;

    private long runToken;

    /** Zones of labels and passes that are open; 0 for one without a zone. */
    private long[] open = new long[16];

    private byte[] kinds = new byte[16];

    /** Where labels stand; null for passes. */
    private SourceLocation[] labels = new SourceLocation[16];

    private int depth;
    private boolean inPass;

    /**
     * No timestamp may be written: the pass has several views, it may hold secondary command buffers only, or it is suspended.
     */
    private boolean mute;

    /** No command came so far: the recording may begin where a pass is suspended. Labels get their zones with the first command. */
    private boolean fresh;

    private boolean multiview;

    /** Where the subpasses of the open pass stand; empty if it has one only. */
    private List<SourceLocation> subpasses = List.of();

    private int subpass;

    private SourceLocation resumed;
    private boolean suspends;

    private int topology = Topologies.UNKNOWN;

    /** As a command set it last: it holds for all pipelines that leave it to commands. */
    private int dynamicTopology = Topologies.UNKNOWN;

    private long draws;
    private long instances;
    private long primitives;
    private long dispatches;
    private long copies;
    private final List<CommandBuffer> executed = new ArrayList<>();

    CommandBuffer(VkCommandBuffer buffer, Device device, QueueFamily family, boolean secondary) {
        this.buffer = buffer;
        this.device = device;
        this.family = family;
        this.secondary = secondary;
    }

    long handle() {
        return buffer.address();
    }

    Device device() {
        return device;
    }

    // --- recordings

    /**
     * Its recording has begun.
     *
     * @param info a VkCommandBufferBeginInfo
     */
    void begins(long info) {
        clear();
        int flags = MemoryUtil.memGetInt(info + VkCommandBufferBeginInfo.FLAGS);
        inPass = secondary && (flags & VK10.VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT) != 0;
        mute = inPass && Multiview.inherits(info, device.names());
        fresh = !inPass;
        boolean once = (flags & VK10.VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT) != 0;
        boolean overlaps = !once && (flags & VK10.VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT) != 0;
        discard();
        // Zones that began in the midst of a recording would have no queries of their own.
        gpu = overlaps || !AgentStart.isRecording() ? null : family.context();
        if (overlaps) {
            device.sayOverlaps();
        } else if (!once && gpu != null) {
            gpu.recordReusable(buffer);
        }
        reusable = !once;
        recorded = true;
        submitted = false;
    }

    private void clear() {
        run = null;
        runToken = 0;
        Arrays.fill(open, 0, depth, 0);
        depth = 0;
        suspends = false;
        resumed = null;
        topology = Topologies.UNKNOWN;
        dynamicTopology = Topologies.UNKNOWN;
        draws = 0;
        instances = 0;
        primitives = 0;
        dispatches = 0;
        copies = 0;
        executed.clear();
    }

    /** Its recording is gone, by a reset, a new one, or because it is freed. */
    void discard() {
        if (gpu != null && recorded && (reusable || !submitted)) {
            gpu.discard(buffer);
        }
        recorded = false;
    }

    /** Before its recording ends. */
    void ends() {
        start();
        endRun();
        endZones(0);
        depth = 0;
        inPass = false;
    }

    /** Its next submission waits for a semaphore, or signals it. */
    void link(long semaphore, long value, boolean signals) {
        if (gpu != null && signals) {
            gpu.signals(buffer, semaphore, value);
        } else if (gpu != null) {
            gpu.waits(buffer, semaphore, value);
        }
    }

    /** Before it is submitted. */
    void submits() {
        device.counters().add(draws, instances, primitives, dispatches, copies);
        runs();
    }

    private void runs() {
        if (gpu != null) {
            if (reusable && submitted) {
                gpu.resubmit(buffer);
            } else if (secondary) {
                gpu.submitSecondary(buffer);
            } else {
                gpu.submit(buffer);
            }
        }
        submitted = true;
        for (int i = 0; i < executed.size(); i++) {
            executed.get(i).runs();
        }
    }

    // --- zones

    private long begin(SourceLocation location) {
        return gpu == null || mute || fresh ? 0 : gpu.begin(location, buffer);
    }

    private void end(long token) {
        if (token != 0 && !mute) {
            gpu.end(token, buffer);
        }
    }

    private void push(byte kind, SourceLocation label, long token) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            kinds = Arrays.copyOf(kinds, 2 * depth);
            labels = Arrays.copyOf(labels, 2 * depth);
        }
        kinds[depth] = kind;
        labels[depth] = label;
        open[depth++] = token;
    }

    /** Ends the zones of passes and labels from one on: those inside the first end with it. */
    private void endZones(int from) {
        int first = from;
        while (first < depth && open[first] == 0) {
            first++;
        }
        if (first < depth) {
            end(open[first]);
            Arrays.fill(open, first, depth, 0);
        }
    }

    /** Begins the zones of labels that are open and have none. */
    private void beginLabels() {
        for (int i = 0; i < depth; i++) {
            if (kinds[i] == LABEL && labels[i] != null && open[i] == 0) {
                open[i] = begin(labels[i]);
            }
        }
    }

    /** A command comes that resumes no pass. */
    private void start() {
        if (fresh) {
            fresh = false;
            beginLabels();
        }
    }

    private void run(SourceLocation next) {
        start();
        if (run != next && !inPass) {
            endRun();
            run = next;
            runToken = begin(next);
        }
    }

    private void endRun() {
        end(runToken);
        runToken = 0;
        run = null;
    }

    /** Before a pass begins. */
    void passBegins(SourceLocation location, boolean isMute) {
        start();
        endRun();
        push(PASS, null, begin(location));
        inPass = true;
        mute = isMute;
    }

    /** Before a render pass and its first subpass begin. */
    void renderPassBegins(
            SourceLocation location,
            List<SourceLocation> itsSubpasses,
            boolean isMultiview,
            boolean holdsSecondaryBuffers) {
        multiview = isMultiview;
        subpasses = itsSubpasses;
        subpass = 0;
        passBegins(location, isMultiview || holdsSecondaryBuffers);
        beginSubpass();
    }

    private void beginSubpass() {
        if (!mute && subpass < subpasses.size()) {
            push(SUBPASS, null, begin(subpasses.get(subpass)));
        }
    }

    /** Before the next subpass begins. */
    void subpassEnds(boolean nextHoldsSecondaryBuffers) {
        endAll(SUBPASS);
        mute = multiview || nextHoldsSecondaryBuffers;
    }

    /** The next subpass has begun. */
    void subpassBegan() {
        subpass++;
        beginSubpass();
    }

    /**
     * Before dynamic rendering begins. Between a part that is suspended and the part that resumes it no timestamp may be written: the
     * zones of a part lie inside it, those of labels around it too.
     */
    void renderingBegins(SourceLocation location, boolean isMute, boolean resumes, boolean suspendsAtEnd) {
        suspends = suspendsAtEnd;
        if (!resumes && !(suspendsAtEnd && isMute)) {
            passBegins(location, isMute);
            return;
        }
        fresh = false;
        endRun();
        endZones(0);
        push(PASS, null, 0);
        inPass = true;
        mute = isMute;
        resumed = isMute ? null : location;
    }

    /** It has begun. */
    void renderingBegan() {
        if (resumed != null) {
            beginLabels();
            open[depth - 1] = begin(resumed);
            resumed = null;
        }
    }

    /** Before dynamic rendering ends. */
    void renderingEnds() {
        if (suspends) {
            endZones(0);
        }
    }

    /** After a pass has ended, or a part of one. */
    void passEnded() {
        boolean wasMute = mute;
        inPass = false;
        mute = suspends;
        suspends = false;
        endAll(ENDED_LABEL);
        if (wasMute) {
            beginLabels();
        }
    }

    /** Ends the zones of a kind and of later kinds. With them end the zones of labels in them that the program leaves open. */
    private void endAll(byte least) {
        int first = depth;
        int kept = 0;
        for (int i = 0; i < depth; i++) {
            if (kinds[i] >= least) {
                first = Math.min(first, i);
            } else {
                // The zone of a label in a pass does not begin again.
                labels[kept] = i < first ? labels[i] : null;
                kinds[kept++] = kinds[i];
            }
        }
        endZones(first);
        depth = kept;
    }

    void labelBegins(long label) {
        if (!inPass) {
            endRun();
        }
        SourceLocation location = gpu == null ? null : Locations.label(label);
        push(LABEL, location, begin(location));
    }

    void labelEnds() {
        // Empty labels have zones too.
        start();
        if (!inPass) {
            endRun();
        }
        if (depth > 0 && kinds[depth - 1] == LABEL) {
            end(open[--depth]);
            return;
        }
        // It began before the pass that is open.
        for (int i = depth - 1; i >= 0; i--) {
            if (kinds[i] == LABEL) {
                kinds[i] = ENDED_LABEL;
                return;
            }
        }
    }

    // --- commands

    void bindGraphicsPipeline(long pipeline) {
        int own = device.topologies().of(pipeline);
        topology = own == Topologies.DYNAMIC ? dynamicTopology : own;
    }

    void topology(int changed) {
        topology = changed;
        dynamicTopology = changed;
    }

    void draw() {
        draws++;
    }

    void draw(int count, int times) {
        draws++;
        instances += times;
        primitives += (long) Topologies.primitives(topology, count) * times;
    }

    void dispatch() {
        dispatches++;
        run(Locations.COMPUTE);
    }

    void traceRays() {
        dispatches++;
        run(Locations.RAYS);
    }

    void buildsAccelerationStructure() {
        run(Locations.RAYS);
    }

    void transfer() {
        copies++;
        run(Locations.TRANSFER);
    }

    /** A barrier, a reset, an event: it belongs to the open run, if there is one. */
    void other() {
        if (run == null) {
            run(Locations.OTHER);
        }
    }

    /** Before it executes a secondary command buffer, whose zones lie in the open pass or a run of its own. */
    void executes(CommandBuffer secondary) {
        run(Locations.SECONDARY);
        draws += secondary.draws;
        instances += secondary.instances;
        primitives += secondary.primitives;
        dispatches += secondary.dispatches;
        copies += secondary.copies;
        executed.add(secondary);
    }
}
