package dev.zonecast.core;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method is a zone while Zonecast's agent runs. Without the agent the annotation does nothing, and the program does not need this
 * library.
 *
 * <pre>{@code
 * class World {
 *     @Zoned(name = "physics", color = 0x12BC00)
 *     void step() {}
 * }
 * }</pre>
 *
 * A constructor's zone begins after the call of {@code super} or {@code this}. A small method that is called very often is no zone any more
 * once its zones exceed the agent's budget.
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
