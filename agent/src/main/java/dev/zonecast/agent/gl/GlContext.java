package dev.zonecast.agent.gl;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.agent.FrameCounters;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.gl.GlPresentTimes;
import dev.zonecast.gpu.gl.GpuCtx;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.lwjgl.opengl.GL11;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GLCapabilities;

/**
 * An OpenGL context of the program's: its GPU zones and counters. A frame's GPU time is divided among passes, one after the other: a pass
 * begins with the first command that draws into another framebuffer, or with a group of the program's, so that each command belongs to
 * one. Passes and groups nest: the edge of a group ends the open pass.
 *
 * <p>The thread has a zone of the same name from the pass's first command to the next pass's. It nests with what other hooks record, but not
 * with zones of methods, which may end between begin and end of a pass: beside those there is none.
 *
 * <p>One thread at a time: where the context is current.
 */
final class GlContext {
    private static final int GL_COMPILE = 0x1300;
    private static final int GL_READ_FRAMEBUFFER = 0x8CA8;
    private static final int GL_PIXEL_UNPACK_BUFFER = 0x88EC;
    private static final int NO_PASS = -1;
    private static final int COMPUTE = -2;

    /** Zones of single draw calls in a frame; later ones have none. */
    private static final int MOST_DRAWS = 20_000;

    /** How long the end of a context waits for the GPU, so that the last frame has its zones. */
    private static final long CLOSE_LIMIT_NANOS = 100_000_000;

    /** A context without frames publishes its counters and has its zones collected so often. */
    private static final long COLLECT_NANOS = 20_000_000;

    /** A context with frames reads the clock once in so many commands. */
    private static final int COMMANDS_PER_READING = 1 << 10;

    /** The agent does not know displays. The base set has one window. */
    private static final int DISPLAY = 0;

    private static final SourceLocation ASK_PRESENTATION =
            CpuHooks.waiting("ask when frames were shown", "glXGetSyncValuesOML");

    private final int number;
    private final GpuCtx gpu;
    private final PassNames names;
    private final FrameCounters counters;

    /** Where the context is current; null if nowhere. */
    private volatile Thread thread;

    /** When it became current there. */
    private int epoch;

    private final FramePictures pictures = new FramePictures();

    /** Null until the first swap with the option {@code presentation}. */
    GlPresentTimes presentTimes;

    private boolean active;

    /** Has frames: false before the first one, and when none has ended for long. */
    private boolean swaps;

    /** Frames so far, and how often it was collected without any. */
    private int frame;

    private long collected = System.nanoTime();

    /** Since the last frame. */
    private int commands;

    private int drawFramebuffer;
    private int readFramebuffer;
    private int unpackBuffer;
    private int program;
    private int width;
    private int height;

    /** What the open pass draws into. */
    private int pass = NO_PASS;

    private long passToken;
    private long threadPassToken;
    private long drawToken;
    private int drawsShown;

    /** Zones of the program's groups that are open; 0 for one that began while nobody listened. */
    private long[] groups = new long[16];

    private long[] threadGroups = new long[16];

    private int depth;

    /** Not 0 while commands get into a display list: a query would too, and run with each call of the list. */
    private int listMode;

    /**
     * A context that is current nowhere.
     *
     * @param number from 1 on; of the contexts of this process
     * @param labels of its objects
     */
    GlContext(int number, ObjectLabels labels) {
        String suffix = number == 1 ? "" : " (" + number + ")";
        this.number = number;
        this.names = new PassNames(labels);
        this.gpu = GpuCtx.builder().name("OpenGL" + suffix).create();
        this.counters = new FrameCounters("OpenGL", suffix);
    }

    int number() {
        return number;
    }

    /** False in another epoch than it was entered in: nobody knows where it is current then. */
    boolean isOn(Thread asked) {
        return thread == asked && epoch == AgentStart.epoch();
    }

    PassNames names() {
        return names;
    }

    FrameCounters counters() {
        return counters;
    }

    // --- where it is current

    /** It is current on this thread, after another thread or context. */
    void enter() {
        if (thread == Thread.currentThread()) {
            endAll();
        } else if (thread != null) {
            // Its thread ended, or released it unseen: the zones of that thread cannot end here.
            forget();
        }
        if (epoch != AgentStart.epoch()) {
            epoch = AgentStart.epoch();
            forgetState();
        }
        show();
        active = mayRecord();
    }

    /** The agent was off: what is bound and named, and how many groups are open, is not known. */
    private void forgetState() {
        depth = 0;
        drawFramebuffer = 0;
        readFramebuffer = 0;
        unpackBuffer = 0;
        program = 0;
        names.forget(epoch);
        pictures.forgetSize();
        int[] viewport = new int[4];
        if (GlContexts.capabilities() instanceof GLCapabilities) {
            GL11C.glGetIntegerv(GL11C.GL_VIEWPORT, viewport);
        }
        viewport(viewport[0], viewport[1], viewport[2], viewport[3]);
        if (listMode != 0) {
            int mode = GL11C.glGetInteger(GL11.GL_LIST_MODE);
            if (mode == 0) {
                endList();
            } else {
                listMode = mode;
            }
        }
    }

    private boolean mayRecord() {
        return listMode == 0 && AgentStart.isRecording() && gpu.isAvailable();
    }

    /** Hooks do not find it, until {@link #show}. */
    void hide() {
        thread = null;
    }

    /** On the thread where it is current. */
    void show() {
        thread = Thread.currentThread();
    }

    /** Before it is no longer current on this thread. */
    void leave() {
        if (isOn(Thread.currentThread())) {
            endAll();
            gpu.collect();
            thread = null;
            active = false;
        }
    }

    private void forget() {
        pass = NO_PASS;
        passToken = 0;
        threadPassToken = 0;
        drawToken = 0;
        Arrays.fill(groups, 0);
        Arrays.fill(threadGroups, 0);
    }

    // --- frames

    /** All of a frame is drawn. */
    void endAll() {
        endPass();
        for (int i = depth - 1; i >= 0; i--) {
            endGroup(i);
        }
    }

    /** Between the frame's last command and the swap. No hook sees what it calls. */
    void takePicture() {
        long token = active ? gpu.begin(PassNames.PICTURE) : 0;
        pictures.take();
        end(token);
    }

    /** Before a swap of the base set's window. */
    void askPresentation() {
        if (presentTimes == null) {
            presentTimes = GlPresentTimes.ofCurrent(DISPLAY);
        }
        if (presentTimes.isAvailable()) {
            long token = Zone.begin(ASK_PRESENTATION);
            presentTimes.beforeSwap();
            Zone.end(token);
        }
    }

    void frameBegins() {
        swaps = true;
        commands = 0;
        collected = System.nanoTime();
        counters.frameEnds(collected);
        endRound();
    }

    private void endRound() {
        frame++;
        drawsShown = 0;
        collectZones();
    }

    private void collectZones() {
        gpu.collect();
        active = mayRecord();
    }

    /** With each command. A context that loads for others, draws into textures only, or has a hidden window makes no swaps. */
    private void collectNowAndThen() {
        // What is counted until the end of a list never runs.
        if (listMode != 0 || (swaps && ++commands % COMMANDS_PER_READING != 0)) {
            return;
        }
        long now = System.nanoTime();
        if (now - collected > COLLECT_NANOS) {
            collected = now;
            swaps = !counters.publishWithoutFrames(now);
            if (swaps) {
                collectZones();
            } else {
                endRound();
            }
            if (!active) {
                endPass();
            }
        }
    }

    // --- display lists

    /** A display list begins. Zones end before it. */
    void newList(int mode) {
        endAll();
        listMode = mode;
        active = false;
        if (mode == GL_COMPILE) {
            counters.beginUncounted();
        }
    }

    void endList() {
        if (listMode == GL_COMPILE) {
            counters.endUncounted();
        }
        listMode = 0;
        active = mayRecord();
    }

    // --- passes

    void bindFramebuffer(int target, int framebuffer) {
        if (target != GL_READ_FRAMEBUFFER) {
            drawFramebuffer = framebuffer;
        }
        if (target == GL_READ_FRAMEBUFFER || target == PassNames.GL_FRAMEBUFFER) {
            readFramebuffer = framebuffer;
        }
    }

    void deleteFramebuffer(int framebuffer) {
        if (framebuffer > 0 && framebuffer == pass) {
            // The next one may get its number.
            endPass();
        }
        names.delete(framebuffer);
        if (framebuffer == drawFramebuffer) {
            drawFramebuffer = 0;
        }
        if (framebuffer == readFramebuffer) {
            readFramebuffer = 0;
        }
    }

    void bindBuffer(int target, int buffer) {
        if (target == GL_PIXEL_UNPACK_BUFFER) {
            unpackBuffer = buffer;
        }
        counters.stateChange();
    }

    void deleteBuffer(int buffer) {
        if (buffer == unpackBuffer) {
            unpackBuffer = 0;
        }
    }

    /** With it, the address of pixels is an offset in the buffer. */
    boolean hasUnpackBuffer() {
        return unpackBuffer != 0;
    }

    void attach(int target, int attachment, int kind, int object) {
        names.attach(target == GL_READ_FRAMEBUFFER ? readFramebuffer : drawFramebuffer, attachment, kind, object);
    }

    void viewport(int x, int y, int newWidth, int newHeight) {
        width = newWidth;
        height = newHeight;
        pictures.viewport(x + newWidth, y + newHeight);
    }

    void useProgram(int newProgram) {
        program = newProgram;
        counters.stateChange();
    }

    /** A command that draws into the bound framebuffer comes. */
    void work() {
        workOn(drawFramebuffer);
    }

    void workOn(int framebuffer) {
        if (framebuffer == 0) {
            pictures.drawnToScreen();
        }
        collectNowAndThen();
        if (active) {
            if (pass != framebuffer) {
                beginPass(framebuffer, names.pass(framebuffer, width, height, frame));
            } else if (drawToken != 0) {
                endDraw();
            }
        }
    }

    /** A draw call comes. Its zone ends with the next command of the pass. */
    void draw() {
        workOn(drawFramebuffer);
        if (active && drawsShown < MOST_DRAWS && AgentStart.hookOptions().draws()) {
            drawsShown++;
            drawToken = gpu.begin(names.draw(program));
        }
    }

    /** A command comes that copies or uploads. It belongs to the open pass, and ends the zone of the draw before it. */
    void transfer() {
        collectNowAndThen();
        if (active) {
            endDraw();
            if (passToken == 0 && depth == 0) {
                passToken = gpu.begin(PassNames.OTHER);
            }
        }
    }

    void dispatch() {
        counters.dispatch();
        collectNowAndThen();
        if (active && pass != COMPUTE) {
            beginPass(COMPUTE, PassNames.COMPUTE);
        }
    }

    private void beginPass(int framebuffer, SourceLocation location) {
        endPass();
        pass = framebuffer;
        threadPassToken = beginOnThread(location);
        passToken = gpu.begin(location);
    }

    /** Passes and groups are zones of the thread too, beside no others. */
    private static long beginOnThread(SourceLocation location) {
        return AgentStart.hasOtherZones() ? 0 : Zone.begin(location);
    }

    private void endPass() {
        endDraw();
        end(passToken);
        Zone.end(threadPassToken);
        passToken = 0;
        threadPassToken = 0;
        pass = NO_PASS;
    }

    private void endDraw() {
        end(drawToken);
        drawToken = 0;
    }

    private void end(long token) {
        if (token != 0) {
            gpu.end(token);
        }
    }

    void pushGroup(String text) {
        endPass();
        collectNowAndThen();
        if (depth == groups.length) {
            groups = Arrays.copyOf(groups, 2 * depth);
            threadGroups = Arrays.copyOf(threadGroups, 2 * depth);
        }
        SourceLocation location = active ? names.group(text) : null;
        threadGroups[depth] = active ? beginOnThread(location) : 0;
        groups[depth++] = active ? gpu.begin(location) : 0;
    }

    void popGroup() {
        endPass();
        if (depth > 0) {
            endGroup(--depth);
        }
    }

    private void endGroup(int at) {
        end(groups[at]);
        Zone.end(threadGroups[at]);
        groups[at] = 0;
        threadGroups[at] = 0;
    }

    /** Before the context is destroyed. Where it is not current, zones that the GPU has not finished are counted as dropped. */
    void close() {
        if (isOn(Thread.currentThread())) {
            endAll();
            hide();
            pictures.close();
            awaitZones();
        }
        counters.close(System.nanoTime());
        gpu.close();
        active = false;
        thread = null;
    }

    /** The GPU finishes the last frame. */
    private void awaitZones() {
        long deadline = System.nanoTime() + CLOSE_LIMIT_NANOS;
        gpu.collect();
        while (gpu.statistics().outstandingQueries() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(CLOSE_LIMIT_NANOS / 1_000);
            gpu.collect();
        }
    }
}
