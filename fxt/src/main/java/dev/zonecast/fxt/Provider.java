package dev.zonecast.fxt;

import java.util.Arrays;

/** State of one provider for its records: string table, thread table, clock. */
final class Provider {
    static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Of all providers of a trace. */
    static final class Budget {
        /** A string table that is full takes 32 MiB where texts are a kilobyte each. */
        private long leftBytes = 256L << 20;

        private boolean take(long bytes) {
            leftBytes -= bytes;
            return leftBytes >= 0;
        }
    }

    final int id;
    String name = "";

    private final Budget budget;
    private String[] strings = new String[64];
    /** Events of the category that the string is are not wanted. */
    private boolean[] unwanted = new boolean[64];

    private final long[] processes = new long[FxtLayout.MAX_THREAD_INDEX + 1];
    private final long[] threads = new long[FxtLayout.MAX_THREAD_INDEX + 1];
    private final boolean[] threadKnown = new boolean[FxtLayout.MAX_THREAD_INDEX + 1];
    /** The greatest index of the strings that it began with. */
    private int firstStrings;

    private boolean hasBegun;
    /** Its first records, which have the words of the format, were in a damaged piece. They come again. */
    private boolean lacksWords;

    private boolean hasForgotten;

    /** Header of the last record of {@link FxtLayout#TABLES}. */
    private long tables;

    private long ticksPerSecond = NANOS_PER_SECOND;
    private long timesOutOfRange;

    Provider(int id, Budget budget) {
        this.id = id;
        this.budget = budget;
    }

    /** False if the strings of the trace take too much memory. */
    boolean setString(int index, String text, boolean isUnwantedCategory) {
        boolean affordable = true;
        if (index >= strings.length) {
            int length = Math.min(FxtLayout.MAX_STRING_INDEX + 1, Math.max(index + 1, strings.length * 2));
            affordable = budget.take((length - strings.length) * 8L);
            strings = Arrays.copyOf(strings, length);
            unwanted = Arrays.copyOf(unwanted, length);
        }
        if (!hasBegun) {
            firstStrings = Math.max(firstStrings, index);
        }
        String before = strings[index];
        strings[index] = text;
        unwanted[index] = isUnwantedCategory;
        return budget.take(2L * (text.length() - (before == null ? 0 : before.length()))) && affordable;
    }

    /** A record of another type than an event comes. */
    void sees(int type) {
        hasBegun |= switch (type) {
            case FxtLayout.METADATA, FxtLayout.INITIALIZATION, FxtLayout.STRING, FxtLayout.KERNEL_OBJECT -> false;
            default -> !lacksWords;
        };
    }

    /**
     * The first record behind a gap comes. Indexes may have been given out again in the gap, unless the record tells the tables' state.
     *
     * @return true if it does
     */
    boolean behindGap(long header) {
        boolean isTold = ((int) header & 15) == FxtLayout.METADATA
                && ((int) (header >>> FxtLayout.SUBTYPE_SHIFT) & 15) == FxtLayout.TABLES;
        lacksWords |= isTold && !hasBegun;
        return isTold;
    }

    boolean lacksWords() {
        return lacksWords;
    }

    /** True for a record that means nothing without the words of the format. They begin with the first place of the table. */
    boolean passesOver(long header) {
        int type = (int) header & 15;
        if (type == FxtLayout.STRING && ((header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX) == 1) {
            lacksWords = false;
        }
        return lacksWords && type != FxtLayout.METADATA && type != FxtLayout.THREAD;
    }

    /**
     * Takes a record of {@link FxtLayout#TABLES}. If the thread table has started over, its threads are dropped.
     *
     * @param header of the record
     * @return true if strings are to be dropped too
     */
    boolean tables(long header) {
        long before = tables;
        tables = header;
        if (header >>> FxtLayout.THREAD_EPOCH_SHIFT != before >>> FxtLayout.THREAD_EPOCH_SHIFT) {
            forgetThreads();
        }
        return stringEpoch(header) != stringEpoch(before);
    }

    private static int stringEpoch(long header) {
        return (int) (header >>> FxtLayout.STRING_EPOCH_SHIFT) & FxtLayout.MAX_STRING_EPOCH;
    }

    void forgetThreads() {
        Arrays.fill(threadKnown, false);
        hasForgotten = true;
    }

    /**
     * Drops all strings that came after the provider's first records. The first ones keep their indexes.
     *
     * @return the greatest index of these
     */
    int forgetStrings() {
        for (int i = firstStrings + 1; i < strings.length; i++) {
            boolean ignored = strings[i] == null || budget.take(-2L * strings[i].length());
            strings[i] = null;
            unwanted[i] = false;
        }
        return firstStrings;
    }

    /** True if an event's thread was registered, if at all, in an earlier state of the table. */
    boolean isForgotten(int threadIndex) {
        return hasForgotten && threadIndex != 0 && !threadKnown[threadIndex];
    }

    /** Null if it was never registered. */
    String string(int index) {
        return index < strings.length ? strings[index] : null;
    }

    /** Whether events of that category are passed. */
    boolean isUnwanted(int category) {
        return category < unwanted.length && unwanted[category];
    }

    /** A placeholder text if it was never registered. */
    String text(int index) {
        String text = string(index);
        return text == null ? "(string " + index + ")" : text;
    }

    void setThread(int index, long process, long thread) {
        processes[index] = process;
        threads[index] = thread;
        threadKnown[index] = true;
    }

    boolean knowsThread(int index) {
        return threadKnown[index];
    }

    long process(int index) {
        return processes[index];
    }

    long thread(int index) {
        return threads[index];
    }

    void setTicksPerSecond(long ticks) {
        ticksPerSecond = ticks;
    }

    /** Within {@link FxtReader#MAX_TIME_NANOS}. */
    long nanos(long ticks) {
        long nanos = nanos(ticks, ticksPerSecond);
        long time = FxtReader.time(nanos);
        timesOutOfRange += time == nanos ? 0 : 1;
        return time;
    }

    long timesOutOfRange() {
        return timesOutOfRange;
    }

    /** Nanoseconds of a clock's ticks; beyond the range of a {@code long} its end. */
    static long nanos(long ticks, long ticksPerSecond) {
        if (ticksPerSecond == NANOS_PER_SECOND) {
            return ticks;
        }
        long seconds = ticks / ticksPerSecond;
        if (Math.abs(seconds) >= Long.MAX_VALUE / NANOS_PER_SECOND) {
            return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        long rest = ticks % ticksPerSecond;
        // Less than a second: a double is exact to far below a nanosecond.
        return seconds * NANOS_PER_SECOND + Math.round((double) rest / ticksPerSecond * NANOS_PER_SECOND);
    }
}
