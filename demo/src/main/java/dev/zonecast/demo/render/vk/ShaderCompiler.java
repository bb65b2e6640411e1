package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.RenderingException;
import dev.zonecast.demo.render.ShaderSource;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.util.shaderc.Shaderc;
import org.lwjgl.vulkan.*;

/** GLSL to SPIR-V, at start. */
final class ShaderCompiler implements AutoCloseable {
    private static final String HEADER = "vulkan.glsl";

    private final VkDevice device;
    private final long compiler = Shaderc.shaderc_compiler_initialize();
    private final long options = Shaderc.shaderc_compile_options_initialize();

    ShaderCompiler(VkDevice device) {
        this.device = device;
        Shaderc.shaderc_compile_options_set_target_env(
                options, Shaderc.shaderc_target_env_vulkan, Shaderc.shaderc_env_version_vulkan_1_3);
        Shaderc.shaderc_compile_options_set_optimization_level(options, Shaderc.shaderc_optimization_level_performance);
    }

    /**
     * A shader module, which the caller destroys.
     *
     * @param name {@code .vert} or {@code .frag}
     * @throws RenderingException with the compiler's message, if it does not compile
     */
    long module(String name) {
        int kind = name.endsWith(".vert") ? Shaderc.shaderc_vertex_shader : Shaderc.shaderc_fragment_shader;
        long result = Shaderc.shaderc_compile_into_spv(
                compiler, ShaderSource.read(HEADER, name), kind, name, "main", options);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            if (Shaderc.shaderc_result_get_compilation_status(result) != Shaderc.shaderc_compilation_status_success) {
                throw new RenderingException(
                        name + " does not compile:\n" + Shaderc.shaderc_result_get_error_message(result));
            }
            VkShaderModuleCreateInfo info = VkShaderModuleCreateInfo.calloc(stack)
                    .sType$Default()
                    .pCode(Shaderc.shaderc_result_get_bytes(result));
            return created("the shader " + name, h -> vkCreateShaderModule(device, info, null, h));
        } finally {
            Shaderc.shaderc_result_release(result);
        }
    }

    @Override
    public void close() {
        Shaderc.shaderc_compile_options_release(options);
        Shaderc.shaderc_compiler_release(compiler);
    }
}
