package mygame;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/** Plays as many frames as each line of its input says. Knows nothing of Zonecast. */
public final class Turns {
    private int state;

    private Turns() {}

    public static void main(String[] arguments) {
        var turns = new Turns();
        var commands = new Scanner(System.in, StandardCharsets.UTF_8);
        while (commands.hasNextInt()) {
            int frames = commands.nextInt();
            for (int i = 0; i < frames; i++) {
                turns.frame();
            }
            System.out.println("frames " + frames + ", error 0");
        }
        System.out.println("state " + turns.state);
    }

    void frame() {
        for (int i = 0; i < 10; i++) {
            step(i);
        }
    }

    private void step(int i) {
        state += i;
    }
}
