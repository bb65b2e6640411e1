package dev.zonecast.agent.methods;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.registry.Registry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZoneWatchTest {
    private static final String LINE = "methods that are no zones, as they are over the budget: Hot.tiny";

    private static ZoneWatch watch() {
        var options = new MethodOptions(MethodPatterns.parse("mygame.*"), false, false, 0.03);
        return new ZoneWatch(options, null, line -> {});
    }

    /** The agent is off then. When it is on again, the methods are zones. */
    @Test
    void shouldNameMethodsThatAreNoZonesUntilTheEnd() {
        var method = new WovenMethod("Hot.tiny", ZonedMark.NONE, "Hot.java", 1, "game.jar");
        var out = List.of(new Throttle.Offender(method, 1_000_000));
        ZoneWatch watch = watch();

        watch.inform(out);
        assertTrue(Registry.INSTANCE.appInfo().contains(LINE));
        watch.end();
        assertFalse(Registry.INSTANCE.appInfo().contains(LINE));
        watch.inform(out);
        assertFalse(Registry.INSTANCE.appInfo().contains(LINE), "the end came first");
    }
}
