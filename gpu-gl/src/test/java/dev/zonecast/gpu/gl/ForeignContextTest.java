package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.contract.GpuEvents;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.opengl.ARBPipelineStatisticsQuery;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL15C;
import org.lwjgl.opengl.GLCapabilities;

/** Every call with another OpenGL context current, or none: it is counted, and the driver is not called. */
class ForeignContextTest {
    private static final SourceLocation ZONE = SourceLocation.here("zone");

    /** More than the profiler's own: every name that it uses is a query here too. */
    private static final int FOREIGN_QUERIES = 300;

    private final HeadlessContext gl = new HeadlessContext(HeadlessContext.Api.OPENGL);
    private final GLCapabilities capabilities = GL.getCapabilities();
    private final GpuEvents events = new GpuEvents();
    private GpuCtx ctx;

    @BeforeEach
    void open() {
        ctx = GpuCtx.builder().name("own").create();
        zone();
    }

    @AfterEach
    void close() {
        gl.makeCurrent();
        assertEquals(GL11C.GL_NO_ERROR, GL11C.glGetError());
        ctx.close();
        events.close();
        gl.close();
    }

    private void zone() {
        ctx.end(ctx.begin(ZONE));
    }

    /** Each method once, in the middle of a zone of the right context. */
    private void callAll(long openZone) {
        ctx.begin(ZONE);
        ctx.end(openZone);
        ctx.collect();
        ctx.close();
    }

    /** Has queries of the names that the profiler has in its own context, with results. */
    private static void fillWithQueries() {
        int[] names = new int[FOREIGN_QUERIES];
        GL15C.glGenQueries(names);
        for (int name : names) {
            GL15C.glBeginQuery(GL15C.GL_SAMPLES_PASSED, name);
            GL15C.glEndQuery(GL15C.GL_SAMPLES_PASSED);
        }
        assertEquals(FOREIGN_QUERIES, liveQueries(), "queries have other names than was thought");
    }

    private static long liveQueries() {
        return IntStream.rangeClosed(1, FOREIGN_QUERIES)
                .filter(GL15C::glIsQuery)
                .count();
    }

    private static void assertUntouched() {
        assertEquals(GL11C.GL_NO_ERROR, GL11C.glGetError());
        assertEquals(FOREIGN_QUERIES, liveQueries());
    }

    @Test
    void shouldCallNothingWhenAForeignContextHasQueriesOfTheSameNames() {
        long open = ctx.begin(ZONE);
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            fillWithQueries();

            callAll(open);

            assertUntouched();
            assertEquals(4, ctx.statistics().wrongCalls());
        }
    }

    @Test
    void shouldCallNothingWhenAForeignContextBearsItsCapabilities() {
        long open = ctx.begin(ZONE);
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            fillWithQueries();
            GL.setCapabilities(capabilities);

            callAll(open);

            assertUntouched();
            assertEquals(4, ctx.statistics().wrongCalls());
        }
    }

    @Test
    void shouldCallNothingWhenASharingContextIsCurrent() {
        long open = ctx.begin(ZONE);
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL, gl)) {
            fillWithQueries();

            callAll(open);

            assertUntouched();
            assertEquals(4, ctx.statistics().wrongCalls());
        }
    }

    @Test
    void shouldCallNothingWhenNoContextIsCurrentThoughLwjglHasCapabilities() {
        long open = ctx.begin(ZONE);
        gl.releaseUnannounced();

        callAll(open);

        assertEquals(4, ctx.statistics().wrongCalls());
        gl.makeCurrentUnannounced();
    }

    @Test
    void shouldCallNothingWhenTheContextWasDestroyedAndAnotherMade() {
        try (HeadlessContext gone = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            ctx.close();
            ctx = GpuCtx.builder().name("gone").create();
            zone();
            assertTrue(ctx.isAvailable());
            gone.release();
        }
        // Drivers like to give the address of the context that was just freed.
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            fillWithQueries();

            ctx.begin(ZONE);
            ctx.collect();
            ctx.close();

            assertUntouched();
            assertEquals(3, ctx.statistics().wrongCalls());
        }
    }

    @Test
    void shouldKnowItsContextThoughSeveralProfilersAreInIt() {
        GpuCtx second = GpuCtx.builder().name("second").create();

        GL.createCapabilities();
        zone();
        second.end(second.begin(ZONE));
        GL11C.glFinish();
        ctx.collect();
        second.collect();

        assertEquals("zone()zone()", events.shapeOf(ctx.info()));
        assertEquals("zone()", events.shapeOf(second.info()));
        assertEquals(0, ctx.statistics().wrongCalls() + second.statistics().wrongCalls());
        second.close();
    }

    @Test
    void shouldGoOnWhenTheContextIsCurrentAgain() {
        long open = ctx.begin(ZONE);
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            ctx.end(open);
        }
        gl.makeCurrent();
        ctx.end(open);
        GL11C.glFinish();
        ctx.collect();

        assertEquals("zone()zone()", events.shapeOf(ctx.info()));
        assertEquals(1, ctx.statistics().wrongCalls());
    }

    @Test
    void shouldEndStatisticsWhenItClosesInsideAZone() {
        assumeTrue(GL.getCapabilities().GL_ARB_pipeline_statistics_query, "this driver counts nothing");
        GpuCtx counting =
                GpuCtx.builder().name("counting").pipelineStatistics(true).create();
        counting.begin(ZONE);

        counting.close();

        assertNoStatisticsAreActive();
    }

    @Test
    void shouldEndStatisticsWhenTheThreadOfTheZoneIsGone() throws InterruptedException {
        assumeTrue(GL.getCapabilities().GL_ARB_pipeline_statistics_query, "this driver counts nothing");
        GpuCtx counting =
                GpuCtx.builder().name("counting").pipelineStatistics(true).create();
        gl.release();
        Thread other = Thread.ofPlatform().start(() -> {
            gl.makeCurrent();
            counting.begin(ZONE);
            gl.release();
        });
        other.join();
        gl.makeCurrent();
        GL11C.glFinish();
        counting.collect();
        counting.collect();

        assertNoStatisticsAreActive();
        counting.close();
    }

    private static void assertNoStatisticsAreActive() {
        int target = ARBPipelineStatisticsQuery.GL_FRAGMENT_SHADER_INVOCATIONS_ARB;
        int own = GL15C.glGenQueries();
        GL15C.glBeginQuery(target, own);
        GL15C.glEndQuery(target);
        assertEquals(GL11C.GL_NO_ERROR, GL11C.glGetError());
        GL15C.glDeleteQueries(own);
    }
}
