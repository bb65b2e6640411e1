package dev.zonecast.agent.lwjgl;

import dev.zonecast.agent.AgentOption;
import dev.zonecast.agent.AgentStart;
import dev.zonecast.agent.Allocations;
import dev.zonecast.agent.TracedLibraries;
import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.lwjgl.LwjglMemory;
import java.util.function.Consumer;

/** What woven functions of LWJGL's core call. */
public final class LwjglHooks {
    private static final SourceLocation ALLOCATION = SourceLocation.of(
                    "allocate memory", "MemoryUtil.nmemAlloc", null, 0, 0)
            .category(Category.of("Memory", CategoryColor.ORANGE));

    private static final Allocations ALLOCATIONS = Allocations.ofProcess();

    /** Keeps it alive with this class. */
    private static Consumer<Boolean> tracing;

    private LwjglHooks() {}

    public static long allocateBegin(long bytes) {
        if (!ALLOCATIONS.add(bytes)) {
            return 0;
        }
        long token = Zone.begin(ALLOCATION);
        Zone.value(token, bytes);
        return token;
    }

    public static long allocateBegin(long count, long bytes) {
        return allocateBegin(count * bytes);
    }

    /** Ends what any other hook around a function began. */
    public static void end(long token) {
        Zone.end(token);
    }

    /** LWJGL is about to choose its allocator. The recording begins before the first block. */
    public static void chooseAllocator() {
        if (AgentStart.options().get(AgentOption.LWJGL_MEMORY)) {
            AgentStart.awaitProfiler();
            if (LwjglMemory.installInChoice()) {
                tracing = LwjglMemory::trace;
                TracedLibraries.add(tracing);
            }
        }
    }
}
