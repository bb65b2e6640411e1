package dev.zonecast.agent.gl;

import dev.zonecast.core.SourceLocation;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of a context's passes: the label of the framebuffer or of its first texture, or else the framebuffer's number, the size of the
 * viewport and the kinds of attachments. The second pass of a frame into the same framebuffer has "(2)" at its name: it is another kind of
 * work. One thread at a time, that of the context.
 */
final class PassNames {
    static final int GL_FRAMEBUFFER = 0x8D40;
    static final int GL_TEXTURE = 0x1702;
    static final int GL_RENDERBUFFER = 0x8D41;
    static final int GL_PROGRAM = 0x82E2;
    private static final int GL_PROGRAM_OBJECT_EXT = 0x8B40;
    private static final int GL_COLOR_ATTACHMENT0 = 0x8CE0;
    private static final int COLORS = 32;

    /** Source locations are kept for good: after so many names a pass has one without its size. */
    private static final int MOST_NAMES = 4_000;

    /** Framebuffers with greater numbers share a name. */
    private static final int MOST_FRAMEBUFFERS = 1 << 14;

    /** Passes of a frame into one framebuffer that have names of their own. */
    private static final int MOST_PASSES = 8;

    private static final SourceLocation MANY = location("framebuffers");

    /** Uploads and copies before a frame's first pass, and after a group. */
    static final SourceLocation OTHER = location("other");

    /** The agent's own work. */
    static final SourceLocation PICTURE = SourceLocation.of("picture of the frame", "GlFrameCapture", null, 0, 0);

    static final SourceLocation COMPUTE = SourceLocation.of("compute", "glDispatchCompute", null, 0, 0);
    private static final SourceLocation DRAW = draw("draw");

    /** By number. */
    private Framebuffer[] framebuffers = new Framebuffer[64];

    private final Map<Long, String> labels = new HashMap<>();
    private final Map<String, SourceLocation> groups = new HashMap<>();
    private final Map<Integer, SourceLocation> draws = new HashMap<>();
    private int made;

    private static SourceLocation location(String name) {
        return SourceLocation.of(name, "glBindFramebuffer", null, 0, 0);
    }

    private static SourceLocation draw(String name) {
        return SourceLocation.of(name, "glDraw", null, 0, 0);
    }

    /** A label that the program gives to an object; null takes it back. */
    void label(int kind, int name, String label) {
        Long key = key(kind, name);
        if (label == null || label.isEmpty()) {
            labels.remove(key);
        } else if (labels.size() < MOST_NAMES || labels.containsKey(key)) {
            labels.put(key, label);
        }
        if (kind == GL_FRAMEBUFFER || kind == GL_TEXTURE || kind == GL_RENDERBUFFER) {
            for (Framebuffer each : framebuffers) {
                if (each != null) {
                    each.forgetNames();
                }
            }
        } else {
            draws.remove(name);
        }
    }

    /** Null if the program gave none. */
    String labelOf(int kind, int name) {
        return labels.get(key(kind, name));
    }

    private static Long key(int kind, int name) {
        int itsKind = kind == GL_PROGRAM_OBJECT_EXT ? GL_PROGRAM : kind;
        return (long) itsKind << 32 | Integer.toUnsignedLong(name);
    }

    /**
     * The program attaches an object to a framebuffer.
     *
     * @param kind of the object: texture or renderbuffer
     * @param object its number; 0 detaches
     */
    void attach(int framebuffer, int attachment, int kind, int object) {
        Framebuffer it = of(framebuffer);
        if (it == null) {
            return;
        }
        int color = attachment - GL_COLOR_ATTACHMENT0;
        if (color < 0 || color >= COLORS) {
            it.hasDepth = object != 0;
        } else if (object == 0) {
            it.colors &= ~(1 << color);
        } else {
            it.colors |= 1 << color;
        }
        if (color == 0 || it.colors == 0) {
            it.main = object == 0 ? 0 : key(kind, object);
        }
        it.forgetNames();
    }

    void delete(int framebuffer) {
        if (framebuffer > 0 && framebuffer < framebuffers.length) {
            framebuffers[framebuffer] = null;
        }
        labels.remove(key(GL_FRAMEBUFFER, framebuffer));
    }

    /** Null if there are too many. */
    private Framebuffer of(int name) {
        if (name < 0 || name >= MOST_FRAMEBUFFERS) {
            return null;
        }
        if (name >= framebuffers.length) {
            framebuffers = java.util.Arrays.copyOf(framebuffers, Math.max(2 * framebuffers.length, name + 1));
        }
        if (framebuffers[name] == null) {
            framebuffers[name] = new Framebuffer();
        }
        return framebuffers[name];
    }

    /** Where a pass that draws into a framebuffer stands. */
    SourceLocation pass(int framebuffer, int width, int height, int frame) {
        Framebuffer it = of(framebuffer);
        if (it == null) {
            return MANY;
        }
        if (it.width != width || it.height != height) {
            it.width = width;
            it.height = height;
            it.forgetNames();
        }
        it.passes = it.frame == frame ? Math.min(it.passes + 1, MOST_PASSES) : 1;
        it.frame = frame;
        SourceLocation known = it.names[it.passes - 1];
        if (known == null) {
            known = name(framebuffer, it);
            it.names[it.passes - 1] = known;
        }
        return known;
    }

    private SourceLocation name(int framebuffer, Framebuffer it) {
        if (made >= MOST_NAMES) {
            return MANY;
        }
        made++;
        return location(it.passes == 1 ? name(framebuffer) : name(framebuffer) + " (" + it.passes + ")");
    }

    private String name(int framebuffer) {
        if (framebuffer == 0) {
            return "screen";
        }
        String label = labelOf(GL_FRAMEBUFFER, framebuffer);
        Framebuffer it = framebuffers[framebuffer];
        if (label == null && it.main != 0) {
            label = labels.get(it.main);
        }
        return label != null ? label : "framebuffer " + framebuffer + ", " + it.width + "x" + it.height + it.kinds();
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

    /** Where a draw call with a program of shaders stands. */
    SourceLocation draw(int program) {
        SourceLocation known = draws.get(program);
        if (known == null) {
            if (program == 0 || draws.size() >= MOST_NAMES) {
                return DRAW;
            }
            String label = labelOf(GL_PROGRAM, program);
            known = draw("draw, " + (label == null ? "program " + program : label));
            draws.put(program, known);
        }
        return known;
    }

    private static final class Framebuffer {
        /** A bit for each color attachment. */
        private int colors;

        private boolean hasDepth;

        /** Key of the object whose label names the framebuffer; 0: none. */
        private long main;

        private int width;
        private int height;

        /** The last frame with a pass, and how many it has so far. */
        private int frame = -1;

        private int passes;
        private final SourceLocation[] names = new SourceLocation[MOST_PASSES];

        private void forgetNames() {
            java.util.Arrays.fill(names, null);
        }

        private String kinds() {
            int count = Integer.bitCount(colors);
            String color = count == 0 ? "" : count == 1 ? " color" : " " + count + " colors";
            return hasDepth ? color + (count == 0 ? " depth" : "+depth") : color;
        }
    }
}
