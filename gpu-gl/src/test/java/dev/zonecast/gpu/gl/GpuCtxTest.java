package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.core.gpu.contract.GpuEvents;
import dev.zonecast.core.registry.Registry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.opengl.ARBPipelineStatisticsQuery;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL15C;
import org.lwjgl.opengl.GL20C;
import org.lwjgl.opengl.GL30C;
import org.lwjgl.opengl.GL43C;
import org.lwjgl.opengl.GL44C;
import org.lwjgl.opengl.GLCapabilities;

/** What is OpenGL's own: contexts that are not current, debug groups, buffers that catch results. */
class GpuCtxTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner \u00e9");

    private final HeadlessContext gl = new HeadlessContext(HeadlessContext.Api.OPENGL);
    private final GpuEvents events = new GpuEvents();
    private GpuCtx ctx;

    @BeforeEach
    void open() {
        ctx = GpuCtx.builder().name("test").create();
    }

    @AfterEach
    void noErrorIsLeftToTheProgram() {
        ctx.close();
        assertEquals(GL11C.GL_NO_ERROR, GL11C.glGetError());
        events.close();
        gl.close();
    }

    private static void zone(GpuCtx ctx) {
        long token = ctx.begin(OUTER);
        GL11C.glClear(GL11C.GL_COLOR_BUFFER_BIT);
        ctx.end(token);
    }

    private String shape(GpuCtx of) {
        GL11C.glFinish();
        of.collect();
        return events.shapeOf(of.info());
    }

    private static void onAnotherThread(Runnable work) throws InterruptedException {
        List<Throwable> failure = new ArrayList<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failure.add(e);
            }
        });
        thread.join();
        assertEquals(List.of(), failure);
    }

    @Test
    void shouldEndAZoneWithItsBlock() {
        try (GpuZone outer = ctx.open(OUTER);
                GpuZone ignored = ctx.open(INNER)) {
            assertTrue(outer.isRecorded());
        }
        GpuZone closedTwice = ctx.open(OUTER);
        closedTwice.close();
        closedTwice.close();

        assertEquals("outer(inner \u00e9())outer()", shape(ctx));
        assertEquals(0, ctx.statistics().wrongCalls());
        assertTrue(ctx.isAvailable());
    }

    @Test
    void shouldNameTheGpuAndItsDriverOnce() {
        GpuCtx.builder().name("second").create().close();
        List<String> lines = Registry.INSTANCE.appInfo();

        assertEquals(1, Collections.frequency(lines, "gpu: " + GL11C.glGetString(GL11C.GL_RENDERER)), lines + "");
        assertEquals(1, Collections.frequency(lines, "driver: " + GL11C.glGetString(GL11C.GL_VERSION)), lines + "");
    }

    @Test
    void shouldOnlyCountWhenNoContextIsCurrent() throws InterruptedException {
        onAnotherThread(() -> {
            try (GpuCtx none = GpuCtx.builder().name("none").create()) {
                ctx.end(ctx.begin(OUTER));
                ctx.collect();
                assertEquals(0, none.begin(OUTER));
                none.collect();
                assertFalse(none.isAvailable());
                assertEquals(1, none.statistics().droppedZones());
            }
        });

        assertEquals("", shape(ctx));
        assertEquals(2, ctx.statistics().wrongCalls());
        zone(ctx);
        assertEquals("outer()", shape(ctx));
    }

    @Test
    void shouldOnlyCountWhenAnotherContextIsCurrent() {
        zone(ctx);
        GL11C.glFinish();
        ctx.collect();
        try (HeadlessContext otherGl = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            // Queries of the same names, with results.
            GpuCtx other = GpuCtx.builder().name("other").create();
            zone(other);
            assertEquals("outer()", shape(other));

            zone(ctx);
            ctx.collect();

            assertEquals(2, ctx.statistics().wrongCalls());
            assertEquals("outer()", shape(other));
            other.close();
            // Unknown capabilities of a context that has no profiler of its own.
            otherGl.makeCurrent();
            zone(ctx);
            assertEquals(3, ctx.statistics().wrongCalls());
            assertEquals(GL11C.GL_NO_ERROR, GL11C.glGetError());
        }
        gl.makeCurrent();
        zone(ctx);

        assertEquals("outer()outer()", shape(ctx));
    }

    @Test
    void shouldGoOnWhenTheContextMovesToAnotherThread() throws InterruptedException {
        zone(ctx);
        gl.release();
        onAnotherThread(() -> {
            gl.makeCurrent();
            zone(ctx);
            GL11C.glFinish();
            ctx.collect();
            gl.release();
        });
        gl.makeCurrent();
        zone(ctx);

        assertEquals("outer()outer()outer()", shape(ctx));
        assertEquals(0, ctx.statistics().wrongCalls());
    }

    @Test
    void shouldKnowItsContextWhenCapabilitiesAreMadeAnew() {
        GLCapabilities first = GL.getCapabilities();
        zone(ctx);
        GL.createCapabilities();
        zone(ctx);
        GL.setCapabilities(first);
        zone(ctx);

        assertEquals("outer()outer()outer()", shape(ctx));
        assertEquals(0, ctx.statistics().wrongCalls());
    }

    @Test
    void shouldLeaveTheProgramsQueryBufferAlone() {
        int buffer = GL15C.glGenBuffers();
        GL15C.glBindBuffer(GL44C.GL_QUERY_BUFFER, buffer);
        GL15C.glBufferData(GL44C.GL_QUERY_BUFFER, new int[] {7, 7, 7, 7}, GL15C.GL_STREAM_READ);
        zone(ctx);

        assertEquals("outer()", shape(ctx));

        int[] content = new int[4];
        GL15C.glGetBufferSubData(GL44C.GL_QUERY_BUFFER, 0, content);
        assertEquals(buffer, GL11C.glGetInteger(GL44C.GL_QUERY_BUFFER_BINDING));
        assertEquals(
                List.of(7, 7, 7, 7), java.util.Arrays.stream(content).boxed().toList());
        GL15C.glDeleteBuffers(buffer);
    }

    @Test
    void shouldLeaveTheProgramsQueryBufferAloneWhenClosedBeforeTheGpuIsThrough() {
        GpuCtx counting =
                GpuCtx.builder().name("counting").pipelineStatistics(true).create();
        int buffer = GL15C.glGenBuffers();
        GL15C.glBindBuffer(GL44C.GL_QUERY_BUFFER, buffer);
        GL15C.glBufferData(GL44C.GL_QUERY_BUFFER, new int[] {7, 7, 7, 7}, GL15C.GL_STREAM_READ);
        for (int i = 0; i < 1000; i++) {
            zone(ctx);
            zone(counting);
        }

        ctx.close();
        counting.close();

        assertEquals(GL11C.GL_NO_ERROR, GL11C.glGetError());
        assertEquals(buffer, GL11C.glGetInteger(GL44C.GL_QUERY_BUFFER_BINDING));
        GL15C.glDeleteBuffers(buffer);
    }

    @Test
    void shouldOpenDebugGroupsWithTheNamesOfZones() {
        GL11C.glEnable(GL43C.GL_DEBUG_OUTPUT);
        GL43C.glGetDebugMessageLog(
                1000, new int[1000], new int[1000], new int[1000], new int[1000], new int[1000], null);
        GpuCtx grouping = GpuCtx.builder().name("groups").debugGroups(true).create();
        int depth = GL11C.glGetInteger(GL43C.GL_DEBUG_GROUP_STACK_DEPTH);

        long outer = grouping.begin(OUTER);
        long inner = grouping.begin(INNER);
        assertEquals(depth + 2, GL11C.glGetInteger(GL43C.GL_DEBUG_GROUP_STACK_DEPTH));
        grouping.end(inner);
        grouping.begin(OUTER);
        grouping.end(outer);

        assertEquals(depth, GL11C.glGetInteger(GL43C.GL_DEBUG_GROUP_STACK_DEPTH));
        assertEquals(List.of("outer", "inner \u00e9", "inner \u00e9", "outer", "outer", "outer"), debugMessages());
        grouping.close();
    }

    private static List<String> debugMessages() {
        List<String> messages = new ArrayList<>();
        java.nio.ByteBuffer text = org.lwjgl.BufferUtils.createByteBuffer(4096);
        int[] type = new int[1];
        int[] length = new int[1];
        while (GL43C.glGetDebugMessageLog(1, new int[1], type, new int[1], new int[1], length, text) == 1) {
            if (type[0] == GL43C.GL_DEBUG_TYPE_PUSH_GROUP || type[0] == GL43C.GL_DEBUG_TYPE_POP_GROUP) {
                messages.add(org.lwjgl.system.MemoryUtil.memUTF8(text, length[0] - 1));
            }
        }
        return messages;
    }

    @Test
    void shouldRaiseNoErrorWhenZonesAreNestedDeeperThanDebugGroups() {
        GpuCtx grouping = GpuCtx.builder().name("deep").debugGroups(true).create();
        int depth = GL11C.glGetInteger(GL43C.GL_DEBUG_GROUP_STACK_DEPTH);
        long outer = grouping.begin(OUTER);
        for (int i = 0; i < 200; i++) {
            grouping.begin(INNER);
        }
        assertEquals(
                GL11C.glGetInteger(GL43C.GL_MAX_DEBUG_GROUP_STACK_DEPTH),
                GL11C.glGetInteger(GL43C.GL_DEBUG_GROUP_STACK_DEPTH));

        grouping.end(outer);

        assertEquals(depth, GL11C.glGetInteger(GL43C.GL_DEBUG_GROUP_STACK_DEPTH));
        assertEquals("outer(" + "inner \u00e9(".repeat(200) + ")".repeat(201), shape(grouping));
        grouping.close();
    }

    @Test
    void shouldTellWhatThePipelineDidInEachZone() {
        assumeTrue(GL.getCapabilities().GL_ARB_pipeline_statistics_query, "this driver counts nothing");
        GpuCtx counting =
                GpuCtx.builder().name("counting").pipelineStatistics(true).create();
        for (int i = 0; i < 600; i++) {
            try (GpuZone ignored = counting.open(OUTER)) {
                zone(counting);
            }
            if (i % 100 == 0) {
                GL11C.glFinish();
                counting.collect();
                GpuEvents.flush();
            }
        }

        assertEquals("outer(outer())".repeat(600), shape(counting));
        assertEquals(1200, events.valuesOf(counting.info(), GpuStatistic.VERTICES));
        counting.close();
    }

    @Test
    void shouldCountTheVerticesOfZonesWithTheZonesInside() {
        assumeTrue(GL.getCapabilities().GL_ARB_pipeline_statistics_query, "this driver counts nothing");
        GpuCtx counting =
                GpuCtx.builder().name("counting").pipelineStatistics(true).create();
        int program = Triangles.program();
        int array = GL30C.glGenVertexArrays();
        GL20C.glUseProgram(program);
        GL30C.glBindVertexArray(array);
        try (GpuZone ignored = counting.open(OUTER)) {
            GL11C.glDrawArrays(GL11C.GL_TRIANGLES, 0, 3);
            try (GpuZone unusedInner = counting.open(INNER)) {
                GL11C.glDrawArrays(GL11C.GL_TRIANGLES, 0, 30);
            }
            try (GpuZone unusedInner = counting.open(INNER)) {
                // Nothing is drawn.
            }
            GL11C.glDrawArrays(GL11C.GL_TRIANGLES, 0, 300);
        }

        assertEquals("outer(inner \u00e9()inner \u00e9())", shape(counting));
        assertEquals(List.of(30L, 0L, 333L), events.amountsOf(counting.info(), GpuStatistic.VERTICES));
        assertEquals(List.of(10L, 0L, 111L), events.amountsOf(counting.info(), GpuStatistic.PRIMITIVES));
        GL30C.glDeleteVertexArrays(array);
        GL20C.glDeleteProgram(program);
        counting.close();
    }

    @Test
    void shouldTakeTheProgramsOwnCallsAndOnlyActiveZones() {
        try (GpuZone ignored = ctx.open(OUTER, 2);
                GpuZone unusedInner = ctx.open(INNER, false);
                GpuZone unusedActive = ctx.open(INNER, true)) {
            ctx.end(ctx.begin(OUTER, 2));
            ctx.end(ctx.begin(OUTER, false));
        }
        ctx.rename("another name");

        assertEquals("outer(inner \u00e9(outer()))", shape(ctx));
        List<GpuEvents.Event> told = events.of(ctx.info());
        String self = GpuCtxTest.class.getName() + ".shouldTakeTheProgramsOwnCallsAndOnlyActiveZones";
        assertEquals(self, told.getFirst().stack().calls().getFirst().function());
        assertEquals(self, told.get(2).stack().calls().getFirst().function());
        assertEquals(2, told.get(2).stack().calls().size());
        assertEquals("another name", events.nameOf(ctx.info()));
        assertEquals(0, ctx.statistics().wrongCalls());
    }

    @Test
    void shouldLeaveTheProgramsOwnStatisticsAlone() {
        assumeTrue(GL.getCapabilities().GL_ARB_pipeline_statistics_query, "this driver counts nothing");
        int target = ARBPipelineStatisticsQuery.GL_FRAGMENT_SHADER_INVOCATIONS_ARB;
        GpuCtx counting =
                GpuCtx.builder().name("counting").pipelineStatistics(true).create();
        int own = GL15C.glGenQueries();
        GL15C.glBeginQuery(target, own);
        zone(counting);
        GL15C.glEndQuery(target);

        assertEquals("outer()", shape(counting));
        assertEquals(0, events.valuesOf(counting.info(), GpuStatistic.VERTICES));
        GL15C.glDeleteQueries(own);
        counting.close();
    }

    @Test
    void shouldDeleteItsQueriesWhenClosed() {
        for (int i = 0; i < 1000; i++) {
            zone(ctx);
        }
        assertTrue(liveQueries().length >= 2000, "queries have other names than was thought");

        ctx.close();

        assertEquals(0, liveQueries().length);
    }

    /** Drivers number queries from 1 on. */
    private static int[] liveQueries() {
        return IntStream.range(1, 5000).filter(GL15C::glIsQuery).toArray();
    }

    @Test
    void shouldRefuseOptionsThatCannotBe() {
        var builder = GpuCtx.builder().maxOutstandingZones(0);
        assertThrows(IllegalArgumentException.class, builder::create);
        var negative = GpuCtx.builder().recalibrateEvery(Duration.ofMillis(-5));
        assertThrows(IllegalArgumentException.class, negative::create);
    }
}
