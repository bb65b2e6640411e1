package dev.zonecast.jvm;

import dev.zonecast.core.SourceLocation;
import java.util.HashMap;
import java.util.Map;

/** Source locations of zones that represent the virtual machine's doings: one for each name, of a limited number. */
final class Places {
    /** Colours as 0xRRGGBB. */
    static final int GC = 0xB03A2E;

    static final int SAFEPOINT = 0x884EA0;
    static final int COMPILER = 0x2874A6;
    static final int CLASS_LOADING = 0x148F77;
    static final int WAIT = 0x7F8C8D;
    static final int INPUT_OUTPUT = 0xB9770E;

    private static final int MAX_NAMES = 512;
    private static final String FILE = "(JVM)";

    private final Map<String, SourceLocation> known = new HashMap<>();

    /** @param name with a few variants only; what varies further is a zone's text */
    SourceLocation of(String name, int rgb) {
        String shown = known.size() < MAX_NAMES || known.containsKey(name) ? name : "(other)";
        return known.computeIfAbsent(shown, n -> SourceLocation.of(n, n, FILE, 0, rgb));
    }
}
