package dev.zonecast.core.collect;

import dev.zonecast.core.gpu.GpuContextInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Copies of Zonecast in this process that found this one, and give their events to its sinks: to each one as if it were their own, from
 * its attachment to its end.
 *
 * <p>Owned by the collector's thread.
 */
final class Guests {
    private record Guest(Function<Object[], Object> door, String label, Map<String, GpuContextInfo> contexts) {}

    private record Link(Guest guest, GuestFeed feed) {}

    private final SinkList sinks;
    private final Runnable announceContexts;
    private final Runnable waker;
    private final List<Guest> guests = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    Guests(SinkList sinks, Runnable announceContexts, Runnable waker) {
        this.sinks = sinks;
        this.announceContexts = announceContexts;
        this.waker = waker;
    }

    /** A copy has come. */
    void join(Function<Object[], Object> door, String label) {
        Guest guest = new Guest(door, label, new HashMap<>());
        guests.add(guest);
        for (GuardedSink sink : sinks.all()) {
            link(guest, sink);
        }
    }

    /** A copy has ended; all that it had to say has been handed over. */
    void leave(String label) {
        deliver();
        links.removeIf(link -> link.guest().label().equals(label));
        guests.removeIf(guest -> guest.label().equals(label));
    }

    /** A sink has come. */
    void attach(GuardedSink sink) {
        for (Guest guest : guests) {
            link(guest, sink);
        }
    }

    private void link(Guest guest, GuardedSink sink) {
        GuestFeed feed = new GuestFeed(sink, guest.label(), guest.contexts(), announceContexts, waker);
        links.add(new Link(guest, feed));
        Object _ = guest.door().apply(new Object[] {"attach", feed});
    }

    /** Gives sinks what guests have handed over. */
    void deliver() {
        for (Link link : links) {
            link.feed().deliver();
        }
    }

    /** A sink ends; guests have the time given to hand over what they have for it. */
    void detach(GuardedSink sink, long limitNanos) {
        if (links.isEmpty()) {
            return;
        }
        long deadline = System.nanoTime() + limitNanos;
        for (Link link : List.copyOf(links)) {
            if (link.feed().sink() == sink) {
                var done = (Future<?>) link.guest().door().apply(new Object[] {"detach", link.feed(), limitNanos});
                while (done != null && !done.isDone() && System.nanoTime() - deadline < 0) {
                    link.feed().deliver();
                    LockSupport.parkNanos(200_000);
                }
                link.feed().deliver();
                links.remove(link);
            }
        }
    }
}
