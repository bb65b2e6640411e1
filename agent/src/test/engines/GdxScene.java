import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Application;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration.GLEmulation;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.Texture;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.glutils.FrameBuffer;
import com.badlogic.gdx.graphics.glutils.ShaderProgram;
import com.badlogic.gdx.graphics.profiling.GLProfiler;
import com.badlogic.gdx.utils.ScreenUtils;
import java.util.zip.CRC32;

/**
 * A scene of libGDX with a few framebuffers, which knows nothing of Zonecast. Arguments: frames, GL20 or GL30. Prints the engine's own
 * statistics of each frame.
 */
public class GdxScene extends ApplicationAdapter {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;
    private static final int FRAMEBUFFERS = 3;
    private static final int SPRITES = 40;

    private final int frames;
    private final StringBuilder draws = new StringBuilder();
    private final FrameBuffer[] targets = new FrameBuffer[FRAMEBUFFERS];
    private final Texture[] textures = new Texture[2];
    private SpriteBatch batch;
    private GLProfiler profiler;
    private int errors;
    private int frame;

    GdxScene(int frames) {
        this.frames = frames;
    }

    public static void main(String[] arguments) {
        boolean isGl30 = arguments[1].equals("GL30");
        Lwjgl3ApplicationConfiguration configuration = new Lwjgl3ApplicationConfiguration();
        configuration.setOpenGLEmulation(isGl30 ? GLEmulation.GL30 : GLEmulation.GL20, 3, 2);
        configuration.setWindowedMode(WIDTH, HEIGHT);
        configuration.disableAudio(true);
        configuration.useVsync(false);
        configuration.setForegroundFPS(0);
        configuration.setTitle("sprites");
        if (isGl30) {
            ShaderProgram.prependVertexCode = "#version 150\n#define attribute in\n#define varying out\n";
            ShaderProgram.prependFragmentCode = "#version 150\n#define varying in\n#define texture2D texture\n"
                    + "#define gl_FragColor fragColor\nout vec4 fragColor;\n";
        }
        new Lwjgl3Application(new GdxScene(Integer.parseInt(arguments[0])), configuration);
    }

    @Override
    public void create() {
        profiler = new GLProfiler(Gdx.graphics);
        profiler.setListener(error -> errors++);
        profiler.enable();
        batch = new SpriteBatch();
        for (int i = 0; i < FRAMEBUFFERS; i++) {
            targets[i] = new FrameBuffer(Pixmap.Format.RGBA8888, 64 << i, 64, i == 1);
        }
        for (int i = 0; i < textures.length; i++) {
            Pixmap pixels = new Pixmap(8, 8, Pixmap.Format.RGBA8888);
            pixels.setColor(i == 0 ? Color.RED : Color.GREEN);
            pixels.fill();
            textures[i] = new Texture(pixels);
            pixels.dispose();
        }
    }

    @Override
    public void render() {
        profiler.reset();
        for (FrameBuffer target : targets) {
            target.begin();
            ScreenUtils.clear(0, 0, 0.2f, 1);
            sprites(target.getWidth());
            target.end();
        }
        ScreenUtils.clear(0, 0, 0, 1);
        batch.begin();
        for (int i = 0; i < FRAMEBUFFERS; i++) {
            batch.draw(targets[i].getColorBufferTexture(), 100 * i, 20, 90, 90);
        }
        batch.end();
        draws.append(frame == 0 ? "" : " ").append(profiler.getDrawCalls());
        if (++frame == frames) {
            finish();
        }
    }

    /** Each second sprite has the other texture, so that the batch draws each by itself. */
    private void sprites(int width) {
        batch.begin();
        for (int i = 0; i < SPRITES; i++) {
            batch.draw(textures[i % 2], 7 * i % width, 5 * i % 64);
        }
        batch.end();
    }

    private void finish() {
        CRC32 sum = new CRC32();
        sum.update(ScreenUtils.getFrameBufferPixels(0, 0, WIDTH, HEIGHT, false));
        System.out.println("draws " + draws);
        System.out.println("frames " + frame + ", errors " + errors + ", picture " + sum.getValue());
        Gdx.app.exit();
    }

    /** What the GPU has not finished when the context goes is dropped. */
    @Override
    public void dispose() {
        Gdx.gl.glFinish();
    }
}
