package dev.zonecast.demo;

import java.util.ArrayList;
import java.util.List;

/** Some items of a sequence whose length is known: from the first to the last, evenly. */
final class EvenChoice<T> {
    private final int count;
    private final long total;
    private final List<T> items = new ArrayList<>();
    private long offered;

    /**
     * A choice without an item yet.
     *
     * @param most items that are kept
     * @param total items that will be offered
     */
    EvenChoice(int most, long total) {
        this.count = (int) Math.min(most, total);
        this.total = total;
    }

    /** The next item of the sequence. */
    void offer(T item) {
        int chosen = items.size();
        if (chosen < count && offered == (chosen == 0 ? 0 : chosen * (total - 1) / (count - 1))) {
            items.add(item);
        }
        offered++;
    }

    /** What was chosen so far. */
    List<T> items() {
        return items;
    }
}
