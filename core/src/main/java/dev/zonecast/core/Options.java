package dev.zonecast.core;

import java.util.HashMap;
import java.util.Map;

/**
 * Values of all options. The profiler reads them once, at its start. The first event starts it with {@link #fromSystemProperties};
 * {@link Zonecast#start(Options)} starts it with others.
 *
 * <pre>{@code
 * Zonecast.start(Options.defaults().set(Option.LISTEN, false).set(Option.RECORD_FILE, file));
 * }</pre>
 */
public final class Options {
    private final Map<Option<?>, Object> values = new HashMap<>();

    private Options() {}

    /** The defaults, without system properties. */
    public static Options defaults() {
        return new Options();
    }

    /** The defaults, overridden by system properties. */
    public static Options fromSystemProperties() {
        Options options = new Options();
        Option.all().forEach(option -> options.values.put(option, option.fromSystemProperty()));
        return options;
    }

    /** The value of an option. */
    @SuppressWarnings("unchecked") // set() has the type.
    public <T> T get(Option<T> option) {
        return (T) values.getOrDefault(option, option.usual);
    }

    /**
     * Sets an option. A size or time out of bounds becomes the nearest permitted one.
     *
     * @return this
     * @throws IllegalArgumentException if the option has no such value
     */
    public <T> Options set(Option<T> option, T value) {
        values.put(option, option.checked(value));
        return this;
    }
}
