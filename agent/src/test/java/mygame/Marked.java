package mygame;

import dev.zonecast.core.Zoned;

/** A program with annotated methods. The annotation's class is not on its class path. */
public final class Marked {
    private int steps;

    private Marked() {}

    public static void main(String[] arguments) {
        var marked = new Marked();
        for (int i = 0; i < 3; i++) {
            marked.step();
        }
        marked.plain();
        marked.other();
        System.out.println("steps " + marked.steps);
    }

    @Zoned(name = "physics", color = 0x12BC00)
    void step() {
        steps++;
    }

    @Zoned
    void plain() {
        steps++;
    }

    void other() {
        steps++;
    }
}
