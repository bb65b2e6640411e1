package dev.zonecast.agent;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.TableLimit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Source locations of texts that a program makes, of which there may be any number. A source location is kept for good, so further texts
 * share one. Thread-safe.
 */
public final class BoundedLocations {
    private static final int MOST = 4_000;

    private final Map<SourceLocation.Content, SourceLocation> known = new ConcurrentHashMap<>();
    private final SourceLocation shared;
    private final TableLimit limit;

    /**
     * None yet.
     *
     * @param what the texts name, as the log has it: "passes"
     * @param shared location of further texts
     */
    public BoundedLocations(String what, SourceLocation shared) {
        this.shared = shared;
        limit = TableLimit.ofNames(
                "names of " + what, MOST, "further ones are recorded as \"" + shared.displayName() + "\"");
    }

    /**
     * Where a text stands.
     *
     * @param function as shown to the user
     * @param rgb colour 0xRRGGBB, 0 = the viewer chooses
     */
    public SourceLocation of(String text, String function, int rgb) {
        var content = new SourceLocation.Content(text, function, "", 0, rgb);
        SourceLocation found = known.get(content);
        return found != null ? found : made(content);
    }

    private synchronized SourceLocation made(SourceLocation.Content content) {
        if (known.size() >= MOST && !known.containsKey(content)) {
            limit.refuse();
            return shared;
        }
        return known.computeIfAbsent(
                content, it -> SourceLocation.of(it.name(), it.function(), it.file(), it.line(), it.rgb()));
    }
}
