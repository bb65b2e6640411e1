package dev.zonecast.agent;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL45C;
import org.lwjgl.system.FunctionProvider;
import org.lwjgl.system.MemoryUtil;

/**
 * The machine's OpenGL, with functions that do as the specification says of a context that is lost. No driver here loses one on request.
 * These are the functions of queries and errors.
 */
final class LosableDriver {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final FunctionDescriptor QUERY = FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT, ADDRESS);
    private static final FunctionDescriptor NAMES = FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS);
    private static final Map<String, FunctionDescriptor> TYPES = Map.of(
            "glGetError", FunctionDescriptor.of(JAVA_INT),
            "glGetGraphicsResetStatus", FunctionDescriptor.of(JAVA_INT),
            "glGenQueries", NAMES,
            "glDeleteQueries", NAMES,
            "glQueryCounter", FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT),
            "glGetQueryObjectuiv", QUERY,
            "glGetQueryObjectui64v", QUERY);

    private static final Map<String, Long> MADE = new ConcurrentHashMap<>();
    private static volatile boolean lost;

    private LosableDriver() {}

    /** Before the first context. */
    static void install() throws ReflectiveOperationException {
        FunctionProvider driver = GL.getFunctionProvider();
        var field = GL.class.getDeclaredField("functionProvider");
        field.setAccessible(true);
        FunctionProvider losable = name -> {
            long address = driver.getFunctionAddress(name);
            String text = MemoryUtil.memUTF8(MemoryUtil.memAddress(name));
            return address == 0 || !TYPES.containsKey(text)
                    ? address
                    : MADE.computeIfAbsent(text, _ -> function(text, address));
        };
        field.set(null, losable);
    }

    static void lose() {
        lost = true;
    }

    static void restore() {
        lost = false;
    }

    @SuppressWarnings("restricted")
    private static long function(String name, long address) {
        FunctionDescriptor type = TYPES.get(name);
        MethodHandle real = LINKER.downcallHandle(MemorySegment.ofAddress(address), type);
        try {
            var lookup = MethodHandles.lookup();
            MethodHandle test = lookup.findStatic(LosableDriver.class, "isLost", MethodType.methodType(boolean.class));
            MethodHandle either = MethodHandles.guardWithTest(
                    MethodHandles.dropArguments(test, 0, real.type().parameterList()), lost(name, real.type()), real);
            return LINKER.upcallStub(either, type, Arena.global()).address();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    static boolean isLost() {
        return lost;
    }

    private static MethodHandle lost(String name, MethodType type) throws ReflectiveOperationException {
        return switch (name) {
            case "glGetError" -> MethodHandles.constant(int.class, GL45C.GL_CONTEXT_LOST);
            case "glGetGraphicsResetStatus" -> MethodHandles.constant(int.class, GL45C.GL_INNOCENT_CONTEXT_RESET);
            case "glGetQueryObjectuiv", "glGetQueryObjectui64v" ->
                MethodHandles.lookup().findStatic(LosableDriver.class, name, type);
            default -> MethodHandles.empty(type);
        };
    }

    /** A result is available, whatever it is. */
    @SuppressWarnings("restricted")
    static void glGetQueryObjectuiv(int query, int what, MemorySegment result) {
        result.reinterpret(JAVA_INT.byteSize()).set(JAVA_INT, 0, 1);
    }

    @SuppressWarnings("restricted")
    static void glGetQueryObjectui64v(int query, int what, MemorySegment result) {
        result.reinterpret(JAVA_LONG.byteSize()).set(JAVA_LONG, 0, 1);
    }
}
