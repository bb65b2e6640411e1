package dev.zonecast.cli.limits;

import dev.zonecast.core.Category;
import dev.zonecast.core.Counter;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Section;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerTable;
import dev.zonecast.core.marker.MarkerType;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.core.state.SectionTable;
import java.time.Duration;
import java.util.function.IntFunction;

/** A program that fills every table of names beyond its limit; {@link TableLimitsTest} runs it in a JVM of its own. */
final class FullTables {
    private static final int PARAMETERS = 1_000;
    private static final int MORE_THAN_ANY = 1 << 19;

    /** How many finds no room, of each table. */
    private static final int BEYOND = 3;

    private static final Duration LIMIT = Duration.ofSeconds(30);

    record Hit(int damage) {}

    private FullTables() {}

    /** Prints "expected TABLE COUNT" for each, then "counted TABLE COUNT" from the statistics. */
    public static void main(String[] arguments) {
        Zonecast.start();
        parameters();
        byName("counters", name -> Counter.of("c" + name).plot().name());
        byName("categories of sections", name -> SectionCategory.of("s" + name).description());
        byName("categories", name -> Category.of("c" + name).name());
        byName("memory pools", name -> MemoryPool.of("m" + name).name());
        byName("frame names", name -> FrameName.of("f" + name).toString());
        markers();
        byName("source locations", name -> location(name).displayName());
        byName("plots", name -> Plot.of("p" + name).name());
        gpuContexts();
        appInfo();
        sections();
        // The last one, which takes the place of all further ones.
        Zone.end(Zone.begin(Slots.of(SourceLocation.class).get(SourceLocation.MAX_LOCATIONS)));
        names();

        Zonecast.flush(LIMIT);
        Statistics statistics = Profiler.current().statistics(LIMIT);
        statistics
                .losses()
                .refusals()
                .forEach((entries, count) -> System.out.println("counted " + entries + " " + count));
        System.out.println("dropped " + statistics.losses().droppedEvents());
        Zonecast.shutdown(LIMIT);
    }

    private static SourceLocation location(int number) {
        return SourceLocation.of("", "l" + number, "Limits.java", 1, 0);
    }

    private static void expect(String entries, long count) {
        System.out.println("expected " + entries + " " + count);
    }

    /** Makes entries until as many are not what was asked for. */
    private static void byName(String entries, IntFunction<String> maker) {
        int refused = 0;
        for (int i = 0; refused < BEYOND && i < MORE_THAN_ANY; i++) {
            refused += maker.apply(i).equals("(too many " + entries + ")") ? 1 : 0;
        }
        // One that is there already is found, however full the table is.
        if (maker.apply(0).startsWith("(")) {
            throw new AssertionError(entries);
        }
        expect(entries, refused);
    }

    private static void parameters() {
        for (int i = 0; i < PARAMETERS + BEYOND; i++) {
            if (Parameter.ofInt("parameter " + i, i).value() != i) {
                throw new AssertionError("parameter " + i);
            }
        }
        expect("parameters", BEYOND);
    }

    private static void markers() {
        int before = MarkerTable.INSTANCE.all().size();
        Marker last = null;
        for (int i = 0; i < MarkerTable.MAX_DEFINITIONS / 2; i++) {
            last = Marker.of("marker " + i);
        }
        last.instant("of many");
        // Each has a definition with a text and one without; two are there for all others.
        int refused = MarkerTable.MAX_DEFINITIONS + before - (MarkerTable.MAX_DEFINITIONS - 2);
        MarkerType<Hit> type = MarkerType.of(Hit.class);
        type.instant(new Hit(1));
        type.open().close();
        type.open(new Hit(2)).close();
        expect("markers", refused + 1);
    }

    private static void gpuContexts() {
        int refused = 0;
        for (int i = 0; refused < BEYOND && i < MORE_THAN_ANY; i++) {
            GpuContextInfo made =
                    GpuContextTable.of(GpuContextInfo.class).add(id -> new GpuContextInfo(id, GpuApi.OPENGL, "gpu", 0));
            refused += made == null ? 1 : 0;
        }
        expect("GPU contexts", refused);
    }

    private static void appInfo() {
        int before = Registry.INSTANCE.appInfo().size();
        for (int i = before; i < Registry.MAX_APP_INFO + BEYOND; i++) {
            Zonecast.appInfo("line " + i);
        }
        expect("lines of application information", BEYOND);
    }

    private static void sections() {
        SectionCategory level = SectionCategory.of("s0");
        for (int i = 0; i < SectionTable.MAX_OPEN + BEYOND; i++) {
            Section _ = Section.open(level, "section");
        }
        expect("open sections", BEYOND);
    }

    /** After all others, which have names too. */
    private static void names() {
        NameTable names = Registry.INSTANCE.names();
        int refused = 0;
        for (int i = 0; refused < BEYOND && i < MORE_THAN_ANY; i++) {
            refused += NameTable.OVERFLOW.equals(names.text(names.intern("n" + i))) ? 1 : 0;
        }
        expect("names", refused);
    }
}
