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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.lwjgl.BufferUtils;
import org.lwjgl.opengl.GL11;

/**
 * A scene of jMonkeyEngine with shadows and bloom, which knows nothing of Zonecast. Arguments: frames, objects, and frames of a turn. With 0
 * it prints the engine's own statistics of each frame. Else it prints that it is ready for the first frame, waits for a line of its standard
 * input before each turn, and prints after it the nanoseconds of processor time and of time that a frame took; without further lines it ends.
 */
public class JmeScene extends SimpleApplication {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;

    private final int frames;
    private final int objects;
    private final int turn;
    private final BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final StringBuilder draws = new StringBuilder();
    private Statistics statistics;
    private int errors;
    private int frame;
    private long beganNanos;
    private long beganCpuNanos;

    JmeScene(String[] arguments) {
        frames = Integer.parseInt(arguments[0]);
        objects = Integer.parseInt(arguments[1]);
        turn = Integer.parseInt(arguments[2]);
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
        if (turn > 0 && frame % turn == 0) {
            nextTurn();
        }
        // The view of statistics, which is off, disables them.
        statistics.setEnabled(turn == 0);
        statistics.clearFrame();
    }

    /** After all views of the frame are drawn. */
    @Override
    public void simpleRender(RenderManager manager) {
        if (turn == 0) {
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
        if (turn == 0) {
            printFigures();
        }
        stop();
    }

    /** What the GPU has not finished when the context goes is dropped. */
    @Override
    public void destroy() {
        GL11.glFinish();
        super.destroy();
    }

    private void printFigures() {
        ByteBuffer pixels = BufferUtils.createByteBuffer(4 * WIDTH * HEIGHT);
        GL11.glReadPixels(0, 0, WIDTH, HEIGHT, GL11.GL_RGBA, GL11.GL_UNSIGNED_BYTE, pixels);
        CRC32 sum = new CRC32();
        sum.update(pixels);
        System.out.println("draws " + draws);
        System.out.println("frames " + frame + ", errors " + errors + ", picture " + sum.getValue());
    }

    private void nextTurn() {
        if (frame > 0) {
            System.out.println("turn " + (cpuNanos() - beganCpuNanos) / turn + " "
                    + (System.nanoTime() - beganNanos) / turn);
        } else {
            System.out.println("ready");
        }
        try {
            if (orders.readLine() == null) {
                stop();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        beganNanos = System.nanoTime();
        beganCpuNanos = cpuNanos();
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
