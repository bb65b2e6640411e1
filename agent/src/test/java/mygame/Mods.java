package mygame;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Calls a method of each of two mods, of the second one twice as often. Its argument is the mods' folder. */
public final class Mods {
    public static final int CALLS = 3;

    private Mods() {}

    public static void main(String[] arguments) throws Throwable {
        Path folder = Path.of(arguments[0]);
        URL[] path = {
            folder.resolve("mod-a.jar").toUri().toURL(),
            folder.resolve("mod-b.jar").toUri().toURL()
        };
        try (var mods = new URLClassLoader(path)) {
            int sum = call(mods, "moda.shaded.Pool", CALLS) + call(mods, "modb.shaded.Pool", 2 * CALLS);
            System.out.println("sum " + sum);
        }
    }

    private static int call(ClassLoader mods, String name, int times) throws Throwable {
        MethodHandle get = MethodHandles.publicLookup()
                .findStatic(Class.forName(name, true, mods), "get", MethodType.methodType(int.class));
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum += (int) get.invokeExact();
        }
        return sum;
    }
}
