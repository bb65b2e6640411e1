package dev.zonecast.agent.gl;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL32C;

/** What a context was asked to do in a frame, as plots. One thread at a time, that of the context. */
final class FrameCounters {
    private final Plot draws;
    private final Plot instances;
    private final Plot primitives;
    private final Plot dispatches;
    private final Plot transfers;
    private final Plot stateChanges;
    private final Plot uploadedBytes;

    private long drawn;
    private long drawnInstances;
    private long drawnPrimitives;
    private long dispatched;
    private long transferred;
    private long changed;
    private long uploaded;

    /** @param suffix of the plots' names, for a second context */
    FrameCounters(String suffix) {
        draws = plot("draw calls", suffix);
        instances = plot("instances", suffix);
        primitives = plot("primitives", suffix);
        dispatches = plot("dispatches", suffix);
        transfers = plot("GPU copies", suffix);
        stateChanges = plot("state changes", suffix);
        uploadedBytes = Plot.builder("uploaded" + suffix)
                .format(PlotFormat.MEMORY)
                .step(true)
                .create();
    }

    private static Plot plot(String name, String suffix) {
        return Plot.builder(name + suffix).step(true).create();
    }

    /** A draw whose size only the GPU or a display list knows. */
    void draw() {
        drawn++;
    }

    void draw(int mode, int count, int times) {
        drawn++;
        drawnInstances += times;
        drawnPrimitives += (long) primitives(mode, count) * times;
    }

    private static int primitives(int mode, int count) {
        return switch (mode) {
            case GL11C.GL_LINES -> count / 2;
            case GL11C.GL_LINE_STRIP -> Math.max(0, count - 1);
            case GL11C.GL_TRIANGLES -> count / 3;
            case GL11C.GL_TRIANGLE_STRIP, GL11C.GL_TRIANGLE_FAN -> Math.max(0, count - 2);
            case GL32C.GL_LINES_ADJACENCY -> count / 4;
            case GL32C.GL_LINE_STRIP_ADJACENCY -> Math.max(0, count - 3);
            case GL32C.GL_TRIANGLES_ADJACENCY -> count / 6;
            case GL32C.GL_TRIANGLE_STRIP_ADJACENCY -> Math.max(0, (count - 4) / 2);
            // Points, loops; patches, whose size is not known here.
            default -> count;
        };
    }

    void dispatch() {
        dispatched++;
    }

    void transfer() {
        transferred++;
    }

    void stateChange() {
        changed++;
    }

    void uploaded(long bytes) {
        uploaded += bytes;
    }

    /** The frame ends here. */
    void publish() {
        draws.set(drawn);
        instances.set(drawnInstances);
        primitives.set(drawnPrimitives);
        dispatches.set(dispatched);
        transfers.set(transferred);
        stateChanges.set(changed);
        uploadedBytes.set(uploaded);
        drawn = 0;
        drawnInstances = 0;
        drawnPrimitives = 0;
        dispatched = 0;
        transferred = 0;
        changed = 0;
        uploaded = 0;
    }
}
