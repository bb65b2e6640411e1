package dev.zonecast.agent.methods;

import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import java.net.URL;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;

/** The part of a program that a class belongs to: its module, or the file that it was loaded from. */
final class Owner {
    private static final String UNKNOWN = "unknown";
    private static final CategoryColor[] COLORS = {
        CategoryColor.BLUE,
        CategoryColor.GREEN,
        CategoryColor.ORANGE,
        CategoryColor.PURPLE,
        CategoryColor.LIGHTBLUE,
        CategoryColor.MAGENTA,
        CategoryColor.YELLOW,
        CategoryColor.BROWN,
        CategoryColor.RED,
        CategoryColor.LIGHTRED
    };

    private Owner() {}

    /** {@code physics-mod-1.2.jar}, {@code com.mygame.engine}, {@code classes}. */
    static String of(Module module, ProtectionDomain domain) {
        if (module != null && module.isNamed()) {
            return module.getName();
        }
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL location = source == null ? null : source.getLocation();
        return location == null ? UNKNOWN : lastPart(location.getPath());
    }

    /** Mod loaders write {@code union:/mods/some.jar%2312!/}, Java {@code jar:file:/mods/some.jar!/}. */
    static String lastPart(String path) {
        String plain = path;
        try {
            plain = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // A path with a percent sign of its own.
        }
        int end = plain.length();
        while (end > 0 && "/!\\".indexOf(plain.charAt(end - 1)) >= 0) {
            end--;
        }
        String name =
                plain.substring(Math.max(plain.lastIndexOf('/', end - 1), plain.lastIndexOf('\\', end - 1)) + 1, end);
        String file = name.replaceFirst("#\\d+$", "");
        return file.isEmpty() ? UNKNOWN : file;
    }

    /** An owner has the same colour in each run. */
    static Category category(String owner) {
        return Category.of(owner, COLORS[Math.floorMod(owner.hashCode(), COLORS.length)]);
    }
}
