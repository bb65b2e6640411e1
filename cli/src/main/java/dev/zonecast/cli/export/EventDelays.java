package dev.zonecast.cli.export;

import tools.jackson.core.JsonGenerator;

/**
 * How long an event that arrived at the begin of a frame has waited: the time since the thread's last mark of a frame. The front-end
 * makes a marker "Jank" of waits from 50 ms on.
 */
final class EventDelays {
    private final JsonGenerator json;
    private final Millis millis;
    private final LongColumn frames;
    private int begun;

    /** @param frames begins of frames, in order */
    EventDelays(JsonGenerator json, LongColumn frames) {
        this.json = json;
        this.millis = new Millis(json);
        this.frames = frames;
    }

    /** A value of the column; null before the first frame and where the frame has no end. To be called in the order of time. */
    void write(long time) {
        while (begun < frames.count() && frames.get(begun) <= time) {
            begun++;
        }
        if (begun == 0 || begun == frames.count()) {
            json.writeNull();
        } else {
            millis.write(time - frames.get(begun - 1));
        }
    }
}
