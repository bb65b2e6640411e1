package dev.zonecast.core.live;

import dev.zonecast.core.event.EventThread;

/** A thread whose name and group change between the calls of a sink. */
final class RenamedThread extends EventThread {
    RenamedThread(long id, String name) {
        super(id, false, false, name, 0);
    }

    void to(String name, int group) {
        rename(name, group);
    }
}
