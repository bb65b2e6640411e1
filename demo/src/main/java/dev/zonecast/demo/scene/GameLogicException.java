package dev.zonecast.demo.scene;

/** The game's logic is wrong: a mistake in a script. */
public final class GameLogicException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public GameLogicException(String message, Throwable cause) {
        super(message, cause);
    }
}
