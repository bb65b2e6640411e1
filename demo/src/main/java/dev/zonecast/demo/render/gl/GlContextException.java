package dev.zonecast.demo.render.gl;

/** One way to a context failed; the next may work. */
final class GlContextException extends Exception {
    private static final long serialVersionUID = 1;

    GlContextException(String message) {
        super(message);
    }
}
