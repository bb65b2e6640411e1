package dev.zonecast.fleet;

import dev.zonecast.fxt.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sessions of a program that does not exist, to try queries and to size a machine. Each session is equal for equal seeds. The
 * machines of one GPU differ in speed by 5 %. In build 1.5 the zone {@link #SLOWER_ZONE} is 5 % slower on {@link #SLOWER_GPU}, and
 * nothing else differs between the builds.
 */
final class MadeUpSessions {
    /** The zone with the regression. */
    static final String SLOWER_ZONE = "Shadow pass";

    /** The GPU with the regression. */
    static final String SLOWER_GPU = "Radeon RX 7600";

    private static final double SLOWER = 1.05;
    private static final double SPREAD_OF_MACHINES = 0.05;
    private static final double SPREAD_OF_ZONES = 0.15;
    private static final List<String> GPUS =
            List.of("GeForce RTX 4060", SLOWER_GPU, "Arc A750", "GeForce GTX 1650", "Radeon 780M");
    private static final List<String> BUILDS = List.of("1.4", "1.5");
    private static final List<String> CPU_ZONES =
            List.of("Update", "Physics step", "Animation", "Culling", "Audio mix", "Load chunk");
    private static final List<String> GPU_ZONES = List.of(SLOWER_ZONE, "Geometry", "Lighting", "Post process");

    private final long seed;
    private final int zonesOfPlace;

    /** @param zonesOfPlace how many zones a session has at each place */
    MadeUpSessions(long seed, int zonesOfPlace) {
        this.seed = seed;
        this.zonesOfPlace = zonesOfPlace;
    }

    /** A session by its number. */
    SessionFigures session(int number) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
        int gpu = number % GPUS.size();
        String build = BUILDS.get(number / GPUS.size() % BUILDS.size());
        double speed = Math.exp(SPREAD_OF_MACHINES * random.nextGaussian());
        List<SessionFigures.Zones> zones = new ArrayList<>();
        for (int i = 0; i < CPU_ZONES.size(); i++) {
            zones.add(zones(random, "cpu", CPU_ZONES.get(i), 200_000 * (i + 1) * speed));
        }
        for (int i = 0; i < GPU_ZONES.size(); i++) {
            boolean isSlower = build.equals("1.5")
                    && GPUS.get(gpu).equals(SLOWER_GPU)
                    && GPU_ZONES.get(i).equals(SLOWER_ZONE);
            double usual = 500_000 * (i + 1) * (1 + gpu * 0.3) * speed * (isSlower ? SLOWER : 1);
            zones.add(zones(random, "gpu", GPU_ZONES.get(i), usual));
        }
        zones.add(zones(random, "frame", "frame", 7_000_000 * (1 + gpu * 0.3) * speed));
        return new SessionFigures(
                SourceFile.hash("made up " + seed + " " + number),
                "summary",
                new SessionFacts(
                        "Made-up game", build, GPUS.get(gpu), "driver " + gpu, "cpu " + number % 7, "Linux", "25"),
                "2026-11-0" + (1 + number % 4),
                null,
                60_000_000_000L,
                0,
                false,
                false,
                zones,
                List.of(),
                List.of(),
                List.of());
    }

    private SessionFigures.Zones zones(SplittableRandom random, String kind, String name, double usualNanos) {
        Distribution durations = new Distribution();
        for (int i = 0; i < zonesOfPlace; i++) {
            durations.add((long) (usualNanos * Math.exp(SPREAD_OF_ZONES * random.nextGaussian())));
        }
        return new SessionFigures.Zones(
                kind, name, null, null, null, durations.sum(), SessionFigures.Sketch.of(durations));
    }
}
