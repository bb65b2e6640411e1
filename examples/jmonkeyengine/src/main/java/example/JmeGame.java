package example;

import com.jme3.app.SimpleApplication;
import com.jme3.light.DirectionalLight;
import com.jme3.material.Material;
import com.jme3.math.Vector3f;
import com.jme3.renderer.RenderManager;
import com.jme3.renderer.queue.RenderQueue.ShadowMode;
import com.jme3.scene.Geometry;
import com.jme3.scene.shape.Box;
import com.jme3.shadow.DirectionalLightShadowRenderer;
import com.jme3.system.AppSettings;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;

/** Spinning boxes with shadows. Zonecast is one line of it; the zone "spin" is its own. */
public final class JmeGame extends SimpleApplication {
    private static final SourceLocation SPIN = SourceLocation.here("spin");

    private final int frames = Integer.getInteger("frames", 600);
    private int frame;

    /** Runs until the window is closed or as many frames as {@code -Dframes} says. */
    public static void main(String[] arguments) {
        var settings = new AppSettings(true);
        settings.setTitle("Zonecast: jMonkeyEngine");
        settings.setResolution(640, 360);
        settings.setAudioRenderer(null);
        settings.setGraphicsDebug(Boolean.getBoolean("debug")); // an OpenGL error ends the game
        var game = new JmeGame();
        game.setSettings(settings);
        game.setShowSettings(false);
        game.setPauseOnLostFocus(false);
        game.start();
    }

    @Override
    public void simpleInitApp() {
        stateManager.attach(new ZonecastState());
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
        cam.setLocation(new Vector3f(0, 0, 20));
    }

    @Override
    public void simpleUpdate(float seconds) {
        try (var _ = Zone.open(SPIN)) {
            rootNode.getChildren().forEach(box -> box.rotate(0, seconds, 0));
        }
    }

    @Override
    public void simpleRender(RenderManager manager) {
        if (++frame == frames) {
            System.out.println("frames: " + frame);
            stop();
        }
    }
}
