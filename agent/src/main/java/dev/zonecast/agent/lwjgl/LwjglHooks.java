package dev.zonecast.agent.lwjgl;

import dev.zonecast.agent.AgentOption;
import dev.zonecast.agent.AgentStart;
import dev.zonecast.lwjgl.LwjglMemory;

/** What woven functions of LWJGL's core call. */
public final class LwjglHooks {
    private LwjglHooks() {}

    /** LWJGL is about to choose its allocator. The recording begins before the first block. */
    public static void chooseAllocator() {
        if (AgentStart.options().get(AgentOption.LWJGL_MEMORY)) {
            AgentStart.awaitProfiler();
            boolean _ = LwjglMemory.installInChoice();
        }
    }
}
