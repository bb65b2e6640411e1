package mygame;

/** A method that the agent may make a zone. */
public final class Step {
    private Step() {}

    public static void run(Runnable step) {
        step.run();
    }
}
