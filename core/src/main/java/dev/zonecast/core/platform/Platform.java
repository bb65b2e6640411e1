package dev.zonecast.core.platform;

import java.util.Locale;

/**
 * Operating system and processor: the one place that reads {@code os.name} and {@code os.arch} to choose code. Classes that choose take
 * a platform, so that tests ask for each choice on any machine.
 */
public record Platform(Os os, Processor processor) {
    /** Operating systems that code is chosen for. */
    public enum Os {
        LINUX,
        WINDOWS,
        MACOS,
        /** Only what the JDK has serves. */
        OTHER
    }

    /** Processors that code is chosen for. */
    public enum Processor {
        X86_64,
        AARCH64,
        /** Only what the JDK has serves. */
        OTHER
    }

    /** Of this process. */
    public static final Platform CURRENT = of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

    /** The platform of a JDK's properties {@code os.name} and {@code os.arch}. */
    public static Platform of(String osName, String osArch) {
        return new Platform(os(osName.toLowerCase(Locale.ROOT)), processor(osArch.toLowerCase(Locale.ROOT)));
    }

    private static Os os(String name) {
        if (name.startsWith("linux")) {
            return Os.LINUX;
        }
        if (name.startsWith("windows")) {
            return Os.WINDOWS;
        }
        return name.startsWith("mac") || name.startsWith("darwin") ? Os.MACOS : Os.OTHER;
    }

    private static Processor processor(String arch) {
        return switch (arch) {
            case "amd64", "x86_64" -> Processor.X86_64;
            case "aarch64", "arm64" -> Processor.AARCH64;
            default -> Processor.OTHER;
        };
    }
}
