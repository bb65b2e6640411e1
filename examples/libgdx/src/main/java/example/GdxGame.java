package example;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Application;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.Texture;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.glutils.FrameBuffer;
import com.badlogic.gdx.graphics.profiling.GLErrorListener;
import com.badlogic.gdx.graphics.profiling.GLProfiler;
import com.badlogic.gdx.utils.ScreenUtils;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;

/** Sprites that move in a framebuffer, which fills the window. Zonecast is one line of it; three zones are its own. */
public final class GdxGame extends ApplicationAdapter {
    private static final SourceLocation MOVE = SourceLocation.here("move");
    private static final SourceLocation WORLD = SourceLocation.here("world", 0x3A7BD5);
    private static final SourceLocation SCREEN = SourceLocation.here("screen", 0xD5843A);
    private static final int SPRITES = 400;

    private final int frames = Integer.getInteger("frames", 600);
    private final float[] x = new float[SPRITES];
    private SpriteBatch batch;
    private FrameBuffer world;
    private Texture texture;
    private int frame;

    /** Runs until the window is closed or as many frames as {@code -Dframes} says. */
    public static void main(String[] arguments) {
        var configuration = new Lwjgl3ApplicationConfiguration();
        configuration.setTitle("Zonecast: libGDX");
        configuration.setWindowedMode(640, 360);
        configuration.disableAudio(true);
        new Lwjgl3Application(new Zonecasted(new GdxGame()), configuration);
    }

    @Override
    public void create() {
        if (Boolean.getBoolean("debug")) { // an OpenGL error ends the game
            var profiler = new GLProfiler(Gdx.graphics);
            profiler.setListener(GLErrorListener.THROWING_LISTENER);
            profiler.enable();
        }
        for (int i = 0; i < SPRITES; i++) {
            x[i] = i * 37 % 640;
        }
        batch = new SpriteBatch();
        world = new FrameBuffer(Pixmap.Format.RGBA8888, 640, 360, false);
        var pixels = new Pixmap(8, 8, Pixmap.Format.RGBA8888);
        pixels.setColor(Color.GOLD);
        pixels.fill();
        texture = new Texture(pixels);
        pixels.dispose();
    }

    @Override
    public void render() {
        try (var _ = Zone.open(MOVE)) {
            for (int i = 0; i < SPRITES; i++) {
                x[i] = (x[i] + 1 + i % 7) % 640;
            }
        }
        try (var _ = Zonecasted.gpu(WORLD)) {
            world.begin();
            ScreenUtils.clear(0, 0, 0.2f, 1);
            batch.begin();
            for (int i = 0; i < SPRITES; i++) {
                batch.draw(texture, x[i], i * 353 / SPRITES);
            }
            batch.end();
            world.end();
        }
        try (var _ = Zonecasted.gpu(SCREEN)) {
            batch.begin();
            batch.draw(world.getColorBufferTexture(), 0, 0, 640, 360);
            batch.end();
        }
        if (++frame == frames) {
            System.out.println("frames: " + Gdx.graphics.getFrameId());
            Gdx.app.exit();
        }
    }

    @Override
    public void dispose() {
        batch.dispose();
        world.dispose();
        texture.dispose();
    }
}
