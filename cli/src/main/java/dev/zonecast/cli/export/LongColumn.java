package dev.zonecast.cli.export;

/** Numbers of 64 bits, row by row. */
final class LongColumn {
    private final IntColumn high = new IntColumn();
    private final IntColumn low = new IntColumn();

    void add(long value) {
        high.add((int) (value >> Integer.SIZE));
        low.add((int) value);
    }

    long get(int row) {
        return (long) high.get(row) << Integer.SIZE | Integer.toUnsignedLong(low.get(row));
    }

    int count() {
        return low.count();
    }
}
