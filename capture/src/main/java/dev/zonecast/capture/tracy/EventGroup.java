package dev.zonecast.capture.tracy;

/** Handlers of the events of one subject. */
abstract class EventGroup {
    final Stream stream;
    final ThreadStates threads;

    EventGroup(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.threads = threads;
    }
}
