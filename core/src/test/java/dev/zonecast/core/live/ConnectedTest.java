package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.EventSink;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ConnectedTest {
    /** Asks the listener before and after the profiler has taken the session. */
    private static final class Host implements SessionHost {
        private final CollectorStandIn sessions = new CollectorStandIn();
        private final List<Boolean> connectedBefore = new CopyOnWriteArrayList<>();
        private final List<Boolean> connectedAfter = new CopyOnWriteArrayList<>();
        private final CountDownLatch told = new CountDownLatch(1);
        private final CountDownLatch taken = new CountDownLatch(1);
        private final AtomicReference<TracyListener> listener = new AtomicReference<>();

        @Override
        public boolean attach(EventSink session) {
            connectedBefore.add(listener.get().isConnected());
            boolean attached = sessions.attach(session);
            taken.countDown();
            return attached;
        }

        @Override
        public void attached() {
            connectedAfter.add(listener.get().isConnected());
            told.countDown();
        }

        @Override
        public void detach(EventSink session) {
            sessions.detach(session);
        }

        @Override
        public long originNanos() {
            return sessions.originNanos();
        }

        @Override
        public long stallLimitNanos() {
            return sessions.stallLimitNanos();
        }
    }

    @Test
    void shouldBeConnectedOnlyWhenZonesAreRecorded() throws Exception {
        Host host = new Host();
        int port = CollectorStandIn.freePort();
        TracyListener listener = new TracyListener(
                new ListenOptions("", port, "test"), host, CollectorStandIn.PATIENCE, new CapturedLog(), Thread::start);
        host.listener.set(listener);
        assertTrue(listener.start());

        TracyViewer viewer = TracyViewer.join(port, 82);
        host.taken.await();

        assertEquals(List.of(false), host.connectedBefore);
        viewer.await("the connection", listener::isConnected);
        assertTrue(host.told.await(CollectorStandIn.LIMIT.toSeconds(), TimeUnit.SECONDS));
        assertEquals(List.of(true), host.connectedAfter);
        host.sessions.shutDown(CollectorStandIn.LIMIT);
        viewer.awaitEnd();
        viewer.await("the end", () -> !listener.isConnected());
        assertFalse(listener.isConnected());
        listener.close(java.time.Duration.ZERO);
        host.sessions.close();
    }
}
