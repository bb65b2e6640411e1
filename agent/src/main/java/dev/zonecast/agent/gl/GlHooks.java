package dev.zonecast.agent.gl;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.agent.FrameSets;
import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.lang.reflect.Array;
import org.lwjgl.system.MemoryUtil;

/**
 * What woven functions of OpenGL and of window systems call; {@code leaves.txt} says which calls what. A hook runs on the thread of the
 * call, with the OpenGL context that is current there. What it throws is caught where it is linked.
 */
public final class GlHooks {
    private static final Category COMPILATION = Category.of("Shader compilation", CategoryColor.RED);
    private static final Category UPLOAD = Category.of("Upload", CategoryColor.ORANGE);
    private static final Category EVENTS = Category.of("Window events", CategoryColor.LIGHTBLUE);

    private static final SourceLocation SWAP = waiting("swap buffers", "glfwSwapBuffers");
    private static final SourceLocation WAIT_EVENTS = waiting("wait for events", "glfwWaitEvents");
    private static final SourceLocation FINISH = waiting("glFinish", "glFinish");
    private static final SourceLocation READ_PIXELS = waiting("glReadPixels", "glReadPixels");
    private static final SourceLocation CLIENT_WAIT = waiting("wait for a fence", "glClientWaitSync");
    private static final SourceLocation MAP = waiting("map a buffer", "glMapBuffer");
    private static final SourceLocation READ_BUFFER = waiting("read a buffer back", "glGetBufferSubData");
    private static final SourceLocation READ_TEXTURE = waiting("read a texture back", "glGetTexImage");
    private static final SourceLocation POLL_EVENTS = place("poll events", "glfwPollEvents", EVENTS);
    private static final SourceLocation COMPILE = place("compile a shader", "glCompileShader", COMPILATION);
    private static final SourceLocation LINK = place("link a program", "glLinkProgram", COMPILATION);
    private static final SourceLocation BINARY = place("load a program", "glProgramBinary", COMPILATION);
    private static final SourceLocation UPLOADED_BUFFER = place("upload a buffer", "glBufferData", UPLOAD);
    private static final SourceLocation UPLOADED_TEXTURE = place("upload a texture", "glTexImage", UPLOAD);

    private static final int GL_SHADER = 0x82E1;

    private GlHooks() {}

    private static SourceLocation waiting(String name, String function) {
        return place(name, function, Category.IDLE);
    }

    private static SourceLocation place(String name, String function, Category about) {
        return SourceLocation.of(name, function, null, 0, 0).category(about);
    }

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

    public static void createWindow(long title, long window) {
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
            if (AgentStart.hookOptions().pictures() != null) {
                GlContexts.takePicture(context);
            }
        }
        return Zone.begin(SWAP);
    }

    public static void swapEnd(long token) {
        Zone.end(token);
        long window = GlContexts.swapping();
        if (window != 0) {
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

    /** A zone of the program's call to OpenGL; 0 for a call of the agent's own. */
    private static long begin(SourceLocation location) {
        return GlContexts.isApart() ? 0 : Zone.begin(location);
    }

    /** Ends what any other hook around a function began. */
    public static void end(long token) {
        Zone.end(token);
    }

    // --- what the program says

    public static void pushGroup(int length, long text) {
        GlContext context = GlContexts.current();
        if (context != null) {
            context.pushGroup(text(length, text));
        }
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

    private static String text(int length, long text) {
        if (text == 0) {
            return "";
        }
        // Zero or less: it ends with a zero byte.
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

    // --- hitches

    public static long compileBegin(int shader) {
        return named(COMPILE, GL_SHADER, shader);
    }

    public static long linkBegin(int program) {
        return named(LINK, PassNames.GL_PROGRAM, program);
    }

    public static long programBinaryBegin(int program) {
        return named(BINARY, PassNames.GL_PROGRAM, program);
    }

    public static long shaderProgramBegin(int kind) {
        return begin(LINK);
    }

    private static long named(SourceLocation location, int kind, int name) {
        long token = begin(location);
        if (token != 0) {
            GlContext context = GlContexts.current();
            String label = context == null ? null : context.names().labelOf(kind, name);
            if (label != null) {
                Zone.text(token, label);
            }
            Zone.value(token, name);
        }
        return token;
    }

    /** A compressed image. */
    public static long uploadBegin(int bytes, long data) {
        return uploadImage(UPLOADED_BUFFER, bytes, data != 0);
    }

    /** A buffer. */
    public static long uploadBegin(long bytes, long data) {
        return data == 0 ? 0 : upload(UPLOADED_BUFFER, bytes);
    }

    public static long uploadArrayBegin(Object data) {
        return data == null ? 0 : upload(UPLOADED_BUFFER, Array.getLength(data) * elementBytes(data));
    }

    private static long elementBytes(Object data) {
        return data instanceof double[] || data instanceof long[]
                ? Long.BYTES
                : data instanceof short[] ? Short.BYTES : Integer.BYTES;
    }

    public static long uploadTextureBegin(int width, int format, int type, long pixels) {
        return uploadTexture(width, 1, 1, format, type, pixels != 0);
    }

    public static long uploadTextureBegin(int width, int format, int type, Object pixels) {
        return uploadTexture(width, 1, 1, format, type, pixels != null);
    }

    public static long uploadTextureBegin(int width, int height, int format, int type, long pixels) {
        return uploadTexture(width, height, 1, format, type, pixels != 0);
    }

    public static long uploadTextureBegin(int width, int height, int format, int type, Object pixels) {
        return uploadTexture(width, height, 1, format, type, pixels != null);
    }

    public static long uploadTextureBegin(int width, int height, int depth, int format, int type, long pixels) {
        return uploadTexture(width, height, depth, format, type, pixels != 0);
    }

    public static long uploadTextureBegin(int width, int height, int depth, int format, int type, Object pixels) {
        return uploadTexture(width, height, depth, format, type, pixels != null);
    }

    private static long uploadTexture(int width, int height, int depth, int format, int type, boolean hasPixels) {
        return uploadImage(UPLOADED_TEXTURE, (long) width * height * depth * PixelSize.of(format, type), hasPixels);
    }

    /** An image out of a buffer adds no bytes: the upload into the buffer counted them. */
    private static long uploadImage(SourceLocation location, long bytes, boolean hasPixels) {
        GlContext context = GlContexts.current();
        if (context != null && context.hasUnpackBuffer()) {
            context.transfer();
            return 0;
        }
        return hasPixels ? upload(location, bytes) : 0;
    }

    private static long upload(SourceLocation location, long bytes) {
        GlContext context = GlContexts.current();
        if (context == null) {
            return 0;
        }
        context.transfer();
        context.counters().uploaded(bytes);
        if (bytes < AgentStart.hookOptions().uploadsFrom()) {
            return 0;
        }
        long token = begin(location);
        Zone.value(token, bytes);
        return token;
    }

    // --- waits

    public static long finishBegin() {
        return begin(FINISH);
    }

    public static long readPixelsBegin() {
        return begin(READ_PIXELS);
    }

    public static long clientWaitBegin() {
        return begin(CLIENT_WAIT);
    }

    public static long mapBegin() {
        return begin(MAP);
    }

    public static long readBufferBegin() {
        return begin(READ_BUFFER);
    }

    public static long readTextureBegin() {
        return begin(READ_TEXTURE);
    }
}
