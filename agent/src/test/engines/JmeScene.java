import com.jme3.app.SimpleApplication;
import com.jme3.light.DirectionalLight;
import com.jme3.material.Material;
import com.jme3.math.Vector3f;
import com.jme3.post.FilterPostProcessor;
import com.jme3.post.filters.BloomFilter;
import com.jme3.renderer.RenderManager;
import com.jme3.renderer.Statistics;
import com.jme3.renderer.queue.RenderQueue.ShadowMode;
import com.jme3.scene.Geometry;
import com.jme3.scene.shape.Box;
import com.jme3.shadow.DirectionalLightShadowRenderer;
import com.jme3.system.AppSettings;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.lwjgl.BufferUtils;
import org.lwjgl.opengl.GL11;

/**
 * A scene of jMonkeyEngine with shadows and bloom, which knows nothing of Zonecast. Arguments: frames, objects, and frames after which the
 * measurement begins (-1: none). Prints the engine's own statistics of each frame.
 */
public class JmeScene extends SimpleApplication {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;

    private final int frames;
    private final int objects;
    private final int warmUp;
    private final StringBuilder draws = new StringBuilder();
    private Statistics statistics;
    private int errors;
    private int frame;
    private long beganNanos;
    private long beganCpuNanos;

    JmeScene(String[] arguments) {
        frames = Integer.parseInt(arguments[0]);
        objects = Integer.parseInt(arguments[1]);
        warmUp = Integer.parseInt(arguments[2]);
    }

    public static void main(String[] arguments) {
        AppSettings settings = new AppSettings(true);
        settings.setResolution(WIDTH, HEIGHT);
        settings.setVSync(false);
        settings.setFrameRate(-1);
        settings.setAudioRenderer(null);
        settings.setTitle("scene");
        JmeScene scene = new JmeScene(arguments);
        scene.setSettings(settings);
        scene.setShowSettings(false);
        scene.setPauseOnLostFocus(false);
        scene.setDisplayFps(false);
        scene.setDisplayStatView(false);
        scene.start();
    }

    @Override
    public void simpleInitApp() {
        Material material = new Material(assetManager, "Common/MatDefs/Light/Lighting.j3md");
        for (int i = 0; i < objects; i++) {
            Geometry box = new Geometry("box " + i, new Box(.3f, .3f, .3f));
            box.setMaterial(material);
            box.setLocalTranslation(i % 20 - 10, (i / 20) % 15 - 7, -(i / 300));
            box.setShadowMode(ShadowMode.CastAndReceive);
            rootNode.attachChild(box);
        }
        DirectionalLight light = new DirectionalLight(new Vector3f(-.5f, -.5f, -1).normalizeLocal());
        rootNode.addLight(light);
        DirectionalLightShadowRenderer shadows = new DirectionalLightShadowRenderer(assetManager, 256, 2);
        shadows.setLight(light);
        viewPort.addProcessor(shadows);
        FilterPostProcessor filters = new FilterPostProcessor(assetManager);
        filters.addFilter(new BloomFilter());
        viewPort.addProcessor(filters);
        cam.setLocation(new Vector3f(0, 0, 25));
        statistics = renderer.getStatistics();
    }

    @Override
    public void simpleUpdate(float tpf) {
        if (frame == warmUp) {
            beganNanos = System.nanoTime();
            beganCpuNanos = cpuNanos();
        }
        // The view of statistics, which is off, disables them.
        statistics.setEnabled(warmUp < 0);
        statistics.clearFrame();
    }

    /** After all views of the frame are drawn. */
    @Override
    public void simpleRender(RenderManager manager) {
        if (warmUp < 0) {
            draws.append(frame == 0 ? "" : " ").append(value("Objects")).append('/').append(value("Triangles"));
            while (GL11.glGetError() != GL11.GL_NO_ERROR) {
                errors++;
            }
        }
        if (++frame == frames) {
            finish();
        }
    }

    private int value(String label) {
        String[] labels = statistics.getLabels();
        int[] values = new int[labels.length];
        statistics.getData(values);
        for (int i = 0; i < labels.length; i++) {
            if (labels[i].equals(label)) {
                return values[i];
            }
        }
        throw new IllegalStateException("no statistics of " + label);
    }

    private void finish() {
        if (warmUp >= 0) {
            double measured = frames - warmUp;
            System.out.printf(
                    "measured %.4f %.4f%n",
                    (System.nanoTime() - beganNanos) / 1e6 / measured, (cpuNanos() - beganCpuNanos) / 1e6 / measured);
        } else {
            ByteBuffer pixels = BufferUtils.createByteBuffer(4 * WIDTH * HEIGHT);
            GL11.glReadPixels(0, 0, WIDTH, HEIGHT, GL11.GL_RGBA, GL11.GL_UNSIGNED_BYTE, pixels);
            CRC32 sum = new CRC32();
            sum.update(pixels);
            System.out.println("draws " + draws);
            System.out.println("frames " + frame + ", errors " + errors + ", picture " + sum.getValue());
        }
        stop();
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
