package dev.zonecast.trace;

import java.util.HashMap;
import java.util.Map;

/** What an argument of a zone says in our recordings. Looked up once for each string, not for each zone. */
enum ZoneArgument {
    LOCATION("loc"),
    FUNCTION("function"),
    DEPTH("depth"),
    TEXT("text", "text 2", "text 3", "text 4"),
    VALUE("value", "value 2", "value 3", "value 4"),
    NAME("name"),
    COLOR("color"),
    STACK("stack"),
    CPU_SUBMIT("cpu submit"),
    ENDED_BY("ended by"),
    MARKER("marker"),
    /** What was counted in the zone. */
    COUNT,
    /** Cut texts, which are in blobs as a whole, and what is not known. */
    OTHER;

    private static final Map<String, ZoneArgument> BY_NAME = new HashMap<>();

    static {
        for (ZoneArgument argument : values()) {
            for (String name : argument.names) {
                BY_NAME.put(name, argument);
            }
        }
    }

    @SuppressWarnings("ImmutableEnumChecker") // Nobody else has it.
    private final String[] names;

    ZoneArgument(String... names) {
        this.names = names;
    }

    static ZoneArgument of(String name) {
        ZoneArgument known = BY_NAME.get(name);
        return known != null ? known : ZoneCount.of(name) != null ? COUNT : OTHER;
    }
}
