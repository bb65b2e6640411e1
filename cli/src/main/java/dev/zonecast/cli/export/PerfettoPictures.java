package dev.zonecast.cli.export;

import dev.zonecast.trace.Frame;
import dev.zonecast.trace.FrameImage;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
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
final class PerfettoPictures {
    private static final int MAX_PENDING = 64;
    private static final int MAX_FRAME_BEGINS = 4096;

    /** Writes a picture. */
    interface Writer {
        void picture(FrameImage image, long timeNanos) throws IOException;
    }

    private final ZoneFilter filter;
    private long refused;
    private final Writer writer;
    /** Begins of the last frames. */
    private final Map<Screenshots.FrameKey, Long> frameBegins = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Screenshots.FrameKey, Long> eldest) {
            return size() > MAX_FRAME_BEGINS;
        }
    };

    private final Map<Screenshots.FrameKey, FrameImage> pending = new LinkedHashMap<>();
    private final Map<Program, Long> firstFrames = new HashMap<>();
    private final Map<Program, Long> starts = new HashMap<>();

    PerfettoPictures(ZoneFilter filter, Writer writer) {
        this.filter = filter;
        this.writer = writer;
    }

    void session(Session session) {
        starts.putIfAbsent(session.owner(), session.startNanos());
    }

    /** A frame of the base set. */
    void frame(Frame frame) throws IOException {
        Screenshots.FrameKey key = Screenshots.FrameKey.of(frame);
        frameBegins.put(key, frame.beginNanos());
        FrameImage waiting = pending.remove(key);
        if (waiting != null) {
            write(waiting, frame.beginNanos());
        }
        if (firstFrames.putIfAbsent(key.program(), key.number()) == null) {
            writeEarlier(key.program(), key.number());
        }
    }

    void image(FrameImage image) throws IOException {
        if (!filter.acceptsProgram(image.program())) {
            return;
        }
        Screenshots.FrameKey key = Screenshots.FrameKey.of(image);
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
        for (Iterator<FrameImage> waiting = pending.values().iterator(); start != null && waiting.hasNext(); ) {
            FrameImage image = waiting.next();
            if (image.program() == program && image.frame() < firstFrame) {
                waiting.remove();
                write(image, start);
            }
        }
    }

    private void write(FrameImage image, long timeNanos) throws IOException {
        if (filter.acceptsTime(timeNanos)) {
            writer.picture(image, timeNanos);
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
