package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Questions;
import dev.zonecast.tracy.Slots;
import dev.zonecast.tracy.Wire;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Asks the client for names and keeps the answers. A name without an answer is null. */
final class Vocabulary {
    /** Answers besides names. */
    private static final Set<EventType> OTHER_ANSWERS = EnumSet.of(
            EventType.SOURCE_LOCATION,
            EventType.CALLSTACK_FRAME_SIZE,
            EventType.CALLSTACK_FRAME,
            EventType.THREAD_GROUP_HINT,
            EventType.SYMBOL_INFORMATION,
            EventType.EXTERNAL_NAME,
            EventType.EXTERNAL_THREAD_NAME,
            EventType.SYMBOL_CODE,
            EventType.SOURCE_CODE,
            EventType.ACK_SERVER_QUERY_NOOP,
            EventType.ACK_SOURCE_CODE_NOT_AVAILABLE,
            EventType.ACK_SYMBOL_CODE_NOT_AVAILABLE);

    private final Questions questions;
    final SessionTables tables;
    final TextBudget budget;

    /** By the events that bring them. */
    private final Map<EventType, Names> names = new EnumMap<>(EventType.class);

    final Names strings;
    final Names threads;
    final Names plots;
    final Names frames;
    final Names fibers;
    final Locations locations;
    final StackFrames stackFrames;

    /** Group of a thread by its id. */
    private final Map<Long, Integer> groups = new HashMap<>();

    long answers;

    Vocabulary(Questions questions, SessionTables tables) {
        this.questions = questions;
        this.tables = tables;
        budget = new TextBudget(tables);
        strings = names(EventType.STRING_DATA, QueryType.STRING);
        threads = names(EventType.THREAD_NAME, QueryType.THREAD_STRING);
        plots = names(EventType.PLOT_NAME, QueryType.PLOT_NAME);
        frames = names(EventType.FRAME_NAME, QueryType.FRAME_NAME);
        fibers = names(EventType.FIBER_NAME, QueryType.FIBER_NAME);
        locations = new Locations(asker(QueryType.SOURCE_LOCATION, SessionTables.Kind.LOCATIONS), strings);
        stackFrames = new StackFrames(asker(QueryType.CALLSTACK_FRAME, SessionTables.Kind.ADDRESSES));
    }

    private Names names(EventType answer, QueryType query) {
        Names added = new Names(asker(query, SessionTables.Kind.NAMES));
        names.put(answer, added);
        return added;
    }

    private Asker asker(QueryType query, SessionTables.Kind kind) {
        return new Asker(query, questions, budget, tables.room(kind));
    }

    /** Names and places without an answer in time, or without room. */
    long unknown() {
        return budget.unknown;
    }

    int group(long thread) {
        Integer group = groups.get(thread);
        return group == null ? 0 : group;
    }

    /** Waits no longer for what is not known yet. */
    void abandon() {
        names.values().forEach(Names::abandon);
        locations.abandon();
        stackFrames.abandon();
    }

    /**
     * Takes an answer, and the texts that it uses; false if the event is none.
     *
     * @param isNew false if the look-ahead has already read it
     */
    boolean take(EventType type, byte[] bytes, int at, Slots slots, boolean isNew) {
        Names named = names.get(type);
        if (named == null && !OTHER_ANSWERS.contains(type)) {
            return false;
        }
        if (isNew) {
            answers++;
            if (named != null) {
                named.told(Wire.getLong(bytes, at + 1), bytes, at + 11, Wire.getShort(bytes, at + 9));
            } else {
                answer(type, bytes, at, slots);
            }
        }
        switch (type) {
            case CALLSTACK_FRAME_SIZE, SYMBOL_INFORMATION -> slots.text.empty();
            case CALLSTACK_FRAME -> {
                slots.text.empty();
                slots.secondText.empty();
            }
            default -> {
                // The others have theirs in themselves.
            }
        }
        return true;
    }

    private void answer(EventType type, byte[] bytes, int at, Slots slots) {
        switch (type) {
            case SOURCE_LOCATION -> locations.told(bytes, at);
            case CALLSTACK_FRAME_SIZE -> stackFrames.told(bytes, at);
            case CALLSTACK_FRAME -> stackFrames.toldCall(bytes, at, slots.text, slots.secondText);
            case THREAD_GROUP_HINT -> group(Wire.getInt(bytes, at + 1), Wire.getInt(bytes, at + 5));
            case EXTERNAL_THREAD_NAME -> {
                // The first half of an answer.
            }
            default -> questions.answered();
        }
    }

    private void group(int thread, int group) {
        long key = Integer.toUnsignedLong(thread);
        if (groups.get(key) != null
                || tables.room(SessionTables.Kind.THREAD_GROUPS).take()) {
            groups.put(key, group);
        } else {
            budget.countUnknown();
        }
    }
}
