package dev.zonecast.jvm;

import java.util.stream.Stream;

/** Events of one kind that are shown as spans on lanes. */
interface LaneEvents {
    void subscribe(Subscriptions to);

    Stream<Lanes> lanes();
}
