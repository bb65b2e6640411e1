package dev.zonecast.cli.golden;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A recording that the rows of {@link EveryKindTest} play events into, with a clock that moves by a microsecond with each. */
final class GoldenScript {
    private static final long BEGIN = 1_000_000_000;
    private static final long STEP = 1000;
    private static final long LIMIT = 10_000_000_000L;

    final EventThread main = EventThread.of(5, "main");
    final EventThread other = EventThread.of(6, "other");
    final GpuContextInfo gpu = new GpuContextInfo(3, GpuApi.VULKAN, "golden gpu", BEGIN);
    final EventSink sink;

    private final Set<EventKind> played = EnumSet.noneOf(EventKind.class);
    private final Set<EventKind> stacked = EnumSet.noneOf(EventKind.class);
    private final Set<Life> lives = EnumSet.noneOf(Life.class);
    private final Set<LockEvent> lockEvents = EnumSet.noneOf(LockEvent.class);
    private final FxtRecording recording;
    private long now = BEGIN;

    GoldenScript(Path file, boolean compact) throws IOException {
        ProgramFacts program = new ProgramFacts("golden program", 4711, "clock", "its reason", "25", "Linux");
        recording = FxtRecording.create(file, program, 1_700_000_000_000L);
        if (compact) {
            recording.makeCompact();
        }
        sink = new Watching();
        recording.begin(new SinkStart(BEGIN, 0));
        recording.thread(main, Life.STARTED);
        recording.thread(other, Life.STARTED);
        recording.event(new GpuEvent().context(gpu));
    }

    /** Notes the kinds of events, and passes all on to the recording. */
    private final class Watching implements EventSink {
        @Override
        public String description() {
            return recording.description();
        }

        @Override
        public void thread(EventThread thread, Life life) throws IOException {
            lives.add(life);
            recording.thread(thread, life);
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) throws IOException {
            for (int i = 0; i < run.size(); i++) {
                played.add(run.isEnd(i) ? EventKind.ZONE_END : EventKind.ZONE_BEGIN);
            }
            recording.zones(thread, run);
        }

        @Override
        public void event(Event event) throws IOException {
            played.add(event.kind());
            CallStack stack = switch (event) {
                case ZoneBegin e -> e.stack();
                case MessageEvent e -> e.stack();
                case MemoryEvent e -> e.stack();
                case GpuEvent e -> e.stack();
                default -> null;
            };
            if (stack != null) {
                stacked.add(event.kind());
            }
            if (event instanceof LockChange change && change.kind() == EventKind.LOCK) {
                lockEvents.add(change.what());
            }
            recording.event(event);
        }
    }

    /** Kinds of events that the sink got. */
    Set<EventKind> played() {
        return played;
    }

    /** Kinds of events that the sink got with a call stack. */
    Set<EventKind> stacked() {
        return stacked;
    }

    /** Changes of threads that the sink got. */
    Set<Life> lives() {
        return lives;
    }

    Set<LockEvent> lockEvents() {
        return lockEvents;
    }

    long next() {
        now += STEP;
        return now;
    }

    void end() throws IOException {
        recording.end(next(), LIMIT);
    }

    static SourceLocation place(String name) {
        return SourceLocation.of(name, "Golden.run", "Golden.java", 10, 0);
    }

    static CallStack calls(String function) {
        return new CallStack(List.of(new CallStack.Call(function, "Golden.java", 7)));
    }

    /** A zone around something. */
    void zone(String name, Inner inner) throws IOException {
        sink.zones(main, new ZoneRun().onlyBegin(next(), Ids.of(place(name))));
        inner.run();
        sink.zones(main, new ZoneRun().onlyEnd(next()));
    }

    /** What happens in a zone. */
    interface Inner {
        void run() throws IOException;
    }
}
