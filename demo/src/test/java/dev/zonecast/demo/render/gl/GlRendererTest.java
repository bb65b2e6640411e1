package dev.zonecast.demo.render.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.demo.render.Picture;
import dev.zonecast.demo.render.RenderSettings;
import dev.zonecast.demo.render.Renderer;
import dev.zonecast.demo.render.RenderingException;
import dev.zonecast.demo.render.Screenshots;
import dev.zonecast.demo.render.ShaderSource;
import dev.zonecast.demo.scene.FrameView;
import dev.zonecast.demo.scene.InstanceList;
import dev.zonecast.demo.scene.Scene;
import dev.zonecast.demo.scene.Simulation;
import dev.zonecast.demo.scene.VisibilityStage;
import dev.zonecast.demo.scene.WorkerPool;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lwjgl.opengl.GL33C;

/** Runs on real OpenGL; Mesa's software renderer is enough. */
class GlRendererTest {
    private static final FrameSize SIZE = new FrameSize(320, 180);
    private static final int SHADOW_MAP_SIZE = 512;
    private static final int OBJECTS = 1200;
    private static final int FRAMES = 20;

    private final Scene scene = new Scene(OBJECTS, 42);
    private final FrameView view = new FrameView(SHADOW_MAP_SIZE);
    private WorkerPool workers;
    private Simulation simulation;
    private VisibilityStage visibility;

    @BeforeEach
    void startWorkers() {
        workers = new WorkerPool(2);
        simulation = new Simulation(scene, workers);
        visibility = new VisibilityStage(scene, view, workers);
    }

    @AfterEach
    void stopWorkers() {
        workers.close();
    }

    @Test
    void shouldDrawAVariedPictureWhenTwentyFramesAreRendered() throws Exception {
        try (Renderer renderer = open(ContextKind.headless())) {
            Picture picture = drawFrames(renderer, FRAMES);

            long colours = Arrays.stream(picture.rgb()).distinct().count();
            assertTrue(colours > 2_000, "only " + colours + " colours");
            int[] brightness = Arrays.stream(picture.rgb())
                    .map(GlRendererTest::brightness)
                    .sorted()
                    .toArray();
            int darkest = brightness[brightness.length / 20];
            int brightest = brightness[brightness.length * 19 / 20];
            assertTrue(brightest - darkest > 60, "brightness from " + darkest + " to " + brightest);
        }
    }

    @Test
    void shouldStandUprightWhenRead() throws Exception {
        try (Renderer renderer = open(ContextKind.headless())) {
            Picture picture = drawFrames(renderer, 1);

            // The evening sky is blue above; the floodlit field is not.
            assertTrue(meanBlueOverRed(picture, 0) > 20, "the upper edge is not sky");
            assertTrue(meanBlueOverRed(picture, SIZE.height() - 1) < 10, "the lower edge is sky");
        }
    }

    @Test
    void shouldDarkenWhatLiesBehindCastersWhenShadowsAreDrawn() throws Exception {
        try (Renderer renderer = open(ContextKind.headless())) {
            advance();
            InstanceList noCasters = new InstanceList(1, scene.meshes().size());

            Picture lit = draw(renderer, noCasters);
            Picture shadowed = draw(renderer, visibility.shadowCasters());

            int darker = 0;
            int brighter = 0;
            for (int i = 0; i < lit.rgb().length; i++) {
                int difference = brightness(shadowed.rgb()[i]) - brightness(lit.rgb()[i]);
                darker += difference < -25 ? 1 : 0;
                brighter += difference > 3 ? 1 : 0;
            }
            assertEquals(0, brighter, "a shadow brightens nothing");
            assertTrue(darker > lit.rgb().length / 50, "only " + darker + " pixels lie in shadow");
            assertTrue(darker < lit.rgb().length / 2, darker + " pixels lie in shadow: the light is gone");
        }
    }

    @Test
    void shouldDrawTheSamePictureWhenTheSceneIsTheSame() throws Exception {
        try (Renderer renderer = open(ContextKind.headless())) {
            advance();

            Picture first = draw(renderer, visibility.shadowCasters());
            Picture second = draw(renderer, visibility.shadowCasters());

            assertTrue(Arrays.equals(first.rgb(), second.rgb()));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextKind.class,
            names = {"GLFW_NULL", "EGL_DEVICE", "EGL_SURFACELESS"})
    void shouldDrawAndCloseAndDrawAgainWhenTheContextIsOfThisKind(ContextKind kind) throws Exception {
        for (int i = 0; i < 2; i++) {
            Renderer renderer;
            try {
                renderer = open(List.of(kind));
            } catch (GraphicsUnavailableException e) {
                Assumptions.abort(e.getMessage());
                return;
            }
            try (renderer) {
                Picture picture = drawFrames(renderer, 2);
                assertTrue(Arrays.stream(picture.rgb()).distinct().count() > 1_000);
                assertTrue(
                        renderer.info().surface().startsWith(kind.description()),
                        renderer.info().toString());
            }
        }
    }

    @Test
    void shouldThrowWithTextWhenOpenGlReportsAnError() throws Exception {
        try (Renderer renderer = open(ContextKind.headless())) {
            drawFrames(renderer, 1);

            GL33C.glEnable(0xFFFF);

            RenderingException thrown = assertThrows(RenderingException.class, renderer::readFrame);
            assertTrue(thrown.getMessage().contains("OpenGL error"), thrown.getMessage());
            drawFrames(renderer, 1);
        }
    }

    @Test
    void shouldNameTheShaderWhenItIsMissing() {
        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> ShaderSource.read("opengl.glsl", "no-such.frag"));

        assertTrue(thrown.getMessage().contains("no-such.frag"));
    }

    private Renderer open(List<ContextKind> kinds) throws GraphicsUnavailableException {
        return GlRenderer.open(
                kinds, new RenderSettings(false, SIZE, SHADOW_MAP_SIZE, scene.meshes(), Screenshots.OFF, true));
    }

    private Picture drawFrames(Renderer renderer, int frames) {
        for (int i = 0; i < frames; i++) {
            advance();
            submit(renderer, visibility.shadowCasters());
        }
        return renderer.readFrame();
    }

    private void advance() {
        simulation.advance(1 / 60f);
        view.update(simulation.timeSeconds(), SIZE.aspectRatio());
        visibility.cull();
    }

    private Picture draw(Renderer renderer, InstanceList casters) {
        submit(renderer, casters);
        return renderer.readFrame();
    }

    private void submit(Renderer renderer, InstanceList casters) {
        renderer.upload(visibility.visible(), casters);
        renderer.render(view);
        renderer.present();
    }

    private static int brightness(int rgb) {
        return ((rgb >> 16 & 0xFF) * 2 + (rgb >> 8 & 0xFF) * 5 + (rgb & 0xFF)) / 8;
    }

    private static double meanBlueOverRed(Picture picture, int row) {
        double sum = 0;
        for (int x = 0; x < picture.width(); x++) {
            int rgb = picture.rgb(x, row);
            sum += (rgb & 0xFF) - (rgb >> 16 & 0xFF);
        }
        return sum / picture.width();
    }
}
