package dev.zonecast.agent;

import java.lang.module.ModuleFinder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Plays the {@link PlainGame} in class loaders of its own. Arguments: the way, the program to play, the class path of the loaders.
 * Nothing of the game is on the JVM's class path but this class.
 */
final class LoaderGame {
    private static final String EXTRACT = "org.lwjgl.system.SharedLibraryExtractPath";
    private static final String FRAMES = "20";

    private LoaderGame() {}

    public static void main(String[] arguments) throws Exception {
        URL[] path = path(arguments[2]);
        String main = arguments[1];
        switch (arguments[0]) {
            case "child" -> play(child(path), main, FRAMES);
            case "commands" -> play(child(path), main);
            case "below" -> play(new Below(path), main);
            case "layer" -> play(layer(arguments[2]).findLoader("mygame"), main, FRAMES);
            case "isolated" -> play(new Isolated(path, child(path)), main, FRAMES);
            case "two" -> {
                String folder = System.getProperty(EXTRACT);
                System.setProperty(EXTRACT, folder + "/1");
                play(child(path), main, FRAMES);
                System.setProperty(EXTRACT, folder + "/2");
                play(child(path), main, FRAMES);
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    static URL[] path(String text) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : text.split(java.io.File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private static URLClassLoader child(URL[] path) {
        return new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
    }

    /** Modules with one class loader. */
    private static ModuleLayer layer(String path) {
        ModuleFinder finder = ModuleFinder.of(Stream.of(path.split(java.io.File.pathSeparator, -1))
                .map(Path::of)
                .toArray(Path[]::new));
        ModuleLayer boot = ModuleLayer.boot();
        Set<String> all = finder.findAll().stream()
                .map(module -> module.descriptor().name())
                .filter(name -> name.startsWith("org.lwjgl") || name.equals("mygame"))
                .collect(Collectors.toSet());
        return boot.defineModulesWithOneLoader(
                boot.configuration().resolve(finder, ModuleFinder.of(), all), ClassLoader.getPlatformClassLoader());
    }

    private static void play(ClassLoader loader, String main, String... frames) throws Exception {
        Thread.currentThread().setContextClassLoader(loader);
        var method = Class.forName(main, true, loader).getDeclaredMethod("main", String[].class);
        method.setAccessible(true);
        method.invoke(null, (Object) frames);
    }

    /** Has the game's classes, and LWJGL from the loader of this class. */
    private static final class Below extends URLClassLoader {
        Below(URL[] path) {
            super(path, LoaderGame.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.startsWith("org.lwjgl.") ? getParent().loadClass(name) : super.loadClass(name, resolve);
        }
    }

    /** Sees the game's classes and LWJGL, and of the JDK what it names: as loaders of OSGi and of mods. */
    private static final class Isolated extends URLClassLoader {
        private final ClassLoader library;

        Isolated(URL[] path, ClassLoader library) {
            super(path, null);
            this.library = library;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (name.startsWith("java.")) {
                    return ClassLoader.getPlatformClassLoader().loadClass(name);
                }
                if (name.startsWith("org.lwjgl.")) {
                    return library.loadClass(name);
                }
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }
    }
}
