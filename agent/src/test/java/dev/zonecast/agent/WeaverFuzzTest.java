package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Damaged class files: no exception leaves a transformer, and what was correct stays correct. */
class WeaverFuzzTest {
    private static final List<String> CLASSES = List.of(
            "org/lwjgl/opengl/GL43C",
            "org/lwjgl/opengl/GL30C",
            "org/lwjgl/opengl/EXTDebugMarker",
            "org/lwjgl/opengl/GL",
            "org/lwjgl/egl/EGL10",
            "org/lwjgl/glfw/GLFW",
            "dev/zonecast/agent/PlainGame");
    private static final int ROUNDS = 150;

    private static byte[] bytes(String name) throws IOException {
        try (var in = WeaverFuzzTest.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? new byte[0] : in.readAllBytes();
        }
    }

    private static boolean isCorrect(byte[] bytes) {
        try {
            return ClassFile.of().verify(bytes).isEmpty();
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    private static NativeLeaves natives(LeafWeaver leaves) throws ReflectiveOperationException {
        var natives = new NativeLeaves();
        for (String name : CLASSES) {
            if (name.startsWith("org/lwjgl/opengl/")) {
                Class<?> type = Class.forName(name.replace('/', '.'), false, WeaverFuzzTest.class.getClassLoader());
                natives.add(type, leaves.rulesOf(name.substring("org/lwjgl/".length())));
            }
        }
        return natives;
    }

    @Test
    void shouldWeaveCorrectClassesCorrectly() throws Exception {
        var leaves = new LeafWeaver(() -> {});
        var inline = new InlineWeaver(leaves, natives(leaves));
        ClassLoader loader = WeaverFuzzTest.class.getClassLoader();
        int woven = 0;
        for (String name : CLASSES) {
            byte[] bytes = bytes(name);
            byte[] wrapped = bytes.length == 0 ? null : leaves.transform(null, loader, name, null, null, bytes);
            byte[] inlined = bytes.length == 0 ? null : inline.transform(null, loader, name, Object.class, null, bytes);
            if (wrapped != null) {
                assertEquals(List.of(), ClassFile.of().verify(wrapped), name);
                woven++;
            }
            if (inlined != null) {
                assertEquals(List.of(), ClassFile.of().verify(inlined), name);
                woven++;
            }
        }

        assertTrue(woven >= 8, "woven: " + woven);
        assertEquals(0, leaves.failures() + inline.failures());
    }

    @Test
    void shouldLeaveDamagedClassesAsTheyAre() throws Exception {
        var leaves = new LeafWeaver(() -> {});
        var inline = new InlineWeaver(leaves, natives(leaves));
        ClassLoader loader = WeaverFuzzTest.class.getClassLoader();
        var random = new Random(20);
        int correct = 0;
        for (String name : CLASSES) {
            byte[] original = bytes(name);
            for (int round = 0; round < ROUNDS && original.length > 0; round++) {
                byte[] damaged = original.clone();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
                if (random.nextInt(10) == 0) {
                    damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
                }
                byte[] wrapped = leaves.transform(null, loader, name, null, null, damaged);
                byte[] inlined = inline.transform(null, loader, name, Object.class, null, damaged);
                if ((wrapped != null || inlined != null) && round % 10 == 0 && isCorrect(damaged)) {
                    assertTrue(wrapped == null || isCorrect(wrapped), name + ", round " + round);
                    assertTrue(inlined == null || isCorrect(inlined), name + ", round " + round);
                    correct++;
                }
            }
        }

        assertTrue(leaves.failures() > 0 && inline.failures() > 0, "no class was damaged");
        assertTrue(correct > 0, "no class stayed correct");
    }
}
