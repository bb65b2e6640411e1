package dev.zonecast.core.event;

import dev.zonecast.core.kind.ParameterKind;

/**
 * A parameter that a viewer may change.
 *
 * @param index number by which a viewer names it, from 0 on
 * @param nameId id of the name in the table of names
 * @param value when the sink learns of it
 */
public record ParameterInfo(int index, String name, int nameId, ParameterKind kind, int value) {
    /** As recordings and messages have it. */
    @Override
    public String toString() {
        return kind == ParameterKind.TRIGGER ? name : name + " = " + value;
    }
}
