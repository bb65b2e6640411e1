package dev.zonecast.bench;

import java.util.regex.Pattern;

/**
 * A benchmark method.
 *
 * @param what value of the class's parameter of that name, empty if it has none
 */
record Reading(Class<?> type, String method, String what) {
    /** As a regular expression that JMH takes. */
    String pattern() {
        return "^" + Pattern.quote(type.getName() + "." + method) + "$";
    }

    /** Operations in one call of the method. */
    int burst() {
        return type.getAnnotation(Burst.class).value();
    }

    /** For the log. */
    String id() {
        return type.getSimpleName() + "." + method + (what.isEmpty() ? "" : " (" + what + ")");
    }
}
