package dev.zonecast.core.live;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.SampledCall;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.state.ParameterTable;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Query;

/**
 * Answers queries. Every query gets exactly one answer of the kind that the viewer waits for, or its session would never end; what
 * was never given out gets a placeholder, so nothing but registered names can be asked for.
 *
 * <p>Owned by the collector's thread; called between complete events only, because some answers fill the slots that events use.
 */
final class QueryAnswers {
    private static final Slots<?, SourceLocation> LOCATIONS = Slots.of(SourceLocation.class);

    /** Not "???": that represents "not yet known" in the viewer. */
    static final String UNKNOWN = "(unknown)";

    /** In place of a native library. */
    private static final String IMAGE = "Java";

    private final SessionEncoder encoder;
    private final ThreadRoster threads;
    private final SourceAnswers sources;
    private final int ownThreadId;
    private final String ownThreadName;
    private final int unknownNameId = nameId(UNKNOWN);

    /**
     * Answers of a session.
     *
     * @param sources answers those for source texts, when they are read
     * @param ownThreadId number on the wire of the thread that the session's own messages belong to
     */
    QueryAnswers(
            SessionEncoder encoder,
            ThreadRoster threads,
            SourceAnswers sources,
            int ownThreadId,
            String ownThreadName) {
        this.encoder = encoder;
        this.threads = threads;
        this.sources = sources;
        this.ownThreadId = ownThreadId;
        this.ownThreadName = ownThreadName;
    }

    void answer(Query query) {
        long pointer = query.pointer();
        switch (query.type()) {
            case STRING -> encoder.named(EventType.STRING_DATA, pointer, name(pointer));
            case PLOT_NAME -> encoder.named(EventType.PLOT_NAME, pointer, name(pointer));
            case FRAME_NAME -> encoder.named(EventType.FRAME_NAME, pointer, name(pointer));
            case FIBER_NAME -> encoder.named(EventType.FIBER_NAME, pointer, fiberName(pointer));
            case THREAD_STRING -> threadName(pointer);
            case SOURCE_LOCATION -> sourceLocation(pointer);
            case EXTERNAL_NAME -> {
                // A viewer asks it of threads that run on cores; their names come by another question too.
                SessionThread thread = threads.byId((int) pointer);
                String name = thread == null ? UNKNOWN : thread.track.name();
                encoder.named(EventType.EXTERNAL_THREAD_NAME, pointer, name);
                encoder.named(EventType.EXTERNAL_NAME, pointer, UNKNOWN);
            }
            case CALLSTACK_FRAME -> callstackFrame(pointer);
            case SYMBOL -> symbol(pointer);
            case SYMBOL_CODE -> encoder.open(EventType.ACK_SYMBOL_CODE_NOT_AVAILABLE);
            case SOURCE_CODE -> sources.answer((int) pointer);
            case PARAMETER -> {
                ParameterTable.INSTANCE.change((int) (pointer >>> 32), (int) pointer);
                encoder.open(EventType.ACK_SERVER_QUERY_NOOP);
            }
            case DATA_TRANSFER -> {
                sources.transfer(pointer);
                encoder.open(EventType.ACK_SERVER_QUERY_NOOP);
            }
            case DATA_TRANSFER_PART -> {
                sources.transferPart(pointer, query.extra());
                encoder.open(EventType.ACK_SERVER_QUERY_NOOP);
            }
            case TERMINATE, DISCONNECT -> throw new IllegalArgumentException(query + " has no answer");
        }
    }

    private static String name(long pointer) {
        int id = (int) pointer;
        String text = id == pointer ? Registry.INSTANCE.names().text(id) : null;
        return text == null ? UNKNOWN : text;
    }

    private void threadName(long pointer) {
        int id = (int) pointer;
        SessionThread thread = threads.byId(id);
        if (thread != null) {
            thread.toldName = thread.track.name();
            thread.toldGroup = thread.track.group();
            nameThread(pointer, thread.toldName, thread.toldGroup);
            return;
        }
        String carrier = threads.carrierName(id);
        ThreadRoster.Ended ended = carrier == null ? threads.takeEnded(id) : null;
        if (carrier != null) {
            nameThread(pointer, carrier, 0);
        } else if (ended != null) {
            nameThread(pointer, ended.name(), ended.group());
        } else {
            nameThread(pointer, id == ownThreadId ? ownThreadName : "thread " + Integer.toUnsignedString(id), 0);
        }
    }

    private void nameThread(long pointer, String name, int group) {
        encoder.named(EventType.THREAD_NAME, pointer, name);
        if (group != 0) {
            encoder.open(EventType.THREAD_GROUP_HINT).i32((int) pointer).i32(group);
        }
    }

    /** A fiber's cookie is its number on the wire. */
    private String fiberName(long pointer) {
        int id = (int) pointer;
        SessionThread fiber = id == pointer ? threads.byId(id) : null;
        if (fiber != null && fiber.isFiber()) {
            fiber.toldName = fiber.track.name();
            return fiber.toldName;
        }
        ThreadRoster.Ended ended = threads.takeEnded(id);
        return ended == null ? UNKNOWN : ended.name();
    }

    private void callstackFrame(long address) {
        SampledCall call = SampleAddress.call(address);
        if (call == null) {
            encoder.callstackFrame(address, UNKNOWN, UNKNOWN, UNKNOWN, 0, 0);
        } else {
            encoder.callstackFrame(
                    address,
                    IMAGE,
                    call.call().function(),
                    call.call().file(),
                    call.call().line(),
                    SampleAddress.ofFunction(call));
        }
    }

    /** JFR does not tell where a method begins: it is shown at the first line that was sampled. */
    private void symbol(long symbol) {
        SampledCall call = SampleAddress.callOfFunction(symbol);
        encoder.singleString(call == null ? UNKNOWN : call.call().file());
        encoder.open(EventType.SYMBOL_INFORMATION)
                .i32(call == null ? 0 : call.call().line())
                .i64(symbol);
    }

    private void sourceLocation(long pointer) {
        int id = (int) pointer;
        SourceLocation location = id == pointer ? LOCATIONS.get(id) : null;
        if (location == null) {
            encoder.sourceLocation(0, unknownNameId, unknownNameId, 0, 0);
        } else {
            encoder.sourceLocation(
                    location.name().isEmpty() ? 0 : nameId(location.name()),
                    nameId(location.function()),
                    nameId(location.file()),
                    location.line(),
                    location.shownRgb());
        }
    }

    private static int nameId(String name) {
        return Registry.INSTANCE.names().intern(name);
    }
}
