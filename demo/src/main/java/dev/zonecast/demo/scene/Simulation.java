package dev.zonecast.demo.scene;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves all objects of a scene: the game's logic first, then the behaviours in jobs of at most
 * {@link #OBJECTS_PER_JOB} objects on the workers of a pool.
 */
public final class Simulation {
    static final int OBJECTS_PER_JOB = 1024;

    private static final SourceLocation LOGIC = SourceLocation.here("game logic", 0x7FB069);
    private static final SourceLocation JOB = SourceLocation.here("simulate job", 0x4C9F70);

    private final GameLogic logic;
    private final WorkerPool workers;
    private final List<StepJob> jobs = new ArrayList<>();
    private double timeSeconds;

    /** A simulation that no logic takes part in. */
    public Simulation(Scene scene, WorkerPool workers) {
        this(scene, GameLogic.NONE, workers);
    }

    /** The jobs of a frame are made once; each step only sets their times. */
    public Simulation(Scene scene, GameLogic logic, WorkerPool workers) {
        this.logic = logic;
        this.workers = workers;
        for (ObjectGroup group : scene.groups()) {
            for (int first = group.firstObject(); first < group.endObject(); first += OBJECTS_PER_JOB) {
                int end = Math.min(first + OBJECTS_PER_JOB, group.endObject());
                jobs.add(new StepJob(scene.instances(), group, first, end));
            }
        }
    }

    /** Moves the scene on by {@code stepSeconds}; returns when every object has been moved. */
    public void advance(float stepSeconds) {
        timeSeconds += stepSeconds;
        if (logic != GameLogic.NONE) {
            try (Zone _ = Zone.open(LOGIC)) {
                logic.advance(stepSeconds);
            }
        }
        for (StepJob job : jobs) {
            job.timeSeconds = (float) timeSeconds;
            job.stepSeconds = stepSeconds;
        }
        workers.runAll(jobs);
    }

    public float timeSeconds() {
        return (float) timeSeconds;
    }

    private static final class StepJob implements Runnable {
        private final float[] instances;
        private final ObjectGroup group;
        private final int firstObject;
        private final int endObject;
        private float timeSeconds;
        private float stepSeconds;

        StepJob(float[] instances, ObjectGroup group, int firstObject, int endObject) {
            this.instances = instances;
            this.group = group;
            this.firstObject = firstObject;
            this.endObject = endObject;
        }

        @Override
        public void run() {
            long zone = Zone.begin(JOB);
            try {
                Zone.text(zone, group.name());
                Zone.value(zone, endObject - firstObject);
                group.behaviour().step(instances, firstObject, endObject, timeSeconds, stepSeconds);
            } finally {
                Zone.end(zone);
            }
        }
    }
}
