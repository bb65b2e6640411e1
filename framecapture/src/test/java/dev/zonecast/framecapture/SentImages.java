package dev.zonecast.framecapture;

import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.framecapture.engine.Compression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A sink that keeps the images that the collector gives it. Filled by the collector's thread, read after {@link #flush}. */
public final class SentImages implements AutoCloseable {
    /** No wait of a test takes so long, unless something hangs. */
    public static final Duration LIMIT = Duration.ofMinutes(1);

    /** All that a test runs again and again is compiled by then, however busy the machine is. */
    public static final Duration COMPILED_LIMIT = Duration.ofMinutes(5);

    /** A picture; its blocks are a copy. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Image(long frame, int width, int height, boolean bottomUp, int[] blocks) {
        /** Pixels, row by row from the top down, red in the lowest byte. */
        public int[] pixelsFromTheTop() {
            int[] rgba = Dxt1Pixels.of(blocks, width, height);
            return bottomUp ? upsideDown(rgba, width) : rgba;
        }

        private static int[] upsideDown(int[] rgba, int width) {
            int[] turned = new int[rgba.length];
            for (int at = 0; at < rgba.length; at += width) {
                System.arraycopy(rgba, at, turned, rgba.length - width - at, width);
            }
            return turned;
        }
    }

    private final List<Image> images = new ArrayList<>();
    private final long lostBefore;
    private final EventSink sink = new EventSink() {
        @Override
        public String description() {
            return "images of frames";
        }

        @Override
        public void event(Event event) {
            if (event instanceof ImageEvent e) {
                images.add(new Image(
                        e.frame(),
                        e.width(),
                        e.height(),
                        e.bottomUp(),
                        e.blocks().clone()));
            }
        }
    };

    /** Listens from now on. Gets no image of an earlier test. */
    public SentImages() {
        Zonecast.start(dev.zonecast.core.Options.defaults().set(dev.zonecast.core.Option.LISTEN, false));
        flush();
        lostBefore = Profiler.current().statistics(LIMIT).losses().droppedFrameImages();
        Profiler.current().attach(sink);
        flush();
    }

    /** Waits for all images that were submitted or published. The queue of images is empty afterwards. */
    public void flush() {
        Compression.await(LIMIT);
        if (!Zonecast.flush(LIMIT)) {
            throw new IllegalStateException("the collector hangs");
        }
    }

    /** All so far. */
    public List<Image> images() {
        flush();
        return images;
    }

    /** Pictures that were read and counted as dropped since then: the machine may be slow. */
    public long lost() {
        flush();
        return Profiler.current().statistics(LIMIT).losses().droppedFrameImages() - lostBefore;
    }

    @Override
    public void close() {
        flush();
        try {
            Profiler.current().detach(sink, LIMIT).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException
                | java.util.concurrent.ExecutionException
                | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
