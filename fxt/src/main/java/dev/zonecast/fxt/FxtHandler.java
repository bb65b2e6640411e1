package dev.zonecast.fxt;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Takes the records of a trace, in the order of the file. Called by the thread that reads. Times are nanoseconds of the trace's
 * clock, whatever ticks the file has. Everything has a default that does nothing.
 */
public interface FxtHandler {
    /** The magic number again: another trace was put behind the one before. Its providers and tables are new ones. */
    default void traceBegins() throws IOException {}

    /** Records are missing here: a piece of the recording was damaged. */
    default void gap() throws IOException {}

    /**
     * A provider's string table starts over, or may have done so in records that are missing: indexes represent nothing until they are
     * registered anew.
     *
     * @param kept the greatest index that did not change
     */
    default void stringsForgotten(int providerId, int kept) {}

    /** The current provider registers a thread, or an unwanted event has one that is not registered. */
    default void thread(long process, long thread) throws IOException {}

    /** The next records are from this provider. */
    default void provider(int id, String name) throws IOException {}

    /** A provider's buffer was full: it lost records. */
    default void bufferFilled(int providerId) throws IOException {}

    /** An index of the string table represents this from now on. */
    default void string(int index, String text) throws IOException {}

    /** Whether events of a category are wanted; asked once for each
     * string of the table. The others are passed at little cost, but for flows: those come all. */
    default boolean wantsEvents(String category) {
        return true;
    }

    /** An event; the view is good until this returns. */
    default void event(FxtEvent event) throws IOException {}

    /**
     * What {@link #repeated} needs of a begin or an end that was just handed on, to take another one that differs from it in its time
     * alone. Null: such are handed on as any other, which is the default. It is kept no longer than the tables of the trace stay as
     * they are.
     */
    default Object template(FxtEvent event) throws IOException {
        return null;
    }

    /** Repeats the event of {@link #template} at another time. */
    default void repeated(Object template, long timeNanos) throws IOException {}

    /**
     * Data of a program's own.
     *
     * @param type 1 data, 2 last branch records, 3 Perfetto's packets
     * @param payload little-endian, from 0 to its limit; good until this returns
     */
    default void blob(String name, int type, ByteBuffer payload) throws IOException {}

    /** A process (type 1), a thread (type 2) or something else with an id, and its name. */
    default void kernelObject(int type, long koid, String name, FxtArguments arguments) throws IOException {}

    /**
     * A core goes from one thread to another.
     *
     * @param outgoing koid of the thread that stops
     * @param state of that thread: {@link FxtLayout#STATE_RUNNING} if it would have gone on
     * @param incoming koid of the thread that begins to run
     */
    default void contextSwitch(long timeNanos, int core, long outgoing, int state, long incoming) throws IOException {}

    /** A line of a log. */
    default void log(long timeNanos, long process, long thread, String text) throws IOException {}

    /** A record of an unknown or unused type or subtype. It is skipped by its length. */
    default void skipped(long header, long sizeBytes) throws IOException {}
}
