package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Questions;
import dev.zonecast.tracy.Slots;
import dev.zonecast.tracy.Wire;

/** All that the client tells when it is asked, and the asking. What is not known yet is null, and has been asked for. */
final class Vocabulary {
    private final Questions questions;
    final SessionTables tables;
    final TextBudget budget;

    final Names strings;
    final Names threads;
    final Names plots;
    final Names frames;
    final Names fibers;
    final Locations locations;
    final StackFrames stackFrames;

    /** Group of a thread by its id. */
    private final LongTable<Integer> groups = new LongTable<>();

    private long answers;

    Vocabulary(Questions questions, SessionTables tables) {
        this.questions = questions;
        this.tables = tables;
        budget = new TextBudget(tables);
        strings = names(QueryType.STRING);
        threads = names(QueryType.THREAD_STRING);
        plots = names(QueryType.PLOT_NAME);
        frames = names(QueryType.FRAME_NAME);
        fibers = names(QueryType.FIBER_NAME);
        locations = new Locations(questions, strings, budget, tables.room(SessionTables.Kind.LOCATIONS));
        stackFrames = new StackFrames(questions, budget, tables.room(SessionTables.Kind.ADDRESSES));
    }

    private Names names(QueryType query) {
        return new Names(query, questions, budget, tables.room(SessionTables.Kind.NAMES));
    }

    /** Answers so far. */
    long answers() {
        return answers;
    }

    /** Names and places that were not told in time or found no room. */
    long unknown() {
        return budget.unknown();
    }

    int group(long thread) {
        Integer group = groups.get(thread);
        return group == null ? 0 : group;
    }

    /** Waits no longer for what is not known yet. */
    void abandon() {
        strings.abandon();
        threads.abandon();
        plots.abandon();
        frames.abandon();
        fibers.abandon();
        locations.abandon();
        stackFrames.abandon();
    }

    /** Takes an answer; false if the event is none. */
    boolean take(EventType type, byte[] bytes, int at, Slots slots) {
        switch (type) {
            case STRING_DATA -> name(strings, bytes, at);
            case THREAD_NAME -> name(threads, bytes, at);
            case PLOT_NAME -> name(plots, bytes, at);
            case FRAME_NAME -> name(frames, bytes, at);
            case FIBER_NAME -> name(fibers, bytes, at);
            case SOURCE_LOCATION -> locations.told(bytes, at);
            case CALLSTACK_FRAME_SIZE -> stackFrames.told(bytes, at);
            case CALLSTACK_FRAME -> stackFrames.toldCall(bytes, at, slots.text, slots.secondText);
            case THREAD_GROUP_HINT -> {
                long thread = Integer.toUnsignedLong(Wire.getInt(bytes, at + 1));
                if (groups.get(thread) != null
                        || tables.room(SessionTables.Kind.THREAD_GROUPS).take()) {
                    groups.put(thread, Wire.getInt(bytes, at + 5));
                } else {
                    budget.countUnknown();
                }
            }
            case SYMBOL_INFORMATION,
                    EXTERNAL_NAME,
                    SYMBOL_CODE,
                    SOURCE_CODE,
                    ACK_SERVER_QUERY_NOOP,
                    ACK_SOURCE_CODE_NOT_AVAILABLE,
                    ACK_SYMBOL_CODE_NOT_AVAILABLE -> questions.answered();
            case EXTERNAL_THREAD_NAME -> {
                // The first half of an answer.
            }
            default -> {
                return false;
            }
        }
        answers++;
        usedTexts(type, slots);
        return true;
    }

    /** True for what {@link #take} takes. */
    static boolean isAnswer(EventType type) {
        return switch (type) {
            case STRING_DATA,
                    THREAD_NAME,
                    PLOT_NAME,
                    FRAME_NAME,
                    FIBER_NAME,
                    SOURCE_LOCATION,
                    CALLSTACK_FRAME_SIZE,
                    CALLSTACK_FRAME,
                    THREAD_GROUP_HINT,
                    SYMBOL_INFORMATION,
                    EXTERNAL_NAME,
                    EXTERNAL_THREAD_NAME,
                    SYMBOL_CODE,
                    SOURCE_CODE,
                    ACK_SERVER_QUERY_NOOP,
                    ACK_SOURCE_CODE_NOT_AVAILABLE,
                    ACK_SYMBOL_CODE_NOT_AVAILABLE -> true;
            default -> false;
        };
    }

    /** Takes the texts away that an answer used. */
    static void usedTexts(EventType type, Slots slots) {
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
    }

    private static void name(Names names, byte[] bytes, int at) {
        names.told(Wire.getLong(bytes, at + 1), bytes, at + 11, Wire.getShort(bytes, at + 9));
    }
}
