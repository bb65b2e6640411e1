import com.jme3.app.SimpleApplication;
import com.jme3.light.DirectionalLight;
import com.jme3.material.Material;
import com.jme3.math.Vector3f;
import com.jme3.post.FilterPostProcessor;
import com.jme3.post.filters.BloomFilter;
import com.jme3.renderer.queue.RenderQueue.ShadowMode;
import com.jme3.scene.Geometry;
import com.jme3.scene.shape.Box;
import com.jme3.scene.shape.Quad;
import com.jme3.shadow.DirectionalLightShadowRenderer;
import com.jme3.system.AppSettings;
import com.jme3.texture.Image;
import com.jme3.texture.Texture2D;
import com.jme3.texture.image.ColorSpace;
import com.jme3.util.BufferUtils;
import java.nio.ByteBuffer;

/** A game that knows nothing of Zonecast: boxes with shadows and bloom. After some seconds a wall appears behind them. */
public class Scene extends SimpleApplication {
    private static final int FRAMES = 600;
    private static final int WALL_AT = 400;
    private static final int WALL_PIXELS = 4096;

    private int frame;

    public static void main(String[] arguments) {
        var scene = new Scene();
        var settings = new AppSettings(true);
        settings.setTitle("Scene");
        settings.setResolution(640, 360);
        settings.setFrameRate(60);
        settings.setAudioRenderer(null);
        scene.setSettings(settings);
        scene.setShowSettings(false);
        scene.setPauseOnLostFocus(false);
        scene.setDisplayStatView(false);
        scene.start();
    }

    @Override
    public void simpleInitApp() {
        for (int i = 0; i < 60; i++) {
            var box = new Geometry("box", new Box(.5f, .5f, .5f));
            box.setMaterial(new Material(assetManager, "Common/MatDefs/Light/Lighting.j3md"));
            box.setLocalTranslation(2 * (i % 10) - 9, 2 * (i / 10) - 5, 0);
            box.setShadowMode(ShadowMode.CastAndReceive);
            rootNode.attachChild(box);
        }
        var light = new DirectionalLight(new Vector3f(-.5f, -.5f, -1).normalizeLocal());
        rootNode.addLight(light);
        var shadows = new DirectionalLightShadowRenderer(assetManager, 512, 2);
        shadows.setLight(light);
        viewPort.addProcessor(shadows);
        var filters = new FilterPostProcessor(assetManager);
        filters.addFilter(new BloomFilter());
        viewPort.addProcessor(filters);
        cam.setLocation(new Vector3f(0, 0, 20));
    }

    @Override
    public void simpleUpdate(float seconds) {
        rootNode.getChildren().forEach(each -> each.rotate(0, "box".equals(each.getName()) ? seconds : 0, 0));
        frame++;
        if (frame == WALL_AT) {
            showWall();
        }
        if (frame == FRAMES) {
            stop();
        }
    }

    private void showWall() {
        ByteBuffer pixels = BufferUtils.createByteBuffer(4 * WALL_PIXELS * WALL_PIXELS);
        while (pixels.hasRemaining()) {
            pixels.putInt(0xFF604020 + (pixels.position() >> 12 & 0x3F));
        }
        pixels.flip();
        var picture = new Texture2D(
                new Image(Image.Format.RGBA8, WALL_PIXELS, WALL_PIXELS, pixels, ColorSpace.sRGB));
        var material = new Material(assetManager, "Common/MatDefs/Misc/Unshaded.j3md");
        material.setTexture("ColorMap", picture);
        var wall = new Geometry("wall", new Quad(26, 15));
        wall.setMaterial(material);
        wall.setLocalTranslation(-13, -7.5f, -2);
        rootNode.attachChild(wall);
    }
}
