package dev.zonecast.core;

import dev.zonecast.core.kind.ParameterKind;
import dev.zonecast.core.state.ParameterState;
import dev.zonecast.core.state.ParameterTable;
import java.util.function.Consumer;

/**
 * A value that the user of a live viewer changes while the program runs: a number, a switch or a button. Register it once, read it at
 * any time:
 *
 * <pre>{@code
 * private static final Parameter SHADOWS = Parameter.ofBoolean("shadows", true);
 * private static final Parameter RELOAD = Parameter.trigger("reload shaders").onChange(p -> reload.set(true));
 *
 * if (SHADOWS.isOn()) { ... }
 * }</pre>
 *
 * Equal name and kind give the same parameter with its current value. The value stays when a viewer disconnects. At most
 * {@value ParameterTable#MAX_PARAMETERS} exist; further ones keep their first value, and viewers do not show them.
 *
 * <p>Thread-safe. A read is one volatile load.
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

    /** A button, which calls {@link #onChange}. Viewers before Tracy 0.14 show a switch; each change of it is a press. */
    public static Parameter trigger(String name) {
        return new Parameter(ParameterTable.INSTANCE.add(name, ParameterKind.TRIGGER, 0));
    }

    /** The current value; 1 or 0 for a switch. */
    public int value() {
        return state.value();
    }

    /**
     * Sets the value without the action: the program has changed what the parameter shows. A viewer that connects later shows it. A
     * connected one keeps the value that it has.
     */
    public void set(int value) {
        state.set(value);
    }

    /** True if the value is not 0. */
    public boolean isOn() {
        return state.value() != 0;
    }

    /**
     * Sets the action after a change by the viewer's user. It replaces the previous action; null removes it. All actions run on the thread
     * {@code zonecast-parameters}, one after the other, under no lock of the profiler. An action reads the newest value; it may miss a
     * value that was replaced quickly. Its exceptions are logged.
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
