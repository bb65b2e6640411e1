package dev.zonecast.demo.render;

/** The graphics API reported an error: a mistake in the demo or in the driver, never a normal event. */
public final class RenderingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RenderingException(String message) {
        super(message);
    }
}
