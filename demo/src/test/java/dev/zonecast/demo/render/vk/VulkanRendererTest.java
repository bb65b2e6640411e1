package dev.zonecast.demo.render.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.Picture;
import dev.zonecast.demo.render.RenderSettings;
import dev.zonecast.demo.render.Renderer;
import dev.zonecast.demo.render.Screenshots;
import dev.zonecast.demo.render.gl.GlRenderer;
import dev.zonecast.demo.scene.FrameView;
import dev.zonecast.demo.scene.Scene;
import dev.zonecast.demo.scene.Simulation;
import dev.zonecast.demo.scene.VisibilityStage;
import dev.zonecast.demo.scene.WorkerPool;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VulkanRendererTest {
    private static final FrameSize SIZE = new FrameSize(160, 90);
    private static final int SHADOW_MAP_SIZE = 256;

    private final WorkerPool workers = new WorkerPool(2);
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    @AfterEach
    void stopWorkers() {
        workers.close();
    }

    private static RenderSettings settings(Scene scene, Screenshots screenshots) {
        return new RenderSettings(false, SIZE, SHADOW_MAP_SIZE, scene.meshes(), screenshots, true);
    }

    private VulkanRenderer open(Scene scene) throws Exception {
        PrintStream log = new PrintStream(messages, true, StandardCharsets.UTF_8);
        return VulkanRenderer.open(settings(scene, Screenshots.EVERY_FRAME), log);
    }

    private Picture draw(Renderer renderer, Scene scene, int frames) {
        FrameView view = new FrameView(SHADOW_MAP_SIZE);
        Simulation simulation = new Simulation(scene, workers);
        VisibilityStage visibility = new VisibilityStage(scene, view, workers);
        for (int i = 0; i < frames; i++) {
            simulation.advance(1 / 60f);
            view.update(simulation.timeSeconds(), SIZE.aspectRatio());
            visibility.cull();
            renderer.upload(visibility.visible(), visibility.shadowCasters());
            renderer.render(view);
            renderer.present();
        }
        return renderer.readFrame();
    }

    @Test
    void shouldDrawWhatOpenGlDrawsWithoutAMessageOfTheValidationLayer() throws Exception {
        int frames = 5;
        Picture vulkan;
        Picture openGl;
        Scene scene = new Scene(800, 7);
        VulkanRenderer renderer = open(scene);
        try (renderer) {
            vulkan = draw(renderer, scene, frames);
        }
        Scene same = new Scene(800, 7);
        try (Renderer other = GlRenderer.open(settings(same, Screenshots.OFF))) {
            openGl = draw(other, same, frames);
        }

        assertEquals("", messages.toString(StandardCharsets.UTF_8));
        assertEquals(0, renderer.validationMessages());
        int different = 0;
        for (int i = 0; i < vulkan.rgb().length; i++) {
            different += difference(vulkan.rgb()[i], openGl.rgb()[i]) > 8 ? 1 : 0;
        }
        // Drivers round edges and filters in their own ways.
        assertTrue(different < vulkan.rgb().length / 100, different + " pixels differ");
    }

    private static int difference(int one, int other) {
        int largest = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            largest = Math.max(largest, Math.abs((one >> shift & 0xFF) - (other >> shift & 0xFF)));
        }
        return largest;
    }

    @Test
    void shouldDrawAndCloseAndDrawAgain() throws Exception {
        for (int i = 0; i < 2; i++) {
            Scene scene = new Scene(50, 7);
            try (VulkanRenderer renderer = open(scene)) {
                draw(renderer, scene, 3);
                assertEquals("Vulkan", renderer.info().api());
            }
        }
        assertEquals("", messages.toString(StandardCharsets.UTF_8));
    }
}
