package dev.zonecast.lwjgl;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Zonecast;
import java.lang.System.Logger.Level;
import java.util.List;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.MemoryUtil.MemoryAllocator;
import org.lwjgl.system.Platform;

/**
 * Shows what LWJGL allocates outside of the Java heap: {@code memAlloc} and its like, structs made with {@code malloc} and
 * {@code calloc}. Each block is in the profile with its thread, and so in the zone that it was allocated in.
 *
 * <pre>{@code
 * LwjglMemory.install();           // before anything else of LWJGL
 * LwjglMemory.POOL.callStacks(16); // if wanted
 * }</pre>
 *
 * The allocator is the one that LWJGL would have taken: that of {@link Configuration#MEMORY_ALLOCATOR}, else the first of mimalloc,
 * rpmalloc and jemalloc that is on the class path, else the C library's.
 *
 * <p>Not seen: what native libraries allocate by the function pointers that LWJGL gives them, stack allocations
 * ({@code MemoryStack}), direct buffers of {@code BufferUtils}. Memory that is allocated in Java and freed by a native library stays in
 * the profile until its address is allocated anew.
 */
public final class LwjglMemory {
    /** The pool of LWJGL's memory. */
    public static final MemoryPool POOL = MemoryPool.of("LWJGL");

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final String NO_ALLOCATOR =
            "on Windows and on Java 21 that needs lwjgl-mimalloc, -rpmalloc or -jemalloc";

    private static boolean installed;

    /** Whether {@link TracedAllocator} records blocks. */
    private static volatile boolean tracing = true;

    private LwjglMemory() {}

    /**
     * Wraps LWJGL's allocator until the end of the process. A second call does nothing. Loads LWJGL's native library.
     *
     * @return false if the profiler is switched off; if LWJGL has allocated something before, which cannot be changed any more; on
     *     Windows and on Java 21 with none of the three allocators. The log reports it
     */
    public static boolean install() {
        return Zonecast.isEnabled() && isDone(installOnce());
    }

    /**
     * As {@link #install}, for code that LWJGL calls while it chooses its allocator. Does nothing if the choice is a traced allocator.
     *
     * @return false if the profiler is switched off; on Windows and on Java 21 with none of the three allocators. The log reports it
     */
    public static boolean installInChoice() {
        return Zonecast.isEnabled() && isDone(installFirst());
    }

    /** @param problem null: there is none */
    private static boolean isDone(String problem) {
        if (problem != null) {
            LOG.log(Level.WARNING, "LWJGL''s memory is not traced: {0}", problem);
        }
        return problem == null;
    }

    /**
     * Switches the tracing off and on. LWJGL chooses its allocator once, so the traced one stays in place: while it is off, it passes
     * calls on after one check. At the switch to off, all blocks leave the profile. Blocks that are allocated while it is off are never
     * in it.
     *
     * @param on whether blocks that are allocated from here on are in the profile; true from the start
     */
    public static synchronized void trace(boolean on) {
        boolean was = tracing;
        tracing = on;
        if (installed && was && !on) {
            POOL.discarded();
        }
    }

    static boolean isTracing() {
        return tracing;
    }

    /** A block was recorded while {@link #trace} was switched off: it leaves the profile as well. */
    static synchronized void discardIfOff() {
        if (!tracing) {
            POOL.discarded();
        }
    }

    private static synchronized String installFirst() {
        Object configured = Configuration.MEMORY_ALLOCATOR.get();
        // Of another class loader, too.
        if (configured != null && configured.getClass().getName().equals(TracedAllocator.class.getName())) {
            return null;
        }
        MemoryAllocator chosen = chosen(configured);
        if (chosen == null) {
            return NO_ALLOCATOR;
        }
        Configuration.MEMORY_ALLOCATOR.set(new TracedAllocator(chosen, POOL));
        installed = true;
        return null;
    }

    /** Null, or why LWJGL's memory is not traced. */
    private static synchronized String installOnce() {
        if (installed) {
            return null;
        }
        Object configured = Configuration.MEMORY_ALLOCATOR.get();
        MemoryAllocator chosen = chosen(configured);
        if (chosen == null) {
            return NO_ALLOCATOR;
        }
        TracedAllocator traced = new TracedAllocator(chosen, POOL);
        Configuration.MEMORY_ALLOCATOR.set(traced);
        // Asking makes LWJGL choose, once and for all; with its own debugging on, ours is the inner one.
        installed = MemoryUtil.getAllocator() == traced
                || MemoryUtil.getAllocator(true) == traced
                || MemoryUtil.getAllocator(false) == traced;
        if (!installed) {
            Configuration.MEMORY_ALLOCATOR.set(configured);
            return "LwjglMemory.install() came after its first allocation";
        }
        return null;
    }

    /** What LWJGL would choose, by the rules of its {@code MemoryManage}; null where that cannot be had. */
    private static MemoryAllocator chosen(Object configured) {
        if (configured instanceof MemoryAllocator allocator) {
            return allocator;
        }
        for (String name : classNames(configured)) {
            MemoryAllocator found = ofClass(name);
            if (found != null) {
                return found;
            }
        }
        return SystemAllocator.isPossible(Platform.get()) ? new SystemAllocator() : null;
    }

    /** Allocators of LWJGL 3.4 first, then of LWJGL 3.3, which lacks mimalloc and uses rpmalloc on request only. */
    private static List<String> classNames(Object configured) {
        String mimalloc = "org.lwjgl.system.mimalloc.mimalloc$Allocator";
        String rpmalloc = "org.lwjgl.system.rpmalloc.RPmalloc$Allocator";
        String jemalloc = "org.lwjgl.system.jemalloc.JEmalloc$Allocator";
        String oldRpmalloc = "org.lwjgl.system.rpmalloc.RPmallocAllocator";
        String oldJemalloc = "org.lwjgl.system.jemalloc.JEmallocAllocator";
        if (configured == null) {
            return List.of(mimalloc, rpmalloc, jemalloc, oldJemalloc);
        }
        return switch (configured.toString()) {
            case "system" -> List.of();
            case "mimalloc" -> List.of(mimalloc);
            case "rpmalloc" -> List.of(rpmalloc, oldRpmalloc);
            case "jemalloc" -> List.of(jemalloc, oldJemalloc);
            default -> List.of(configured.toString());
        };
    }

    /** Null where the class is not there, or its native library is not. */
    private static MemoryAllocator ofClass(String name) {
        try {
            return Class.forName(name)
                    .asSubclass(MemoryAllocator.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            if (!(e instanceof ClassNotFoundException)) {
                LOG.log(Level.DEBUG, "allocator " + name + " is not used", e);
            }
            return null;
        }
    }
}
