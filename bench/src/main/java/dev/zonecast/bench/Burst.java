package dev.zonecast.bench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How many operations one call of a class's benchmark methods does. JMH's own {@code OperationsPerInvocation} will not do: it divides
 * each sample as a whole number of nanoseconds, and 19.9 would read as 19.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Burst {
    /** Operations a call. */
    int value();
}
