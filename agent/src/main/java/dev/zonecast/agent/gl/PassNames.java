package dev.zonecast.agent.gl;

import dev.zonecast.core.SourceLocation;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of a context's passes: a framebuffer's label, or else its number, the size of the viewport and what is attached. One thread at a
 * time, that of the context.
 */
final class PassNames {
    /** Source locations are kept for good: after so many names a pass has one without its size. */
    private static final int MOST_NAMES = 4_000;

    private static final int GL_FRAMEBUFFER = 0x8D40;
    private static final int GL_DEPTH_ATTACHMENT = 0x8D00;
    private static final int GL_DEPTH_STENCIL_ATTACHMENT = 0x821A;

    private static final SourceLocation SCREEN = location("screen");
    private static final SourceLocation MANY = location("framebuffers");

    /** The rest of a frame. */
    static final SourceLocation OTHER = location("other");

    static final SourceLocation COMPUTE = SourceLocation.of("compute", "glDispatchCompute", null, 0, 0);

    private final Map<Integer, Framebuffer> framebuffers = new HashMap<>();
    private final Map<Long, String> labels = new HashMap<>();
    private final Map<String, SourceLocation> groups = new HashMap<>();
    private int made;

    private static SourceLocation location(String name) {
        return SourceLocation.of(name, "glBindFramebuffer", null, 0, 0);
    }

    /** A label that the program gives to an object; null takes it back. */
    void label(int kind, int name, String label) {
        Long key = key(kind, name);
        if (label == null || label.isEmpty()) {
            labels.remove(key);
        } else {
            labels.put(key, label);
        }
        if (kind == GL_FRAMEBUFFER) {
            of(name).location = null;
        }
    }

    /** Null if the program gave none. */
    String labelOf(int kind, int name) {
        return labels.get(key(kind, name));
    }

    private static Long key(int kind, int name) {
        return (long) kind << 32 | Integer.toUnsignedLong(name);
    }

    void attach(int framebuffer, int attachment) {
        Framebuffer it = of(framebuffer);
        if (attachment == GL_DEPTH_ATTACHMENT || attachment == GL_DEPTH_STENCIL_ATTACHMENT) {
            it.hasDepth = true;
        } else {
            it.hasColor = true;
        }
        it.location = null;
    }

    void delete(int framebuffer) {
        framebuffers.remove(framebuffer);
        labels.remove(key(GL_FRAMEBUFFER, framebuffer));
    }

    private Framebuffer of(int name) {
        return framebuffers.computeIfAbsent(name, _ -> new Framebuffer());
    }

    /** Where a pass that draws into a framebuffer stands. */
    SourceLocation pass(int framebuffer, int width, int height) {
        if (framebuffer == 0) {
            return SCREEN;
        }
        Framebuffer it = of(framebuffer);
        if (it.location == null || it.width != width || it.height != height) {
            it.width = width;
            it.height = height;
            it.location = name(framebuffer, it);
        }
        return it.location;
    }

    private SourceLocation name(int framebuffer, Framebuffer it) {
        if (made >= MOST_NAMES) {
            return MANY;
        }
        made++;
        String label = labelOf(GL_FRAMEBUFFER, framebuffer);
        if (label != null) {
            return location(label);
        }
        String attached = it.hasDepth && !it.hasColor ? " depth" : "";
        return location("framebuffer " + framebuffer + ", " + it.width + "x" + it.height + attached);
    }

    /** Where a debug group of the program's stands. */
    SourceLocation group(String text) {
        SourceLocation known = groups.get(text);
        if (known == null) {
            known = groups.size() < MOST_NAMES
                    ? SourceLocation.of(text, "glPushDebugGroup", null, 0, 0)
                    : SourceLocation.of("groups", "glPushDebugGroup", null, 0, 0);
            if (groups.size() < MOST_NAMES) {
                groups.put(text, known);
            }
        }
        return known;
    }

    private static final class Framebuffer {
        private boolean hasColor;
        private boolean hasDepth;
        private int width;
        private int height;
        private SourceLocation location;
    }
}
