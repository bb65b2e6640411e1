package dev.zonecast.trace.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Objects by a small index: of a track, or of a {@linkplain ZoneKind#slot place}. Statistics look one up for each zone.
 *
 * @param <T> type of the objects
 */
public final class Slots<T> {
    private final List<T> slots = new ArrayList<>();

    /** Without objects. */
    public Slots() {}

    /** The object of an index; made at its first use. */
    public T of(int index, Supplier<? extends T> maker) {
        while (slots.size() <= index) {
            slots.add(null);
        }
        T known = slots.get(index);
        if (known == null) {
            known = maker.get();
            slots.set(index, known);
        }
        return known;
    }

    /** The object of an index; null if none was made. */
    T find(int index) {
        return index < slots.size() ? slots.get(index) : null;
    }

    /** As {@link #of(int, Supplier)}, from something else: a maker that captures nothing is not made for each zone. */
    public <S> T of(int index, S source, Function<? super S, ? extends T> maker) {
        T known = find(index);
        return known == null ? of(index, () -> maker.apply(source)) : known;
    }

    /** All objects, in the order of their indices. */
    public List<T> all() {
        return slots.stream().filter(Objects::nonNull).toList();
    }
}
