package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lwjgl.vulkan.VKCapabilitiesDevice;

/** The table of rules has the functions of direct state access that LWJGL has. */
class LeafRulesTest {
    private static final String ACCESS = "opengl/EXTDirectStateAccess";

    private static LeafRules rules() {
        return rules(ACCESS);
    }

    private static LeafRules rules(String owner) {
        var rules = new LeafRules();
        for (LeafRule rule : LeafRule.all()) {
            if (rule.owner().fits(owner)) {
                rules.add(rule);
            }
        }
        return rules;
    }

    /** The types of native methods and of methods with an array, by name and type. */
    private static Map<String, String> leaves(String names) throws ClassNotFoundException {
        Class<?> access =
                Class.forName("org.lwjgl." + ACCESS.replace('/', '.'), false, LeafRulesTest.class.getClassLoader());
        var leaves = new TreeMap<String, String>();
        for (Method method : access.getDeclaredMethods()) {
            String type = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                    .descriptorString();
            if (method.getName().matches(names) && (Modifier.isNative(method.getModifiers()) || type.contains("["))) {
                leaves.put(method.getName() + type, type);
            }
        }
        return leaves;
    }

    private static String name(String leaf) {
        return leaf.substring(0, leaf.indexOf('('));
    }

    /** They have one argument more, the texture or its unit, before those of the function without direct access. */
    @Test
    void shouldCountUploadsAsThoseWithoutDirectAccess() throws Exception {
        LeafRules rules = rules();
        var leaves = leaves("n?gl(Compressed)?(Texture|MultiTex)(Sub)?Image[123]DEXT");

        assertEquals(72, leaves.size(), leaves.toString());
        leaves.forEach((leaf, type) -> {
            String plain = name(leaf).replaceFirst("Texture|MultiTex", "Tex").replace("EXT", "");
            LeafRule expected = rules.find(plain, type.replaceFirst("I", ""));
            LeafRule rule = rules.find(name(leaf), type);

            assertNotNull(rule, leaf);
            assertEquals(expected.hook(), rule.hook(), leaf);
            List<Integer> shifted =
                    expected.arguments().stream().map(place -> place + 1).toList();
            assertEquals(shifted, rule.arguments(), leaf);
        });
    }

    @Test
    void shouldKnowWhatCopiesReadsBackAndBinds() throws Exception {
        LeafRules rules = rules();
        var hooks = new TreeMap<String, String>();

        for (String leaf : leaves("n?gl(Named)?Copy.*|n?glGet(Texture|MultiTex)ImageEXT|glBindMultiTextureEXT")
                .keySet()) {
            LeafRule rule = rules.find(name(leaf), leaf.substring(leaf.indexOf('(')));
            hooks.put(name(leaf), rule == null ? "none" : rule.hook());
        }

        hooks.forEach((name, hook) -> assertEquals(
                name.contains("Copy") ? "gl$transfer" : name.contains("Get") ? "gl$readTexture" : "gl$state",
                hook,
                name));
        assertEquals(16, hooks.size(), hooks.toString());
    }

    /** Each has the context last. */
    @ParameterizedTest
    @ValueSource(
            strings = {"WGLARBMakeCurrentRead", "GLXSGIMakeCurrentRead", "WGLAMDGPUAssociation", "GLXAMDGPUAssociation"
            })
    void shouldKnowExtensionsThatMakeAContextCurrent(String extension) throws Exception {
        Class<?> type = Class.forName("org.lwjgl.opengl." + extension, false, LeafRulesTest.class.getClassLoader());
        LeafRules rules = rules("opengl/" + extension);
        int found = 0;
        for (Method method : type.getDeclaredMethods()) {
            boolean deletes = method.getName().contains("Delete");
            if (deletes || method.getName().matches("\\w+Make\\w*Current\\w+")) {
                String signature = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .descriptorString();
                LeafRule rule = rules.find(method.getName(), signature);
                assertNotNull(rule, method.toString());
                assertEquals(deletes ? "gl$destroyContext" : "gl$makeCurrent", rule.hook(), method.toString());
                assertEquals(List.of(method.getParameterCount() - 1), rule.arguments(), method.toString());
                found++;
            }
        }
        assertEquals(extension.contains("AMD") ? 2 : 1, found);
    }

    /** Commands that only set the state of a command buffer have no hook, nor have marks that the GPU writes into memory. */
    @Test
    void shouldKnowEachVulkanCommandThatTakesTheGpusTime() {
        String others = "vkCmd((Set(?!Event)|Bind|Push|ClearAttachments|Insert|DebugMarkerInsert).*"
                + "|(Begin|End)(ConditionalRendering|CustomResolve|Gpa|PerTile|Query|Shader|TransformFeedback|Video).*"
                + "|Write(BufferMarker|MarkerToMemory|Timestamp).*)";
        List<LeafRule> rules = LeafRule.all();
        var unknown = new TreeSet<String>();
        for (Field function : VKCapabilitiesDevice.class.getFields()) {
            String name = function.getName();
            if (name.startsWith("vkCmd")
                    && !name.matches(others)
                    && rules.stream()
                            .noneMatch(rule ->
                                    rule.method().fits(name) || rule.method().fits("n" + name))) {
                unknown.add(name);
            }
        }
        assertEquals(Set.of(), unknown);
    }

    /** LWJGL of the tests, and of the engines. Each native function ends with its subject and its own address. */
    @ParameterizedTest
    @ValueSource(strings = {"", "lwjgl-gdx", "lwjgl-jme"})
    void shouldKnowWindowsFunctionsOfContextsInEachVersion(String engine) throws Exception {
        ClassLoader loader = LeafRulesTest.class.getClassLoader();
        if (!engine.isEmpty()) {
            try (Stream<Path> jars = Files.list(Path.of("target", "engines", engine))) {
                List<URL> urls = new ArrayList<>();
                for (Path jar : jars.toList()) {
                    urls.add(jar.toUri().toURL());
                }
                loader = new URLClassLoader(urls.toArray(URL[]::new), null);
            }
        }
        int found = 0;
        for (String owner : List.of("system/windows/GDI32", "opengl/WGL")) {
            Class<?> type = Class.forName("org.lwjgl." + owner.replace('/', '.'), false, loader);
            for (Method method : type.getDeclaredMethods()) {
                boolean isLeaf = Modifier.isNative(method.getModifiers());
                if (isLeaf
                        && method.getName().matches("nSwapBuffers|nwglMakeCurrent|nwglDeleteContext|nwglShareLists")) {
                    String signature = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                            .descriptorString();
                    LeafRule rule = rules(owner).find(method.getName(), signature);
                    assertNotNull(rule, method.toString());
                    assertEquals(
                            method.getParameterCount() - 2, rule.arguments().getLast(), method.toString());
                    found++;
                }
            }
        }
        assertEquals(4, found);
    }

    /** The functions that leave Java. Each has the context whose objects the new one shares where its parameter has that name. */
    @ParameterizedTest
    @CsvSource({
        "egl.EGL10, n?eglCreateContext, 2, 2",
        "opengl.GLX, nglXCreateContext, 2, 1",
        "opengl.GLX13, glXCreateNewContext, 3, 1",
        "opengl.GLXARBCreateContext, n?glXCreateContextAttribsARB, 2, 2",
        "opengl.GLXSGIXFBConfig, glXCreateContextWithConfigSGIX, 3, 1",
        "opengl.WGLARBCreateContext, n?wglCreateContextAttribsARB, 1, 2",
        "opengl.CGL, nCGLCreateContext, 1, 1"
    })
    void shouldKnowWhichContextsShareObjects(String owner, String names, int shared, int functions) throws Exception {
        int found = 0;
        for (Method method : Class.forName("org.lwjgl." + owner, false, LeafRulesTest.class.getClassLoader())
                .getDeclaredMethods()) {
            String signature = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                    .descriptorString();
            if (method.getName().matches(names) && !signature.contains("Buffer;")) {
                LeafRule rule = rules(owner.replace('.', '/')).find(method.getName(), signature);
                assertNotNull(rule, method.toString());
                assertEquals("gl$createContext", rule.hook());
                assertEquals(shared, rule.arguments().getFirst(), method.toString());
                assertTrue(rule.takesResult());
                found++;
            }
        }
        assertEquals(functions, found);
    }

    /** Of AWT, which is not on this class path. */
    @ParameterizedTest
    @CsvSource({
        "nJAWT_DrawingSurface_Lock, (JJ)I, gl$lockSurface",
        "nJAWT_DrawingSurface_Unlock, (JJ)V, gl$unlockSurface",
        "nJAWT_FreeDrawingSurface, (JJ)V, gl$freeSurface"
    })
    void shouldKnowTheSurfacesOfCanvases(String name, String signature, String hook) {
        assertEquals(
                hook, rules("system/jawt/JAWTFunctions").find(name, signature).hook());
    }

    @ParameterizedTest
    @CsvSource({
        "VK13, vkCmdEndRendering", "KHRDynamicRendering, vkCmdEndRenderingKHR",
        "KHRMaintenance10, nvkCmdEndRendering2KHR", "EXTFragmentDensityMapOffset, nvkCmdEndRendering2EXT"
    })
    void shouldKnowEachEndOfRendering(String extension, String name) {
        LeafRule rule = rules("vulkan/" + extension).find(name, "(Lorg/lwjgl/vulkan/VkCommandBuffer;J)V");

        assertNotNull(rule);
        assertEquals("vk$endRendering", rule.hook());
    }
}
