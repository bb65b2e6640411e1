package dev.zonecast.demo.render;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.demo.render.PassDevice.ProgramKind;
import dev.zonecast.demo.render.PassDevice.Scope;
import dev.zonecast.demo.render.PassDevice.TargetKind;
import dev.zonecast.demo.scene.Mesh;
import java.util.ArrayList;
import java.util.List;

/**
 * The passes of a frame, the same for all graphics APIs.
 *
 * <ol>
 *   <li>Shadow: the depth of all casters as the sun sees them, into a square map.
 *   <li>Main: the objects, then the sky where none is, with unbounded brightness.
 *   <li>Bloom, the glow around bright things: what is brighter than a threshold, at a quarter of the size and then halved and
 *       halved again, each level blurred by a Gaussian in two directions.
 *   <li>Tone mapping: picture and glow into the final 8-bit target with vignette, sRGB encoding and dithering.
 * </ol>
 *
 * @param <T> targets of the graphics API
 * @param <P> programs of the graphics API
 */
public final class Passes<T extends PassDevice.Surface, P extends AutoCloseable> {
    private static final SourceLocation SUBMIT_SHADOWS = SourceLocation.here("submit shadow pass", 0x8A5FBF);
    private static final SourceLocation GPU_SHADOWS = SourceLocation.here("shadow pass", 0x8A5FBF);
    private static final SourceLocation SUBMIT_MAIN = SourceLocation.here("submit main pass", 0x3E7CB1);
    private static final SourceLocation GPU_MAIN = SourceLocation.here("main pass", 0x3E7CB1);
    private static final SourceLocation GPU_OBJECTS = SourceLocation.here("objects", 0x5B9BD5);
    private static final SourceLocation GPU_SKY = SourceLocation.here("sky", 0x9CC3E6);
    private static final SourceLocation SUBMIT_BLOOM = SourceLocation.here("submit bloom", 0xE07A5F);
    private static final SourceLocation GPU_BLOOM = SourceLocation.here("bloom", 0xE07A5F);
    private static final SourceLocation SUBMIT_TONES = SourceLocation.here("submit tone mapping", 0x81B29A);
    private static final SourceLocation GPU_TONES = SourceLocation.here("tone mapping", 0x81B29A);

    /** The composing shader reads as many. */
    private static final int BLOOM_LEVELS = 3;

    private static final int FIRST_REDUCTION = 4;

    private final PassDevice<T, P> device;
    private final List<Mesh> meshes;
    private final T shadowMap;
    private final T scene;
    private final T frame;
    private final List<T> levels = new ArrayList<>();
    private final List<T> halfway = new ArrayList<>();
    private final P casters;
    private final P objects;
    private final P sky;
    private final P bright;
    private final P reduce;
    private final P blur;
    private final P compose;
    private final List<T> composed = new ArrayList<>();

    /** @param resources what is made here is closed with them */
    public Passes(PassDevice<T, P> device, Resources resources, RenderSettings settings) {
        this.device = device;
        meshes = settings.meshes();
        int width = settings.size().width();
        int height = settings.size().height();
        int mapSize = settings.shadowMapSize();
        shadowMap = resources.keep(device.target(TargetKind.SHADOW_MAP, mapSize, mapSize));
        scene = resources.keep(device.target(TargetKind.SCENE, width, height));
        frame = resources.keep(device.target(TargetKind.FRAME, width, height));
        composed.add(scene);
        for (int level = 0; level < BLOOM_LEVELS; level++) {
            int reduction = FIRST_REDUCTION << level;
            int levelWidth = Math.max(1, width / reduction);
            int levelHeight = Math.max(1, height / reduction);
            levels.add(resources.keep(device.target(TargetKind.GLOW, levelWidth, levelHeight)));
            halfway.add(resources.keep(device.target(TargetKind.GLOW, levelWidth, levelHeight)));
        }
        composed.addAll(levels);
        casters = resources.keep(
                device.program(ProgramKind.CASTERS, TargetKind.SHADOW_MAP, "shadow.vert", "shadow.frag"));
        objects = resources.keep(device.program(ProgramKind.OBJECTS, TargetKind.SCENE, "object.vert", "object.frag"));
        sky = resources.keep(device.program(ProgramKind.SKY, TargetKind.SCENE, "fullscreen.vert", "sky.frag"));
        bright = overAll(resources, TargetKind.GLOW, "bright.frag");
        reduce = overAll(resources, TargetKind.GLOW, "reduce.frag");
        blur = overAll(resources, TargetKind.GLOW, "blur.frag");
        compose = overAll(resources, TargetKind.FRAME, "tonemap.frag");
    }

    private P overAll(Resources resources, TargetKind into, String fragment) {
        return resources.keep(device.program(ProgramKind.OVER_ALL, into, "fullscreen.vert", fragment));
    }

    /** Draws a frame. */
    public void draw() {
        drawShadows();
        drawMain();
        drawBloom();
        try (Zone _ = Zone.open(SUBMIT_TONES);
                GpuZone _ = device.zone(GPU_TONES)) {
            drawOver(frame, compose, composed, 0, 0);
        }
    }

    private void drawShadows() {
        try (Zone _ = Zone.open(SUBMIT_SHADOWS);
                GpuZone _ = device.zone(GPU_SHADOWS);
                Scope _ = device.drawInto(shadowMap)) {
            device.use(casters, List.of());
            for (int mesh = 0; mesh < meshes.size(); mesh++) {
                device.drawMesh(mesh, true);
            }
        }
    }

    private void drawMain() {
        // The sky covers what the objects leave: no need to clear the colour.
        try (Zone _ = Zone.open(SUBMIT_MAIN);
                GpuZone _ = device.zone(GPU_MAIN);
                Scope _ = device.drawInto(scene)) {
            try (GpuZone _ = device.zone(GPU_OBJECTS)) {
                device.use(objects, List.of(shadowMap));
                // The ground is the first mesh and lies behind all others: drawn last, most of it fails the depth test.
                for (int mesh = meshes.size() - 1; mesh >= 0; mesh--) {
                    device.parameter(meshes.get(mesh).gridPattern() ? 1 : 0, 0);
                    device.drawMesh(mesh, false);
                }
            }
            try (GpuZone _ = device.zone(GPU_SKY)) {
                device.use(sky, List.of());
                device.drawOver();
            }
        }
    }

    private void drawBloom() {
        try (Zone _ = Zone.open(SUBMIT_BLOOM);
                GpuZone _ = device.zone(GPU_BLOOM)) {
            drawOver(levels.get(0), bright, List.of(scene), 1f / scene.width(), 1f / scene.height());
            for (int i = 0; i < BLOOM_LEVELS; i++) {
                T level = levels.get(i);
                if (i > 0) {
                    drawOver(level, reduce, List.of(levels.get(i - 1)), 0, 0);
                }
                drawOver(halfway.get(i), blur, List.of(level), 1f / level.width(), 0);
                drawOver(level, blur, List.of(halfway.get(i)), 0, 1f / level.height());
            }
        }
    }

    private void drawOver(T target, P program, List<T> textures, float x, float y) {
        try (Scope _ = device.drawInto(target)) {
            device.use(program, textures);
            device.parameter(x, y);
            device.drawOver();
        }
    }

    /** The finished frame, rows from the lowest up. */
    public T frame() {
        return frame;
    }
}
