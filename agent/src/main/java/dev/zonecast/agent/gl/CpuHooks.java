package dev.zonecast.agent.gl;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.lang.reflect.Array;

/** Hooks of functions that take the CPU's time: hitches and waits. */
public abstract class CpuHooks {
    static final int GL_SHADER = 0x82E1;

    private static final Category COMPILATION = Category.of("Shader compilation", CategoryColor.RED);
    private static final Category UPLOAD = Category.of("Upload", CategoryColor.ORANGE);

    private static final SourceLocation FINISH = waiting("glFinish", "glFinish");
    private static final SourceLocation READ_PIXELS = waiting("glReadPixels", "glReadPixels");
    private static final SourceLocation CLIENT_WAIT = waiting("wait for a fence", "glClientWaitSync");
    private static final SourceLocation MAP = waiting("map a buffer", "glMapBuffer");
    private static final SourceLocation READ_BUFFER = waiting("read a buffer back", "glGetBufferSubData");
    private static final SourceLocation READ_TEXTURE = waiting("read a texture back", "glGetTexImage");
    private static final SourceLocation COMPILE = place("compile a shader", "glCompileShader", COMPILATION);
    private static final SourceLocation LINK = place("link a program", "glLinkProgram", COMPILATION);
    private static final SourceLocation BINARY = place("load a program", "glProgramBinary", COMPILATION);
    private static final SourceLocation UPLOADED_BUFFER = place("upload a buffer", "glBufferData", UPLOAD);
    private static final SourceLocation UPLOADED_TEXTURE = place("upload a texture", "glTexImage", UPLOAD);

    CpuHooks() {}

    static SourceLocation waiting(String name, String function) {
        return place(name, function, Category.IDLE);
    }

    static SourceLocation place(String name, String function, Category about) {
        return SourceLocation.of(name, function, null, 0, 0).category(about);
    }

    /** A zone of the program's call to OpenGL; 0 for a call of the agent's own. */
    static long begin(SourceLocation location) {
        return GlContexts.isApart() ? 0 : Zone.begin(location);
    }

    /** Ends what any other hook around a function began. */
    public static void end(long token) {
        Zone.end(token);
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
        return uploadImage(UPLOADED_TEXTURE, bytes, data != 0);
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
