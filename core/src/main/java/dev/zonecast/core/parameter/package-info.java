/**
 * Values that a viewer's user changes while the program runs.
 *
 * <p>A program registers a parameter once ({@link dev.zonecast.core.parameter.ParameterTable}, any thread) and reads its value at any
 * time. The collector's thread takes a viewer's change: it stores the value (volatile) and puts the parameter into a queue, in which it
 * stands once at most. The thread {@code zonecast-parameters} runs the program's action for it, under no lock; changes during a run are one
 * further change.
 * So a viewer that floods costs one bounded queue, and an action that hangs holds up other actions only.
 */
package dev.zonecast.core.parameter;
