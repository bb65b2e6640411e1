package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45.*;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.lwjgl.opengl.GL;

/**
 * A game that knows nothing of Zonecast, with a mod that has a copy of Zonecast in a class loader of its own. Arguments: frames, a file to
 * wait for, the mod's class path.
 */
final class ModdedGame {
    private ModdedGame() {}

    public static void main(String[] arguments) throws Exception {
        int frames = Integer.parseInt(arguments[0]);
        PlainWindow.init();
        long window = PlainWindow.gl(45, 64, 64, "game", 0);
        PlainVulkan.await(Path.of(arguments[1]));
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        try (var loader = new ModLoader(LoaderGame.path(arguments[2]))) {
            Runnable mod = Class.forName("dev.zonecast.agent.Mod", true, loader)
                    .asSubclass(Runnable.class)
                    .getDeclaredConstructor()
                    .newInstance();
            for (int i = 0; i < frames; i++) {
                glClear(GL_COLOR_BUFFER_BIT);
                mod.run();
                glfwSwapBuffers(window);
                glFinish();
            }
        }
        System.out.println("frames " + frames + ", error " + glGetError());
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    /** Looks for a class in the mod first. */
    private static final class ModLoader extends URLClassLoader {
        ModLoader(URL[] path) {
            super(path, ModdedGame.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                try {
                    return findClass(name);
                } catch (ClassNotFoundException e) {
                    return super.loadClass(name, resolve);
                }
            }
        }
    }
}
