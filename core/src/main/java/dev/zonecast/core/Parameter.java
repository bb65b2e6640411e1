package dev.zonecast.core;

import dev.zonecast.core.kind.ParameterKind;
import dev.zonecast.core.state.ParameterState;
import dev.zonecast.core.state.ParameterTable;
import java.util.function.Consumer;

/**
 * A value that the user of a live viewer changes while the program runs: a number, a switch, or a button. Registered once, read at any
 * time:
 *
 * <pre>{@code
 * private static final Parameter SHADOWS = Parameter.ofBoolean("shadows", true);
 * private static final Parameter RELOAD = Parameter.trigger("reload shaders").onChange(p -> reload.set(true));
 *
 * if (SHADOWS.isOn()) { ... }
 * }</pre>
 *
 * Equal name and kind give the parameter that was made first, with the value that it has. Its value outlives viewers. At most
 * {@value ParameterTable#MAX_PARAMETERS}; further ones keep their first value, and viewers do not show them.
 *
 * <p>Thread-safe. Reading is one volatile load.
 */
public final class Parameter {
    private final ParameterState state;

    private Parameter(ParameterState state) {
        this.state = state;
    }

    /** A number. */
    public static Parameter ofInt(String name, int value) {
        return new Parameter(ParameterTable.INSTANCE.add(name, ParameterKind.INTEGER, value));
    }

    /** A switch. */
    public static Parameter ofBoolean(String name, boolean value) {
        return new Parameter(ParameterTable.INSTANCE.add(name, ParameterKind.BOOLEAN, value ? 1 : 0));
    }

    /** A button: only {@link #onChange} hears of it. Viewers before Tracy 0.14 show a switch; each change of it is a press. */
    public static Parameter trigger(String name) {
        return new Parameter(ParameterTable.INSTANCE.add(name, ParameterKind.TRIGGER, 0));
    }

    /** The value as it is now; 1 or 0 for a switch. */
    public int value() {
        return state.value();
    }

    /** Whether the value is not 0. */
    public boolean isOn() {
        return state.value() != 0;
    }

    /**
     * Sets what is done after a viewer's user has changed the parameter; it takes the place of what was set before, null of it does
     * nothing. It runs on the thread {@code zonecast-parameters}, never twice at once and under no lock of the profiler's; it finds the
     * newest value, and may miss one that was there for a moment only. While it runs, the actions of other parameters wait. What it
     * throws is logged.
     *
     * @return this
     */
    public Parameter onChange(Consumer<Parameter> action) {
        state.action(action == null ? null : () -> action.accept(this));
        return this;
    }

    public String name() {
        return state.name();
    }

    @Override
    public String toString() {
        return state.toString();
    }
}
