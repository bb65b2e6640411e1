package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45C.*;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Scanner;
import org.lwjgl.opengl.GL;

/**
 * A game that knows nothing of Zonecast. At {@link #LOAD} it begins to load classes, one after the other; at each other number it ends that,
 * and each of them waits for the GPU, in the first of so many frames.
 */
final class LoadingGame {
    static final int LOAD = -1;
    static final String LOADED = "loaded ";
    private static final int SIZE = 64;

    private final List<Runnable> loaded = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean ended;

    /** Loaded again and again, each time by a loader of its own. */
    static final class Waiting implements Runnable {
        @Override
        public void run() {
            glFinish();
        }
    }

    public static void main(String[] arguments) throws Exception {
        PlainWindow.init();
        long window = PlainWindow.gl(45, SIZE, SIZE, "game", 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        var game = new LoadingGame();
        var commands = new Scanner(System.in, StandardCharsets.UTF_8);
        Thread loader = null;
        while (commands.hasNextInt()) {
            int frames = commands.nextInt();
            if (frames == LOAD) {
                loader = Thread.ofPlatform().daemon().start(game::load);
            } else {
                if (loader != null) {
                    game.ended = true;
                    loader.join();
                    System.out.println(LOADED + game.loaded.size());
                }
                for (int i = 0; i < frames; i++) {
                    if (loader != null && i == 0) {
                        game.loaded.forEach(Runnable::run);
                    }
                    glClear(GL_COLOR_BUFFER_BIT);
                    glfwSwapBuffers(window);
                }
            }
            System.out.println("frames " + frames + ", error " + glGetError());
        }
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private void load() {
        try {
            while (!ended) {
                loaded.add(new WaitingLoader().load());
                Thread.sleep(1);
            }
        } catch (ReflectiveOperationException | IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class WaitingLoader extends ClassLoader {
        WaitingLoader() {
            super(LoadingGame.class.getClassLoader());
        }

        Runnable load() throws ReflectiveOperationException, IOException {
            String name = Waiting.class.getName();
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                var made = defineClass(name, bytes, 0, bytes.length).getDeclaredConstructor();
                made.setAccessible(true);
                return (Runnable) made.newInstance();
            }
        }
    }
}
