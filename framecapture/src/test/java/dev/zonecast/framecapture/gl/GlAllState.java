package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.lwjgl.opengl.ARBTransformFeedback2;
import org.lwjgl.opengl.EXTWindowRectangles;
import org.lwjgl.opengl.GL46;
import org.lwjgl.system.MemoryUtil;

/** All state that a context answers glGet and glIsEnabled for, by the constants that LWJGL knows. */
final class GlAllState {
    private static final int MOST_VALUES = 4096;
    private static final int INDICES = 8;

    /** Clocks and amounts of free memory. */
    private static final Set<Integer> UNSTEADY = Set.of(GL_TIMESTAMP, 0x9047, 0x9048, 0x9049, 0x904A, 0x904B, 0x87FB);

    private static final Set<Integer> CONSTANTS = constants();

    private final Map<String, String> values = new TreeMap<>();

    /** Reads it. No error may be pending; none is afterwards. */
    GlAllState() {
        if (glGetError() != GL_NO_ERROR) {
            throw new IllegalStateException("an error is pending");
        }
        long scratch = MemoryUtil.nmemCallocChecked(MOST_VALUES, Long.BYTES);
        for (int what : CONSTANTS) {
            String name = Integer.toHexString(what);
            if (what == GL_READ_BUFFER || !UNSTEADY.contains(what)) {
                nglGetFloatv(what, scratch);
                note(name + " as floats", scratch, 16);
                nglGetIntegerv(what, scratch);
                note(name, scratch, 16);
                MemoryUtil.memPutInt(scratch, glIsEnabled(what) ? 1 : 0);
                note(name + " enabled", scratch, 1);
            }
            for (int i = 0; i < INDICES; i++) {
                nglGetIntegeri_v(what, i, scratch);
                note(name + "[" + i + "]", scratch, 4);
            }
        }
        MemoryUtil.nmemFree(scratch);
    }

    private void note(String name, long scratch, int count) {
        if (glGetError() == GL_NO_ERROR) {
            List<Integer> read = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                read.add(MemoryUtil.memGetInt(scratch + 4L * i));
            }
            values.put(name, read.toString());
        }
        MemoryUtil.memSet(scratch, 0, 64);
    }

    int size() {
        return values.size();
    }

    /** What is not as before, by name. */
    List<String> differences(GlAllState before) {
        List<String> differences = new ArrayList<>();
        before.values.forEach((name, value) -> {
            if (!value.equals(values.get(name))) {
                differences.add(name + ": " + value + ", then " + values.get(name));
            }
        });
        return differences;
    }

    private static Set<Integer> constants() {
        Set<Integer> found = new java.util.TreeSet<>();
        for (Class<?> type : new Class<?>[] {GL46.class, ARBTransformFeedback2.class, EXTWindowRectangles.class}) {
            for (Field field : type.getFields()) {
                if (field.getType() == int.class && Modifier.isStatic(field.getModifiers())) {
                    try {
                        found.add(field.getInt(null));
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }
        // Small numbers are kinds of primitives and bits.
        found.removeIf(what -> what < 0x0B00);
        return found;
    }
}
