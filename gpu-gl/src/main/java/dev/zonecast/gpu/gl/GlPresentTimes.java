package dev.zonecast.gpu.gl;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.gpu.gl.window.WindowSystem;
import java.lang.System.Logger.Level;
import org.lwjgl.system.FunctionProvider;

/**
 * When the display showed the frames of an OpenGL window, by GLX_OML_sync_control. Each time becomes a {@link Frame#shown}.
 *
 * <pre>{@code
 * GlPresentTimes times = GlPresentTimes.ofCurrent(0);  // the window's OpenGL context is current
 * while (running) {
 *     draw();
 *     times.beforeSwap();                              // from the window's first swap on
 *     swapBuffers();
 *     Frame.mark();
 * }
 * }</pre>
 *
 * Mesa's hardware drivers have the extension on an X server with DRI3. Elsewhere a line in the log reports why there are no times, and
 * calls do nothing. EGL has no such extension.
 *
 * <p>While a viewer or a recording is active, each call is one round trip to the X server. It never waits for a swap: it asks for the
 * number of completed swaps, and then for the time of the last one. The driver numbers swaps from the window's first one, and this class
 * counts its calls. After a swap without a call, the window has no more times, and a line in the log reports it. Another window begins
 * another count.
 *
 * <p>The time is the X server's. With a compositing manager it is the time when that got the picture. A picture that the server skipped for
 * a newer one may count as shown. Of two swaps that complete between two calls, the later one has a time. A time before the swap or in the
 * future is counted as a wrong call.
 *
 * <p>Tested with a stand-in for the driver only: no machine with the extension was at hand.
 *
 * <p>One thread at a time, where the context is current. No call throws or raises an OpenGL error.
 */
public final class GlPresentTimes {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Swaps of a window that are kept. More than a driver has under way. */
    static final int KEPT = 16;

    private final int display;

    /** Null if there is none, and after it has not answered. */
    private GlxSyncControl driver;

    // The window of the last swap.
    private long connection;
    private long drawable;
    private Thread thread;

    /** False if the window had swaps without a call. */
    private boolean isCounted;

    /** Swaps of the window so far. */
    private long swaps;

    /** Swaps that the driver has completed, by its last answer. */
    private long completed;

    /** Frames of the last swaps, by place: 0 is before the first frame. */
    private final long[] frames = new long[KEPT];

    /** When the program swapped, in microseconds of {@link System#nanoTime}. */
    private final long[] swapped = new long[KEPT];

    private GlPresentTimes(int display, GlxSyncControl driver) {
        this.display = display;
        this.driver = driver;
    }

    /**
     * For the windows of the OpenGL context that is current on this thread.
     *
     * @param display a small number of your choice, as in {@link Frame#shown}
     * @return never null: without the extension, one that does nothing ({@link #isAvailable})
     */
    public static GlPresentTimes ofCurrent(int display) {
        if (!GpuZones.ENABLED) {
            return new GlPresentTimes(display, null);
        }
        return of(display, WindowSystem.glx());
    }

    static GlPresentTimes of(int display, FunctionProvider provider) {
        var driver = new GlxSyncControl(provider);
        String problem = driver.problem();
        return problem == null ? new GlPresentTimes(display, driver) : unavailable(display, problem);
    }

    private static GlPresentTimes unavailable(int display, String problem) {
        LOG.log(Level.WARNING, "no times when the display showed frames, by " + GlxSyncControl.NAME + ": {0}", problem);
        return new GlPresentTimes(display, null);
    }

    /** True while the driver has the extension and answers. */
    public boolean isAvailable() {
        return driver != null;
    }

    /** Before each swap of the window, and before the {@link Frame#mark} of its frame. */
    public void beforeSwap() {
        if (driver == null) {
            return;
        }
        long currentConnection = driver.connection();
        long currentDrawable = currentConnection == 0 ? 0 : driver.drawable();
        if (currentDrawable == 0) {
            return;
        }
        if (currentDrawable != drawable || currentConnection != connection) {
            connection = currentConnection;
            drawable = currentDrawable;
            isCounted = true;
            swaps = 0;
            completed = 0;
        }
        boolean isHandedOver = thread != Thread.currentThread();
        thread = Thread.currentThread();
        if (isCounted && (swaps == 0 || isHandedOver || Zonecast.isActive())) {
            ask(isHandedOver);
        }
        int at = (int) swaps++ & (KEPT - 1);
        frames[at] = Frame.number();
        swapped[at] = System.nanoTime() / 1_000;
    }

    private void ask(boolean isHandedOver) {
        if (!driver.askCompleted(connection, drawable)) {
            giveUp();
            return;
        }
        if (driver.completed() == 0 && (completed > 0 || isHandedOver)) {
            // Mesa counts anew after a window without a GLXWindow was current nowhere.
            swaps = 0;
            completed = 0;
        }
        // The driver waits for a target that it has not reached. After a new count an older answer would be one.
        if (isPossible(driver.completed()) && driver.completed() > completed) {
            if (!driver.askTime(connection, drawable, driver.completed())) {
                giveUp();
                return;
            }
            if (isPossible(driver.completed())) {
                completed = driver.completed();
                report(driver.micros());
            }
        }
    }

    /** Whether the driver may have completed as many swaps. If not, ours are counted wrong. */
    private boolean isPossible(long asked) {
        if (asked >= completed && asked <= swaps && swaps - asked < KEPT) {
            return true;
        }
        isCounted = false;
        LOG.log(
                Level.WARNING,
                "no times when the display showed frames of this window: the driver has completed {0} swaps, and {1} were"
                        + " seen. Each swap has to be seen, from the window''s first one on",
                asked,
                swaps);
        return false;
    }

    /** The last completed swap was at that time. */
    private void report(long micros) {
        int at = (int) (completed - 1) & (KEPT - 1);
        boolean isPossible = swapped[at] <= micros && micros <= System.nanoTime() / 1_000;
        if (!isPossible) {
            Frame.shown(display, -1, 0);
        } else if (frames[at] > 0) {
            Frame.shown(display, frames[at], 1_000 * micros);
        }
    }

    private void giveUp() {
        driver = null;
        LOG.log(
                Level.WARNING,
                "no more times when the display showed frames: the driver has " + GlxSyncControl.NAME
                        + ", and does not answer");
    }
}
