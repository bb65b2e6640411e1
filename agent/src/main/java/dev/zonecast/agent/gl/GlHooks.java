package dev.zonecast.agent.gl;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.agent.FrameSets;
import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import org.lwjgl.system.MemoryUtil;

/**
 * What woven functions of OpenGL and of window systems call; {@code leaves.txt} says which calls what. A hook runs on the thread of the
 * call, with the OpenGL context that is current there. What it throws is caught where it is linked.
 */
public final class GlHooks extends CpuHooks {
    private static final int JAWT_LOCK_ERROR = 1;

    private static final Category EVENTS = Category.of("Window events", CategoryColor.LIGHTBLUE);

    private static final SourceLocation SWAP = waiting("swap buffers", "glfwSwapBuffers");
    private static final SourceLocation WAIT_EVENTS = waiting("wait for events", "glfwWaitEvents");
    private static final SourceLocation POLL_EVENTS = place("poll events", "glfwPollEvents", EVENTS);

    private GlHooks() {}

    // --- contexts and frames

    /** Another context is current on this thread, or none. */
    public static void capabilities(Object capabilities) {
        GlContexts.announces(capabilities);
    }

    /** The handle is passed on to the end. */
    public static long makeCurrentBegin(long context) {
        GlContexts.leaves(context);
        return context;
    }

    public static void makeCurrentEnd(long context) {
        GlContexts.enters(context);
    }

    public static void destroyContext(long context) {
        GlContexts.destroys(context);
    }

    /**
     * A context was made.
     *
     * @param shared context whose objects it shares; 0: none
     */
    public static void createContext(long shared, long context) {
        if (shared != 0 && context != 0) {
            GlContexts.shares(context, shared);
        }
    }

    /**
     * CGL made a context.
     *
     * @param context where its handle was written
     */
    public static void createContext(long shared, long context, int error) {
        createContext(shared, error == 0 ? MemoryUtil.memGetAddress(context) : 0);
    }

    /** WGL: a context without objects shares those of another. */
    public static void shareLists(long shared, long context, int succeeded) {
        createContext(shared, succeeded == 0 ? 0 : context);
    }

    public static void createWindow(long title, long shared, long window) {
        createContext(shared, window);
        if (window != 0) {
            FrameSets.opens(window, title == 0 ? "" : MemoryUtil.memUTF8(title));
        }
    }

    public static void destroyWindow(long window) {
        GlContexts.destroys(window);
        FrameSets.closes(window);
    }

    /** A window or surface closes. Its context has another handle and stays. */
    public static void closeWindow(long window) {
        FrameSets.closes(window);
    }

    /** A canvas of AWT is about to be drawn into. */
    public static void lockSurface(long surface, int result) {
        Canvases.locks((result & JAWT_LOCK_ERROR) == 0 ? surface : 0);
    }

    public static void unlockSurface() {
        Canvases.locks(0);
    }

    public static void freeSurface(long surface) {
        Canvases.frees(surface);
    }

    /** GLFW destroys all its windows. */
    public static void terminate() {
        FrameSets.open().forEach(GlHooks::destroyWindow);
    }

    /** In GLFW a window is known by the handle of its context. */
    public static long swapWindowBegin(long window) {
        GlContexts.findIfAttached(window);
        return swap(window);
    }

    public static void swapWindowEnd(long token) {
        swapEnd(token);
    }

    public static long swapBegin(long window) {
        GlContexts.findIfAttached(GlContexts.UNKNOWN);
        return swap(window);
    }

    private static long swap(long window) {
        GlContexts.swaps(window);
        GlContext context = GlContexts.current();
        if (context != null) {
            context.endAll();
            // A picture belongs to a frame of the base set.
            if (AgentStart.hookOptions().pictures() != null && FrameSets.isBase(window)) {
                GlContexts.takePicture(context);
            }
            if (AgentStart.hookOptions().presentation() && FrameSets.isBase(window)) {
                context.askPresentation();
            }
        }
        return Zone.begin(SWAP);
    }

    public static void swapEnd(long token) {
        Zone.end(token);
        long window = GlContexts.swapping();
        if (window != 0) {
            Canvases.shows(window);
            FrameSets.mark(window);
        }
        GlContext context = GlContexts.current();
        if (context != null) {
            context.frameBegins();
        }
    }

    public static long pollEventsBegin() {
        return Zone.begin(POLL_EVENTS);
    }

    public static long waitEventsBegin() {
        return Zone.begin(WAIT_EVENTS);
    }

    // --- what the program says

    public static void pushGroup(int length, long text) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.pushGroup(text(length, text));
        }
    }

    /** As {@link #pushGroup}, of the extension in which 0 says that a zero byte ends the text. */
    public static void pushMarker(int length, long text) {
        pushGroup(orNegative(length), text);
    }

    public static void popGroup() {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.popGroup();
        }
    }

    public static void label(int kind, int name, int length, long text) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.names().label(kind, name, text == 0 ? null : text(length, text));
        }
    }

    /** As {@link #label}, of the extension in which 0 says that a zero byte ends the text. */
    public static void labelObject(int kind, int name, int length, long text) {
        label(kind, name, orNegative(length), text);
    }

    private static int orNegative(int length) {
        return length == 0 ? -1 : length;
    }

    /** @param length of the text in bytes; below 0: it ends with a zero byte */
    static String text(int length, long text) {
        if (text == 0 || length == 0) {
            return "";
        }
        return length > 0 ? MemoryUtil.memUTF8(text, length) : MemoryUtil.memUTF8(text);
    }

    // --- framebuffers

    public static void bindFramebuffer(int target, int framebuffer) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.bindFramebuffer(target, framebuffer);
        }
    }

    public static void deleteFramebuffers(int count, long names) {
        deleteFramebuffers(numbers(count, names));
    }

    public static void deleteFramebuffers(Object names) {
        GlContext context = GlContexts.current();
        if (context != null && names instanceof int[] all) {
            for (int each : all) {
                context.deleteFramebuffer(each);
            }
        }
    }

    public static void deleteTextures(int count, long names) {
        deleted(PassNames.GL_TEXTURE, numbers(count, names));
    }

    public static void deleteTextures(Object names) {
        deleted(PassNames.GL_TEXTURE, (int[]) names);
    }

    public static void deleteRenderbuffers(int count, long names) {
        deleted(PassNames.GL_RENDERBUFFER, numbers(count, names));
    }

    public static void deleteRenderbuffers(Object names) {
        deleted(PassNames.GL_RENDERBUFFER, (int[]) names);
    }

    public static void deleteBuffers(int count, long names) {
        deleteBuffers(numbers(count, names));
    }

    public static void deleteBuffers(Object names) {
        GlContext context = GlContexts.current();
        if (context != null && names instanceof int[] all) {
            for (int each : all) {
                context.deleteBuffer(each);
            }
        }
    }

    public static void deleteShader(int shader) {
        deleted(GL_SHADER, shader);
    }

    public static void deleteProgram(int program) {
        deleted(PassNames.GL_PROGRAM, program);
    }

    /** Of objects, as OpenGL has them in memory. */
    private static int[] numbers(int count, long names) {
        int[] all = new int[Math.max(0, count)];
        for (int i = 0; i < all.length; i++) {
            all[i] = MemoryUtil.memGetInt(names + (long) Integer.BYTES * i);
        }
        return all;
    }

    private static void deleted(int kind, int... names) {
        GlContext context = GlContexts.current();
        if (context != null) {
            for (int each : names) {
                context.names().deleted(kind, each);
            }
        }
    }

    public static void attachTexture(int target, int attachment, int texture) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.attach(target, attachment, PassNames.GL_TEXTURE, texture);
        }
    }

    public static void attachRenderbuffer(int target, int attachment, int renderbuffer) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.attach(target, attachment, PassNames.GL_RENDERBUFFER, renderbuffer);
        }
    }

    public static void attachNamedTexture(int framebuffer, int attachment, int texture) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.names().attach(framebuffer, attachment, PassNames.GL_TEXTURE, texture);
        }
    }

    public static void attachNamedRenderbuffer(int framebuffer, int attachment, int renderbuffer) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.names().attach(framebuffer, attachment, PassNames.GL_RENDERBUFFER, renderbuffer);
        }
    }

    public static void viewport(int x, int y, int width, int height) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.viewport(x, y, width, height);
        }
    }

    // --- work for the GPU

    public static void work() {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.work();
        }
    }

    public static void workOn(int framebuffer) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.workOn(framebuffer);
        }
    }

    public static void draw() {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.draw();
            context.counters().draw();
        }
    }

    public static void draw(int mode, int count) {
        draw(mode, count, 1);
    }

    public static void draw(int mode, int count, int instances) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.draw();
            context.counters().draw(instances, (long) Primitives.of(mode, count) * instances);
        }
    }

    /** One draw call of several draws, whose counts are in memory. */
    public static void multiDraw(int mode, long counts, int draws) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.draw();
            long primitives = 0;
            for (int i = 0; i < draws; i++) {
                primitives += Primitives.of(mode, MemoryUtil.memGetInt(counts + (long) Integer.BYTES * i));
            }
            context.counters().draw(draws, primitives);
        }
    }

    public static void multiDrawArray(int mode, Object counts) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.draw();
            int[] all = (int[]) counts;
            long primitives = 0;
            for (int count : all) {
                primitives += Primitives.of(mode, count);
            }
            context.counters().draw(all.length, primitives);
        }
    }

    public static void dispatch() {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.dispatch();
        }
    }

    public static void transfer() {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.transfer();
            context.counters().transfer();
        }
    }

    public static void newList(int mode) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.newList(mode);
        }
    }

    public static void endList() {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.endList();
        }
    }

    public static void state() {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.counters().stateChange();
        }
    }

    public static void bindBuffer(int target, int buffer) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.bindBuffer(target, buffer);
        }
    }

    public static void useProgram(int program) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.useProgram(program);
        }
    }
}
