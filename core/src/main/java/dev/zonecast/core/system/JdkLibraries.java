package dev.zonecast.core.system;

import dev.zonecast.core.platform.Platform;
import dev.zonecast.memory.NativeCalls;
import java.nio.file.Path;
import java.util.List;

/**
 * Opens the JDK's native libraries that threads of ours need, on the thread that starts the profiler.
 *
 * <p>LWJGL asks for the path of each library that it loads inside of {@code dl_iterate_phdr}, and calls {@code dlopen} there. The GNU C
 * library takes two locks in the one order for that, and in the other order for a new library: LWJGL's thread and one of ours that loads
 * a library at that moment would wait for each other for ever, and the JVM with them. A library that is open already takes one lock only.
 */
public final class JdkLibraries {
    private static final List<String> NAMES = List.of("management", "management_ext", "net", "nio", "extnet");

    private JdkLibraries() {}

    /** Opens them; they stay open. Where that is impossible or needless nothing happens. */
    public static void open() {
        if (Platform.CURRENT.os() != Platform.Os.LINUX || !NativeCalls.ALLOWED) {
            return;
        }
        Path folder = Path.of(System.getProperty("java.home"), "lib");
        for (String name : NAMES) {
            try {
                NativeCalls.open(folder.resolve(System.mapLibraryName(name)).toString());
            } catch (IllegalArgumentException e) {
                // A runtime image without that module.
            }
        }
    }
}
