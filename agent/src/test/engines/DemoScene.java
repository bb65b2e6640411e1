import static org.lwjgl.glfw.GLFW.glfwGetVersionString;

import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.RenderSettings;
import dev.zonecast.demo.render.Screenshots;
import dev.zonecast.demo.render.vk.VulkanRenderer;
import dev.zonecast.demo.scene.FrameView;
import dev.zonecast.demo.scene.Scene;
import dev.zonecast.demo.scene.Simulation;
import dev.zonecast.demo.scene.VisibilityStage;
import dev.zonecast.demo.scene.WorkerPool;

/** The demo's renderer in Vulkan, with GPU zones of its own in contexts of its own. */
public final class DemoScene {
    private static final FrameSize SIZE = new FrameSize(640, 360);
    private static final int SHADOW_MAP = 1024;

    private DemoScene() {}

    public static void main(String[] arguments) throws Exception {
        int frames = Integer.parseInt(arguments[0]);
        System.out.println("GLFW " + glfwGetVersionString());
        while (System.getProperty("dev.zonecast.running") == null) {
            Thread.sleep(1);
        }
        Scene scene = new Scene(500, 7);
        var settings = new RenderSettings(true, SIZE, SHADOW_MAP, scene.meshes(), Screenshots.OFF, false);
        try (var workers = new WorkerPool(2);
                var renderer = VulkanRenderer.open(settings, null)) {
            var view = new FrameView(SHADOW_MAP);
            var simulation = new Simulation(scene, workers);
            var visibility = new VisibilityStage(scene, view, workers);
            for (int i = 0; i < frames; i++) {
                simulation.advance(1 / 60f);
                view.update(simulation.timeSeconds(), SIZE.aspectRatio());
                visibility.cull();
                renderer.upload(visibility.visible(), visibility.shadowCasters());
                renderer.render(view);
                renderer.present();
            }
        }
        System.out.println("frames " + frames);
    }
}
