package example;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.nanovg.NanoVG.*;
import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.event.EventSink;
import java.time.Duration;
import org.lwjgl.nanovg.NVGColor;
import org.lwjgl.nanovg.NanoVGGL3;
import org.lwjgl.opengl.GL;

/** A frame graph in the game's own window: a sink gets the frames, NanoVG draws a column for each. */
public final class Overlay implements EventSink {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 160;
    private static final float PIXELS_PER_MILLI = 3;

    /** The collector's thread writes a column, then their number. The drawing thread reads in the other order. */
    private final float[] millis = new float[WIDTH / 4];

    private volatile int columns;
    private long lastMark;

    @Override
    public String description() {
        return "frame graph";
    }

    @Override
    public void event(Event event) {
        if (event.kind() == EventKind.FRAME_MARK) {
            if (lastMark != 0) {
                millis[columns % millis.length] = (event.nanos() - lastMark) / 1e6f;
                columns = columns + 1;
            }
            lastMark = event.nanos();
        }
    }

    private void draw(long nvg) {
        int end = columns;
        nvgBeginFrame(nvg, WIDTH, HEIGHT, 1);
        try (NVGColor color = NVGColor.malloc()) {
            for (int i = Math.max(0, end - millis.length); i < end; i++) {
                float value = millis[i % millis.length];
                nvgBeginPath(nvg);
                nvgRect(nvg, i % millis.length * 4, HEIGHT - value * PIXELS_PER_MILLI, 3, value * PIXELS_PER_MILLI);
                nvgFillColor(nvg, value > 20 ? nvgRGBf(0.9f, 0.3f, 0.2f, color) : nvgRGBf(0.3f, 0.8f, 0.3f, color));
                nvgFill(nvg);
            }
        }
        nvgEndFrame(nvg);
    }

    /** Draws until the window is closed or as many frames as {@code -Dframes} says. */
    public static void main(String[] arguments) throws InterruptedException {
        long window = openWindow(Boolean.getBoolean("headless"));
        long nvg = NanoVGGL3.nvgCreate(NanoVGGL3.NVG_ANTIALIAS);
        Overlay graph = new Overlay();
        Zonecast.attach(graph);
        for (int frame = 0; frame < Integer.getInteger("frames", 600) && !glfwWindowShouldClose(window); frame++) {
            Thread.sleep(frame % 60 < 50 ? 4 : 24); // the game; ten of sixty frames are slow
            glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
            graph.draw(nvg);
            glfwSwapBuffers(window);
            glfwPollEvents();
            Frame.mark();
        }
        Zonecast.detach(graph, Duration.ofSeconds(10));
        System.out.println("columns: " + graph.columns);
        NanoVGGL3.nvgDelete(nvg);
        glfwTerminate();
    }

    private static long openWindow(boolean headless) {
        glfwInitHint(GLFW_PLATFORM, headless ? GLFW_PLATFORM_NULL : GLFW_ANY_PLATFORM);
        if (!glfwInit()) {
            throw new IllegalStateException("GLFW does not start: no display? -Dheadless=true needs none");
        }
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, headless ? GLFW_EGL_CONTEXT_API : GLFW_NATIVE_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        long window = glfwCreateWindow(WIDTH, HEIGHT, "Zonecast: frame graph", 0, 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        return window;
    }
}
