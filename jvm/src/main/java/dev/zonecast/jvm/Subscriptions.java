package dev.zonecast.jvm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.EventSettings;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/** Turns on events of a stream, as far as this virtual machine has them. */
final class Subscriptions {
    private final RecordingStream stream;
    private final Set<String> known = new HashSet<>();
    private final List<String> missing = new ArrayList<>();

    /** @param without events that are taken as not there */
    Subscriptions(RecordingStream stream, Set<String> without) {
        this.stream = stream;
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            known.add(type.getName());
        }
        known.removeAll(without);
    }

    /** Events that were asked for, and that this virtual machine does not have. */
    List<String> missing() {
        return missing;
    }

    boolean has(String event) {
        return known.contains(event);
    }

    /** Takes events of a type. */
    void on(String event, Consumer<EventSettings> settings, Consumer<RecordedEvent> action) {
        if (!has(event)) {
            missing.add(event);
            return;
        }
        settings.accept(stream.enable(event).withoutStackTrace());
        stream.onEvent(event, action);
    }

    /** Turns a type on, if it is off, and changes a setting; the stream may run. */
    void set(String event, String key, String value) {
        if (has(event)) {
            stream.enable(event).with(key, value);
        }
    }

    /** Turns a type off; the stream may run. */
    void off(String event) {
        stream.disable(event);
    }

    /** Events of a type that last so long. JFR gives shorter ones too if another recording of the process wants them. */
    void lasting(String event, Duration least, Consumer<EventSettings> settings, Consumer<RecordedEvent> action) {
        on(event, each -> settings.accept(each.withThreshold(least)), found -> {
            if (found.getDuration().compareTo(least) >= 0) {
                action.accept(found);
            }
        });
    }
}
