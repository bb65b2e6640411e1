package dev.zonecast.cli.export;

import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceFrameImage;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When the frames of pictures began. A frame is known once it has ended; its picture may come before that or much later. Frames that
 * were open when the recording began have no begin in it: their pictures are shown at its start.
 */
final class FramePictures {
    private static final int MAX_PENDING = 64;
    private static final int MAX_FRAME_BEGINS = 4096;

    /** A frame of a base set. */
    private record FrameKey(Program program, long number) {}

    /** Takes a picture. */
    interface Taker {
        void picture(TraceFrameImage image, long timeNanos) throws IOException;
    }

    private final ZoneFilter filter;
    private final Taker taker;
    private long refused;
    /** Begins of the last frames. */
    private final Map<FrameKey, Long> frameBegins = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<FrameKey, Long> eldest) {
            return size() > MAX_FRAME_BEGINS;
        }
    };

    private final Map<FrameKey, TraceFrameImage> pending = new LinkedHashMap<>();
    private final Map<Program, Long> firstFrames = new HashMap<>();
    private final Map<Program, Long> starts = new HashMap<>();

    /** @param taker gets the pictures of the frames that the filter accepts */
    FramePictures(ZoneFilter filter, Taker taker) {
        this.filter = filter;
        this.taker = taker;
    }

    void session(Session session) {
        starts.putIfAbsent(session.owner(), session.startNanos());
    }

    /** A frame of the base set. */
    void frame(TraceFrame frame) throws IOException {
        FrameKey key = new FrameKey(frame.track().program(), frame.number());
        frameBegins.put(key, frame.beginNanos());
        TraceFrameImage waiting = pending.remove(key);
        if (waiting != null) {
            write(waiting, frame.beginNanos());
        }
        if (firstFrames.putIfAbsent(key.program(), key.number()) == null) {
            writeEarlier(key.program(), key.number());
        }
    }

    void image(TraceFrameImage image) throws IOException {
        if (!filter.acceptsProgram(image.program())) {
            return;
        }
        FrameKey key = new FrameKey(image.program(), image.frame());
        Long begin = frameBegins.get(key);
        if (begin == null && image.frame() < firstFrames.getOrDefault(image.program(), Long.MIN_VALUE)) {
            begin = starts.get(image.program());
        }
        if (begin != null) {
            write(image, begin);
        } else if (pending.size() < MAX_PENDING) {
            pending.put(key, image);
        } else {
            refused++;
        }
    }

    /** Pictures of frames that began before the recording. */
    private void writeEarlier(Program program, long firstFrame) throws IOException {
        Long start = starts.get(program);
        for (Iterator<TraceFrameImage> waiting = pending.values().iterator(); start != null && waiting.hasNext(); ) {
            TraceFrameImage image = waiting.next();
            if (image.program() == program && image.frame() < firstFrame) {
                waiting.remove();
                write(image, start);
            }
        }
    }

    private void write(TraceFrameImage image, long timeNanos) throws IOException {
        if (filter.acceptsTime(timeNanos)) {
            taker.picture(image, timeNanos);
        }
    }

    /** The trace ends: of a program without marks there is a picture of its only frame. Returns how many have no frame. */
    long finish() throws IOException {
        for (Program program : starts.keySet()) {
            if (!firstFrames.containsKey(program)) {
                writeEarlier(program, Long.MAX_VALUE);
            }
        }
        return refused + pending.size();
    }
}
