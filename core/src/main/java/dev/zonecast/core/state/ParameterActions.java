package dev.zonecast.core.state;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import java.lang.System.Logger.Level;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Runs the program's actions for parameters that have changed, one after the other, on a thread that is made at the first change.
 * Each change is a message in the trace too: what was measured before and after it is not the same.
 */
final class ParameterActions implements Runnable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    /** {@code Severity.INFO} and {@code MessageSource.PROFILER}. */
    private static final int FROM_PROFILER = 2 << 4 | 1;

    private static final int MESSAGE_RGB = 0x80C0FF;

    private final LinkedBlockingQueue<ParameterState> changed = new LinkedBlockingQueue<>();
    private boolean started;

    /** Any thread; returns at once. A parameter is added once until its turn has come. */
    void add(ParameterState parameter) {
        changed.add(parameter);
        try {
            start();
        } catch (OutOfMemoryError e) {
            LOG.log(Level.WARNING, "no thread for the actions of parameters: {0}", e.getMessage());
        }
    }

    private synchronized void start() {
        if (!started) {
            Thread.ofPlatform().daemon().name("zonecast-parameters").start(this);
            started = true;
        }
    }

    @Override
    public void run() {
        while (true) {
            try {
                run(changed.take());
            } catch (InterruptedException e) {
                // An action left the flag set. Other parameters' actions wait.
            } catch (RuntimeException | Error e) {
                // Of the log that tells about an action: the others wait.
            }
        }
    }

    private static void run(ParameterState parameter) {
        try {
            if (Gate.isOpen()) {
                Recorder.current().recordText(EventKind.MESSAGE, FROM_PROFILER, MESSAGE_RGB, "parameter " + parameter);
            }
            parameter.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "the action of parameter \"" + parameter.name() + "\" failed", e);
        }
    }
}
