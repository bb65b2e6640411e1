package dev.zonecast.core;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Each call of the method is a zone if Zonecast's agent runs. Without the agent the annotation has no effect, and the program does not
 * need this library.
 *
 * <pre>{@code
 * class World {
 *     @Zoned(name = "physics", color = 0x12BC00)
 *     void step() {}
 * }
 * }</pre>
 *
 * A constructor's zone begins after the call of {@code super} or {@code this}. The agent removes the zones of a method whose calls exceed
 * its budget.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Zoned {
    /** Name of the zone. Empty: class and method, as in {@code Game.update}. */
    String name() default "";

    /** Colour 0xRRGGBB. 0: the viewer chooses. */
    int color() default 0;
}
