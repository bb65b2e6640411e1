package dev.zonecast.agent.gl;

import dev.zonecast.core.Zonecast;
import dev.zonecast.gpu.gl.GpuCtx;
import java.util.Arrays;

/**
 * An OpenGL context of the program's: its GPU zones and counters. A frame's GPU time is divided among passes, one after the other: a pass
 * begins with the first command that draws into another framebuffer, or with a group of the program's, so that each command belongs to
 * one. Passes and groups nest: the edge of a group ends the open pass.
 *
 * <p>One thread at a time: where the context is current.
 */
final class GlContext {
    private static final int GL_READ_FRAMEBUFFER = 0x8CA8;
    private static final int NO_PASS = -1;
    private static final int COMPUTE = -2;

    private final GpuCtx gpu;
    private final PassNames names = new PassNames();
    private final FrameCounters counters;

    /** Where the context is current; null if nowhere. */
    private volatile Thread thread;

    private boolean active;
    private int drawFramebuffer;
    private int width;
    private int height;

    /** What the open pass draws into. */
    private int pass = NO_PASS;

    private long passToken;

    /** Zones of the program's groups that are open; 0 for one that began while nobody listened. */
    private long[] groups = new long[16];

    private int depth;

    /** @param number from 1 on; of the contexts of this process */
    GlContext(int number) {
        String suffix = number == 1 ? "" : " (" + number + ")";
        this.gpu = GpuCtx.builder().name("OpenGL" + suffix).create();
        this.counters = new FrameCounters(suffix);
    }

    boolean isOn(Thread asked) {
        return thread == asked;
    }

    void moveTo(Thread next) {
        thread = next;
        active = Zonecast.isActive() && gpu.isAvailable();
    }

    PassNames names() {
        return names;
    }

    FrameCounters counters() {
        return counters;
    }

    // --- frames

    void frameEnds() {
        endPass();
        for (int i = depth - 1; i >= 0; i--) {
            end(groups[i]);
            groups[i] = 0;
        }
    }

    void frameBegins() {
        counters.publish();
        gpu.collect();
        active = Zonecast.isActive() && gpu.isAvailable();
        if (active) {
            passToken = gpu.begin(PassNames.OTHER);
        }
    }

    // --- passes

    void bindFramebuffer(int target, int framebuffer) {
        if (target != GL_READ_FRAMEBUFFER) {
            drawFramebuffer = framebuffer;
        }
    }

    void deleteFramebuffer(int framebuffer) {
        names.delete(framebuffer);
        if (framebuffer != 0 && framebuffer == drawFramebuffer) {
            drawFramebuffer = 0;
        }
    }

    void attach(int attachment) {
        names.attach(drawFramebuffer, attachment);
    }

    void viewport(int newWidth, int newHeight) {
        width = newWidth;
        height = newHeight;
    }

    /** A command that draws into the bound framebuffer comes. */
    void work() {
        workOn(drawFramebuffer);
    }

    void workOn(int framebuffer) {
        if (active && pass != framebuffer) {
            endPass();
            pass = framebuffer;
            passToken = gpu.begin(names.pass(framebuffer, width, height));
        }
    }

    void dispatch() {
        counters.dispatch();
        if (active && pass != COMPUTE) {
            endPass();
            pass = COMPUTE;
            passToken = gpu.begin(PassNames.COMPUTE);
        }
    }

    private void endPass() {
        end(passToken);
        passToken = 0;
        pass = NO_PASS;
    }

    private void end(long token) {
        if (token != 0) {
            gpu.end(token);
        }
    }

    void pushGroup(String text) {
        endPass();
        if (depth == groups.length) {
            groups = Arrays.copyOf(groups, 2 * depth);
        }
        groups[depth++] = active ? gpu.begin(names.group(text)) : 0;
    }

    void popGroup() {
        endPass();
        if (depth > 0) {
            end(groups[--depth]);
        }
    }

    /** Before the context is destroyed, while it is current. */
    void close() {
        frameEnds();
        gpu.close();
        active = false;
    }
}
