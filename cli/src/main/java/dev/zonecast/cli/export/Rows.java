package dev.zonecast.cli.export;

import dev.zonecast.trace.stats.BeginOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/** Rows of begin, end, name and category, in primitive columns: 20 bytes a row. A row may have data, of which few take room. */
final class Rows {
    /** Memory of the rows and data of a whole profile, against a limit. */
    static final class Budget {
        /** Of a row with its place in an order, and of its data beside their length. */
        private static final int ROW_BYTES = 28;

        private static final int DATA_BYTES = 96;

        private final long maxRows;
        private long bytes;

        /** @param maxRows without data; fewer have room with data */
        Budget(long maxRows) {
            this.maxRows = maxRows;
        }

        void addRow() throws TooLargeException {
            add(ROW_BYTES);
        }

        void addData(int length) throws TooLargeException {
            add(DATA_BYTES + length);
        }

        private void add(int more) throws TooLargeException {
            bytes += more;
            if (bytes > maxRows * ROW_BYTES) {
                throw new TooLargeException(maxRows);
            }
        }
    }

    /** Place of the data of a row that has none. */
    static final int NO_DATA = -1;

    /** End of a row that is a moment. */
    static final long INSTANT = Long.MIN_VALUE;

    private static final int MOMENT_LENGTH = -1;
    /** The length is in {@link #longLengths}. */
    private static final int LONG_LENGTH = -2;

    private final Budget budget;
    private final LongColumn begins = new LongColumn();
    private final IntColumn lengths = new IntColumn();
    private final Map<Integer, Long> longLengths = new HashMap<>();
    private final IntColumn names = new IntColumn();
    private final IntColumn categories = new IntColumn();
    private final IntColumn dataRows = new IntColumn();
    private final IntColumn dataPlaces = new IntColumn();
    long leastBegin = Long.MAX_VALUE;

    Rows(Budget budget) {
        this.budget = budget;
    }

    void add(long begin, long end, int name, int category, int dataPlace) throws TooLargeException {
        budget.addRow();
        int row = count();
        begins.add(begin);
        lengths.add(end == INSTANT ? MOMENT_LENGTH : length(row, end - begin));
        names.add(name);
        categories.add(category);
        if (dataPlace != NO_DATA) {
            dataRows.add(row);
            dataPlaces.add(dataPlace);
        }
        leastBegin = Math.min(leastBegin, begin);
    }

    private int length(int row, long length) {
        if (length >= 0 && length < Integer.toUnsignedLong(LONG_LENGTH)) {
            return (int) length;
        }
        longLengths.put(row, length);
        return LONG_LENGTH;
    }

    int count() {
        return begins.count();
    }

    long begin(int row) {
        return begins.get(row);
    }

    /** 0 for a moment. */
    long length(int row) {
        return switch (lengths.get(row)) {
            case MOMENT_LENGTH -> 0;
            case LONG_LENGTH -> longLengths.get(row);
            default -> Integer.toUnsignedLong(lengths.get(row));
        };
    }

    long end(int row) {
        return begin(row) + length(row);
    }

    boolean isMoment(int row) {
        return lengths.get(row) == MOMENT_LENGTH;
    }

    int name(int row) {
        return names.get(row);
    }

    int category(int row) {
        return categories.get(row);
    }

    void forEach(IntConsumer consumer) {
        for (int row = 0; row < count(); row++) {
            consumer.accept(row);
        }
    }

    /** Takes rows with the places of their data. */
    interface DataConsumer {
        void row(int row, int dataPlace);
    }

    void forEachData(DataConsumer consumer) {
        int next = 0;
        for (int row = 0; row < count(); row++) {
            boolean has = next < dataRows.count() && dataRows.get(next) == row;
            consumer.row(row, has ? dataPlaces.get(next++) : NO_DATA);
        }
    }

    /** Rows by begin. Of those that begin together, the one that was added last is first. */
    int[] order() {
        return BeginOrder.of(begins::get, count());
    }

    /** Rows by begin. Rows with the same begin keep the order in which they were added. */
    int[] valueOrder() {
        return BeginOrder.ofValues(begins::get, count());
    }
}
