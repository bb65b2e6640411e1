package dev.zonecast.demo.scene;

/** What decides about objects that no {@link Behaviour} moves. Called by the main thread only, before the jobs of a step. */
public interface GameLogic extends AutoCloseable {
    /** Nothing to decide. */
    GameLogic NONE = _ -> {};

    /**
     * Moves the game on.
     *
     * @param stepSeconds length of the step in simulated time
     * @throws GameLogicException if the logic itself is wrong
     */
    void advance(float stepSeconds);

    @Override
    default void close() {}
}
