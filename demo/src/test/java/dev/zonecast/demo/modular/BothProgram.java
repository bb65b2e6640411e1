package dev.zonecast.demo.modular;

import java.io.IOException;

/** OpenGL and Vulkan in one program. */
public final class BothProgram {
    private BothProgram() {}

    /** Runs it; the argument is a folder for recordings. */
    public static void main(String[] arguments) throws IOException {
        GlProgram.main(arguments);
        VulkanProgram.main(arguments);
    }
}
