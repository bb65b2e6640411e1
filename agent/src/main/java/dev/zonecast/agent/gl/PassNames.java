package dev.zonecast.agent.gl;

import dev.zonecast.agent.BoundedLocations;
import dev.zonecast.core.SourceLocation;
import java.util.Arrays;
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

    /** Programs whose draws have names of their own. */
    private static final int MOST_PROGRAMS = 4_000;

    /** Framebuffers with greater numbers share a name. */
    private static final int MOST_FRAMEBUFFERS = 1 << 14;

    /** Passes of a frame into one framebuffer that have names of their own. */
    private static final int MOST_PASSES = 8;

    private static final String BIND = "glBindFramebuffer";
    private static final String PUSH = "glPushDebugGroup";
    private static final String DRAW = "glDraw";
    private static final SourceLocation MANY = location("framebuffers", BIND);
    private static final SourceLocation PLAIN_DRAW = location("draw", DRAW);
    private static final BoundedLocations PASSES = new BoundedLocations("passes of OpenGL", MANY);
    private static final BoundedLocations GROUPS = new BoundedLocations("groups of OpenGL", location("groups", PUSH));
    private static final BoundedLocations DRAWS = new BoundedLocations("draws of OpenGL", PLAIN_DRAW);

    /** Uploads and copies before a frame's first pass, and after a group. */
    static final SourceLocation OTHER = location("other", BIND);

    /** The agent's own work. */
    static final SourceLocation PICTURE = location("picture of the frame", "GlFrameCapture");

    static final SourceLocation COMPUTE = location("compute", "glDispatchCompute");

    /** By number. */
    private Framebuffer[] framebuffers = new Framebuffer[64];

    private final ObjectLabels labels;

    /** Of the labels that the names are made of. */
    private int version;

    private final Map<Integer, SourceLocation> draws = new HashMap<>();

    /** @param labels of the context's objects; framebuffers are not shared */
    PassNames(ObjectLabels labels) {
        this.labels = labels;
    }

    private static SourceLocation location(String name, String function) {
        return SourceLocation.of(name, function, null, 0, 0);
    }

    ObjectLabels labels() {
        return labels;
    }

    /** Objects may have been deleted and made again unseen before an epoch. */
    void forget(int epoch) {
        Arrays.fill(framebuffers, null);
        labels.forget(epoch);
        draws.clear();
    }

    /** A label that the program gives to an object; null takes it back. */
    void label(int kind, int name, String label) {
        if (kind == GL_FRAMEBUFFER) {
            Framebuffer it = of(name);
            if (it != null) {
                it.label = label == null || label.isEmpty() ? null : label;
                it.forgetNames();
            }
        } else if (isShown(kind)) {
            labels.put(key(kind, name), label);
        }
    }

    /** This context or another one that shares its objects may have changed a label. */
    private void renew() {
        if (version != labels.version()) {
            version = labels.version();
            draws.clear();
            for (Framebuffer each : framebuffers) {
                if (each != null) {
                    each.forgetNames();
                }
            }
        }
    }

    /** Labels of buffers, of which there may be many, are nowhere shown. */
    private static boolean isShown(int kind) {
        return switch (kind) {
            case GL_TEXTURE, GL_RENDERBUFFER, GL_PROGRAM, GL_PROGRAM_OBJECT_EXT, CpuHooks.GL_SHADER -> true;
            default -> false;
        };
    }

    /** An object is gone: its number may come again. */
    void deleted(int kind, int name) {
        labels.put(key(kind, name), null);
        if (kind == GL_PROGRAM) {
            draws.remove(name);
        }
    }

    /** Null if the program gave none. */
    String labelOf(int kind, int name) {
        return labels.of(key(kind, name));
    }

    private static long key(int kind, int name) {
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
    }

    /** Null if there are too many. */
    private Framebuffer of(int name) {
        if (name < 0 || name >= MOST_FRAMEBUFFERS) {
            return null;
        }
        if (name >= framebuffers.length) {
            framebuffers = Arrays.copyOf(framebuffers, Math.max(2 * framebuffers.length, name + 1));
        }
        if (framebuffers[name] == null) {
            framebuffers[name] = new Framebuffer();
        }
        return framebuffers[name];
    }

    /** Where a pass that draws into a framebuffer stands. */
    SourceLocation pass(int framebuffer, int width, int height, int frame) {
        renew();
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
            String name = name(framebuffer);
            known = PASSES.of(it.passes == 1 ? name : name + " (" + it.passes + ")", BIND, 0);
            it.names[it.passes - 1] = known;
        }
        return known;
    }

    private String name(int framebuffer) {
        if (framebuffer == 0) {
            return "screen";
        }
        Framebuffer it = framebuffers[framebuffer];
        String label = it.label;
        if (label == null && it.main != 0) {
            label = labels.of(it.main);
        }
        if (label != null) {
            return label;
        }
        String size = it.width == 0 ? "" : ", " + it.width + "x" + it.height;
        return "framebuffer " + framebuffer + size + it.kinds();
    }

    /** Where a debug group of the program's stands. */
    SourceLocation group(String text) {
        return GROUPS.of(text, PUSH, 0);
    }

    /** Where a draw call with a program of shaders stands. */
    SourceLocation draw(int program) {
        renew();
        SourceLocation known = draws.get(program);
        if (known == null) {
            if (program == 0 || draws.size() >= MOST_PROGRAMS) {
                return PLAIN_DRAW;
            }
            String label = labelOf(GL_PROGRAM, program);
            known = DRAWS.of("draw, " + (label == null ? "program " + program : label), DRAW, 0);
            draws.put(program, known);
        }
        return known;
    }

    private static final class Framebuffer {
        /** A bit for each color attachment. */
        private int colors;

        private boolean hasDepth;

        /** Null if the program gave none. */
        private String label;

        /** Key of the object whose label names the framebuffer; 0: none. */
        private long main;

        private int width;
        private int height;

        /** The last frame with a pass, and how many it has so far. */
        private int frame = -1;

        private int passes;
        private final SourceLocation[] names = new SourceLocation[MOST_PASSES];

        private void forgetNames() {
            Arrays.fill(names, null);
        }

        private String kinds() {
            int count = Integer.bitCount(colors);
            String color = count == 0 ? "" : count == 1 ? " color" : " " + count + " colors";
            return hasDepth ? color + (count == 0 ? " depth" : "+depth") : color;
        }
    }
}
