package dev.zonecast.agent.methods;

import dev.zonecast.agent.boot.AgentLoader;

/** Which classes may be woven. */
public final class ProgramClasses {
    /** Of Java 7: a class before it has no invokedynamic. */
    private static final int OLDEST_VERSION = 51;

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private ProgramClasses() {}

    /** False for the classes of the JDK and of the agent. */
    public static boolean areOf(ClassLoader loader) {
        return loader != null && loader != PLATFORM && !(loader instanceof AgentLoader);
    }

    /** True if a class of this version of class files may have an invokedynamic. */
    public static boolean hasInvokedynamic(int majorVersion) {
        return majorVersion >= OLDEST_VERSION;
    }
}
