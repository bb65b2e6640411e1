package dev.zonecast.gpu.vk;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.core.gpu.contract.GpuEvents;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkCommandBuffer;

/** What is Vulkan's own: command buffers of all kinds, stages, clocks, queues that cannot, a device that is lost. */
class VkGpuCtxTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner \u00e9", 0xFF8000);

    private final TestDevice vulkan = new TestDevice(TestDevice.Features.ALL);
    private final GpuEvents events = new GpuEvents();
    private final List<VkGpuCtx> contexts = new ArrayList<>();

    @AfterEach
    void theLayerHasSaidNothing() {
        vulkan.finish();
        contexts.forEach(VkGpuCtx::close);
        events.close();
        vulkan.close();
    }

    private VkGpuCtxBuilder builder() {
        return VkGpuCtx.builder(vulkan.device, TestDevice.QUEUE_FAMILY)
                .hostQueryReset(true)
                .synchronization2(true);
    }

    private VkGpuCtx open(VkGpuCtxBuilder builder) {
        VkGpuCtx made = builder.create();
        contexts.add(made);
        return made;
    }

    private VkGpuCtx open(VkFunctions functions, QueueFacts facts) {
        VkGpuCtx made = builder().create(functions, facts, GpuContextOptions.of("changed"));
        contexts.add(made);
        return made;
    }

    private QueueFacts facts() {
        return QueueFacts.of(vulkan.physicalDevice, TestDevice.QUEUE_FAMILY);
    }

    private static void zone(VkGpuCtx ctx, VkCommandBuffer commands, SourceLocation location) {
        long token = ctx.begin(location, commands);
        VK10.vkCmdPipelineBarrier(
                commands,
                VK10.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                VK10.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                0,
                null,
                null,
                null);
        ctx.end(token, commands);
    }

    private void run(VkCommandBuffer... commands) {
        for (VkCommandBuffer buffer : commands) {
            TestDevice.check(VK10.vkEndCommandBuffer(buffer));
        }
        vulkan.submit(commands);
        vulkan.finish();
    }

    private String shape(VkGpuCtx of) {
        of.collect();
        return events.shapeOf(of.zones().info());
    }

    private VkCommandBuffer recording(boolean primary) {
        VkCommandBuffer commands = vulkan.commandBuffer(primary);
        vulkan.begin(commands, true);
        return commands;
    }

    @Test
    void shouldEndAZoneWithItsBlock() {
        VkGpuCtx ctx = open(builder().name("test").debugLabels(true));
        VkCommandBuffer commands = recording(true);
        try (GpuZone outer = ctx.open(OUTER, commands);
                GpuZone ignored = ctx.open(INNER, commands)) {
            assertTrue(outer.isRecorded());
        }
        GpuZone closedTwice = ctx.open(OUTER, commands);
        closedTwice.close();
        closedTwice.close();
        run(commands);

        assertEquals("outer(inner \u00e9())outer()", shape(ctx));
        assertEquals(0, ctx.statistics().wrongCalls());
        assertTrue(ctx.isAvailable());
    }

    @Test
    void shouldTakeWhatAProgramHasAtHand() {
        VkCommandBuffer setUp = vulkan.commandBuffer(true);
        VkGpuCtx ctx = open(VkGpuCtx.builder(
                        vulkan.instance, vulkan.physicalDevice, vulkan.device, vulkan.queue, TestDevice.QUEUE_FAMILY)
                .commandBuffer(setUp));
        VkCommandBuffer commands = recording(true);
        zone(ctx, commands, OUTER);
        run(commands);

        assertEquals("outer()", shape(ctx));
    }

    @Test
    void shouldNameTheGpuOnce() {
        VkGpuCtx first = open(builder());
        VkGpuCtx second = open(builder());
        String device =
                QueueFacts.of(vulkan.physicalDevice, TestDevice.QUEUE_FAMILY).device();

        assertEquals(1, Collections.frequency(Registry.INSTANCE.appInfo(), "gpu: " + device));
        assertTrue(first.isAvailable() && second.isAvailable());
    }

    @Test
    void shouldPutTheZonesOfASecondaryInsideThePrimarys() {
        VkGpuCtx ctx = open(builder());
        VkCommandBuffer secondary = recording(false);
        zone(ctx, secondary, INNER);
        TestDevice.check(VK10.vkEndCommandBuffer(secondary));
        VkCommandBuffer primary = recording(true);
        try (GpuZone ignored = ctx.open(OUTER, primary)) {
            VK10.vkCmdExecuteCommands(primary, secondary);
        }
        run(primary);

        assertEquals("outer(inner \u00e9())", shape(ctx));
    }

    @Test
    void shouldTellEachRunWhenABufferIsSubmittedAgain() {
        VkGpuCtx ctx = open(builder());
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        vulkan.begin(commands, false);
        ctx.recordReusable(commands);
        try (GpuZone ignored = ctx.open(OUTER, commands)) {
            zone(ctx, commands, INNER);
        }
        TestDevice.check(VK10.vkEndCommandBuffer(commands));

        for (int run = 0; run < 50; run++) {
            if (run > 0) {
                ctx.resubmit(commands);
            }
            vulkan.submit(commands);
            vulkan.finish();
            if (run % 3 == 0) {
                ctx.collect();
            }
        }

        assertEquals("outer(inner \u00e9())".repeat(50), shape(ctx));
        assertEquals(0, ctx.statistics().droppedZones());
        assertEquals(0, ctx.statistics().doubtfulTimes());
    }

    @Test
    void shouldOnlyCountInReusableBuffersWhenQueriesAreResetByCommands() {
        VkGpuCtx ctx = open(builder().hostQueryReset(false).maxOutstandingZones(64));
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        vulkan.begin(commands, false);
        ctx.recordReusable(commands);
        zone(ctx, commands, OUTER);
        TestDevice.check(VK10.vkEndCommandBuffer(commands));
        vulkan.submit(commands);
        vulkan.finish();
        ctx.resubmit(commands);
        vulkan.submit(commands);
        vulkan.finish();

        assertEquals("", shape(ctx));
        assertEquals(1, ctx.statistics().droppedZones());
    }

    @Test
    void shouldFollowTheSubmissionsWhenTheirOrderIsAnother() {
        VkGpuCtx ctx = open(builder());
        VkCommandBuffer first = recording(true);
        zone(ctx, first, OUTER);
        VkCommandBuffer second = recording(true);
        zone(ctx, second, INNER);
        VkCommandBuffer never = recording(true);
        zone(ctx, never, OUTER);
        TestDevice.check(VK10.vkEndCommandBuffer(never));
        run(second, first);

        assertEquals("inner \u00e9()outer()", shape(ctx));
        ctx.discard(never);
        assertEquals(1, ctx.statistics().droppedZones());
        assertEquals(0, ctx.statistics().outstandingQueries());
    }

    @Test
    void shouldKeepZonesOfThreadsThatRecordAtOnce() throws InterruptedException {
        VkGpuCtx ctx = open(builder());
        int threads = 4;
        int frames = 60;
        List<Thread> recorders = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            VkCommandBuffer commands = vulkan.commandBuffer(true);
            recorders.add(Thread.ofPlatform().start(() -> {
                try {
                    recordAndSubmit(ctx, commands, frames);
                } catch (Throwable e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        while (recorders.stream().anyMatch(Thread::isAlive)) {
            // Lavapipe of Mesa 22.3 crashes when queries are read while its queue works: it locks neither.
            synchronized (vulkan) {
                ctx.collect();
            }
        }
        for (Thread recorder : recorders) {
            recorder.join();
        }
        vulkan.finish();
        ctx.collect();

        assertEquals(List.of(), failures);
        assertEquals(2L * threads * frames, ctx.statistics().zones());
        assertEquals(0, ctx.statistics().droppedZones());
        for (Thread recorder : recorders) {
            StringBuilder shape = new StringBuilder();
            events.of(ctx.zones().info()).stream()
                    .filter(event -> event.threadId() == recorder.threadId())
                    .forEach(event -> shape.append(event.isBegin() ? "(" : ")"));
            assertEquals("(())".repeat(frames), shape.toString());
        }
    }

    private void recordAndSubmit(VkGpuCtx ctx, VkCommandBuffer commands, int frames) {
        for (int frame = 0; frame < frames; frame++) {
            vulkan.begin(commands, true);
            try (GpuZone ignored = ctx.open(OUTER, commands)) {
                zone(ctx, commands, INNER);
            }
            TestDevice.check(VK10.vkEndCommandBuffer(commands));
            synchronized (vulkan) {
                vulkan.submit(commands);
                vulkan.finish();
            }
        }
    }

    @Test
    void shouldLieBetweenSubmissionAndTheReturnOfAWaitWhateverTheClock() {
        List<VkGpuCtx> all = List.of(
                open(builder().name("old call").synchronization2(false)),
                open(builder()
                        .name("top")
                        .stages(VK10.VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK10.VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT)),
                open(builder()
                        .name("long")
                        .stages(VK13.VK_PIPELINE_STAGE_2_COPY_BIT, VK13.VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT)),
                open(builder().name("once").recalibrateEvery(Duration.ZERO)),
                open(new NoCalibration(), facts()),
                open(new Deviating(), facts()),
                open(new Nonsense(), facts()));
        all.forEach(this::assertLiesBetween);
    }

    private void assertLiesBetween(VkGpuCtx ctx) {
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        long[] before = new long[100];
        long[] after = new long[100];
        long clockErrorBefore = GpuEvents.clockErrorNanos();
        for (int i = 0; i < before.length; i++) {
            vulkan.begin(commands, true);
            before[i] = System.nanoTime();
            zone(ctx, commands, OUTER);
            run(commands);
            after[i] = System.nanoTime();
            ctx.collect();
        }
        long clockError = Math.max(clockErrorBefore, GpuEvents.clockErrorNanos());
        List<GpuEvents.Event> told = events.of(ctx.zones().info());
        String name = ctx.zones().info().name();
        assertEquals(2 * before.length, told.size(), name);
        for (int i = 0; i < told.size(); i++) {
            GpuEvents.Event event = told.get(i);
            assertTrue(event.errorNanos() >= 0, name);
            assertTrue(event.gpuNanos() >= before[i / 2] - event.errorNanos() - clockError, () -> name + " " + event);
            assertTrue(event.gpuNanos() <= after[i / 2] + event.errorNanos() + clockError, () -> name + " " + event);
        }
        assertEquals(0, ctx.statistics().doubtfulTimes(), name);
    }

    /** A driver without calibrated time stamps. */
    private final class NoCalibration extends VkFunctions {
        NoCalibration() {
            super(vulkan.device);
        }

        @Override
        boolean hasCalibratedTimestamps() {
            return false;
        }
    }

    /** A driver whose pairs deviate, and that reports it. */
    private final class Deviating extends VkFunctions {
        Deviating() {
            super(vulkan.device);
        }

        @Override
        int calibratedTimestamps(long infos, long timestamps, long deviation) {
            int result = super.calibratedTimestamps(infos, timestamps, deviation);
            MemoryUtil.memPutLong(timestamps, MemoryUtil.memGetLong(timestamps) + 700);
            MemoryUtil.memPutLong(deviation, MemoryUtil.memGetLong(deviation) + 700);
            return result;
        }
    }

    /** A driver that answers nonsense for the host's clock. */
    private final class Nonsense extends VkFunctions {
        Nonsense() {
            super(vulkan.device);
        }

        @Override
        int calibratedTimestamps(long infos, long timestamps, long deviation) {
            int result = super.calibratedTimestamps(infos, timestamps, deviation);
            MemoryUtil.memPutLong(timestamps + 8, 0);
            return result;
        }
    }

    @Test
    void shouldKeepWhatItKnowsOfTheClockWhenTheDriverAnswersNoMore() {
        assumeTrue(new VkFunctions(vulkan.device).hasCalibratedTimestamps(), "calibrated time stamps");
        boolean[] fails = new boolean[1];
        VkFunctions failing = new VkFunctions(vulkan.device) {
            @Override
            int calibratedTimestamps(long infos, long timestamps, long deviation) {
                return fails[0]
                        ? VK10.VK_ERROR_OUT_OF_HOST_MEMORY
                        : super.calibratedTimestamps(infos, timestamps, deviation);
            }
        };
        VkGpuCtx ctx = builder()
                .create(
                        failing,
                        facts(),
                        new GpuContextOptions(
                                "failing",
                                false,
                                GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES,
                                Duration.ofNanos(1)));
        contexts.add(ctx);
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        for (int i = 0; i < 100; i++) {
            fails[0] = i >= 20;
            vulkan.begin(commands, true);
            zone(ctx, commands, OUTER);
            run(commands);
            ctx.collect();
        }

        assertEquals(0, ctx.statistics().clockJumps());
        assertEquals(0, ctx.statistics().doubtfulTimes());
        assertEquals(100, ctx.statistics().zones());
    }

    @Test
    void shouldIgnoreBitsThatDoNotCount() {
        VkFunctions rubbish = new VkFunctions(vulkan.device) {
            @Override
            int results(long pool, int first, int count, int words, long results) {
                int result = super.results(pool, first, count, words, results);
                for (int i = 0; i < count; i++) {
                    long raw = MemoryUtil.memGetLong(results + 16L * i);
                    MemoryUtil.memPutLong(results + 16L * i, (raw & 0xF_FFFF_FFFFL) | (0xABCL + i) << 40);
                }
                return result;
            }
        };
        QueueFacts of = facts();
        VkGpuCtx ctx = open(
                rubbish,
                new QueueFacts(of.family(), of.what(), of.device(), of.driver(), 36, of.nanosPerTick(), true, true));
        VkCommandBuffer commands = recording(true);
        for (int i = 0; i < 100; i++) {
            zone(ctx, commands, OUTER);
        }
        run(commands);

        assertEquals("outer()".repeat(100), shape(ctx));
        assertEquals(0, ctx.statistics().doubtfulTimes());
    }

    @Test
    void shouldCloseItselfAndCountWhenTheDeviceIsLost() {
        boolean[] lost = new boolean[1];
        VkGpuCtx ctx = open(
                new VkFunctions(vulkan.device) {
                    @Override
                    int results(long pool, int first, int count, int words, long results) {
                        return lost[0] ? VK10.VK_ERROR_DEVICE_LOST : super.results(pool, first, count, words, results);
                    }
                },
                facts());
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        vulkan.begin(commands, true);
        zone(ctx, commands, OUTER);
        run(commands);
        ctx.collect();
        vulkan.begin(commands, true);
        zone(ctx, commands, OUTER);
        run(commands);
        lost[0] = true;
        assertDoesNotThrow(() -> ctx.collect());
        assertDoesNotThrow(() -> ctx.collect());
        vulkan.begin(commands, true);
        zone(ctx, commands, OUTER);
        run(commands);

        assertFalse(ctx.isAvailable());
        assertEquals("outer()", shape(ctx));
        assertEquals(2, ctx.statistics().droppedZones());
    }

    @Test
    void shouldRecordNothingWhenTheDriverMakesNoQueryPoolInAdvance() {
        VkFunctions functions = new VkFunctions(vulkan.device) {
            @Override
            long createPool(int type, int queries, int flags) {
                return 0;
            }
        };

        VkGpuCtx ctx = builder().hostQueryReset(false).create(functions, facts(), GpuContextOptions.of("refused"));
        contexts.add(ctx);

        assertFalse(ctx.isAvailable(), "drops of zones would be logged with a wrong reason");
    }

    @Test
    void shouldTellWhatThePipelineDidInEachZone() {
        VkGpuCtx ctx = open(builder().pipelineStatistics(true));
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        int frames = 1200;
        for (int frame = 0; frame < frames; frame++) {
            vulkan.begin(commands, true);
            try (GpuZone ignored = ctx.open(OUTER, commands)) {
                zone(ctx, commands, INNER);
            }
            run(commands);
            ctx.collect();
        }

        assertEquals("outer(inner \u00e9())".repeat(frames), shape(ctx));
        assertEquals(2L * frames, events.valuesOf(ctx.zones().info(), GpuStatistic.VERTICES));
        assertEquals(2L * frames, events.valuesOf(ctx.zones().info(), GpuStatistic.COMPUTE_SHADERS));
        assertEquals(0, ctx.statistics().droppedZones());
    }

    /** The validation layer speaks of a query that crosses the edge of a render pass. */
    @Test
    void shouldCountAcrossTheEdgesOfARenderPass() {
        VkGpuCtx ctx = open(builder().pipelineStatistics(true));
        VkCommandBuffer commands = recording(true);
        try (EmptyRenderPass pass = new EmptyRenderPass(vulkan.device)) {
            try (GpuZone ignored = ctx.open(OUTER, commands)) {
                ctx.pauseStatistics(commands);
                pass.begin(commands);
                ctx.resumeStatistics(commands);
                ctx.end(ctx.begin(INNER, commands), commands);
                ctx.pauseStatistics(commands);
                pass.end(commands);
                ctx.resumeStatistics(commands);
            }
            run(commands);

            assertEquals("outer(inner \u00e9())", shape(ctx));
            assertEquals(List.of(0L, 0L), events.amountsOf(ctx.zones().info(), GpuStatistic.VERTICES));
        }
    }

    @Test
    void shouldTakeTheProgramsOwnCallsAndOnlyActiveZones() {
        VkGpuCtx ctx = open(builder());
        VkCommandBuffer commands = recording(true);
        try (GpuZone ignored = ctx.open(OUTER, commands, 2);
                GpuZone unusedInner = ctx.open(INNER, commands, false);
                GpuZone unusedActive = ctx.open(INNER, commands, true)) {
            ctx.end(ctx.begin(OUTER, commands, 2), commands);
            ctx.end(ctx.begin(OUTER, commands, false), commands);
        }
        ctx.rename("another name");
        run(commands);

        assertEquals("outer(inner \u00e9(outer()))", shape(ctx));
        List<GpuEvents.Event> told = events.of(ctx.zones().info());
        String self = VkGpuCtxTest.class.getName() + ".shouldTakeTheProgramsOwnCallsAndOnlyActiveZones";
        assertEquals(self, told.getFirst().stack().calls().getFirst().function());
        assertEquals(self, told.get(2).stack().calls().getFirst().function());
        assertEquals("another name", events.nameOf(ctx.zones().info()));
    }

    @Test
    void shouldNameTheFamilyThatHasNoTimestamps() {
        QueueFacts of = facts();
        VkFunctions functions = new VkFunctions(vulkan.device);
        QueueFacts none = new QueueFacts(3, "transfer", of.device(), of.driver(), 0, of.nanosPerTick(), false, false);

        UnsupportedQueueException thrown = assertThrows(
                UnsupportedQueueException.class, () -> builder().create(functions, none, GpuContextOptions.of("none")));

        assertEquals(3, thrown.queueFamily());
        assertTrue(thrown.getMessage().contains("family 3 (transfer)"), thrown.getMessage());
        QueueFacts transfer =
                new QueueFacts(2, "transfer", of.device(), of.driver(), 64, of.nanosPerTick(), false, false);
        assertThrows(
                UnsupportedQueueException.class,
                () -> builder().hostQueryReset(false).create(functions, transfer, GpuContextOptions.of("none")));
    }

    @Test
    void shouldRefuseOptionsThatCannotBe() {
        assertThrows(
                IllegalArgumentException.class,
                () -> builder().maxOutstandingZones(0).create());
        assertThrows(
                IllegalArgumentException.class, () -> builder().stages(0, 1).create());
        assertThrows(
                IllegalArgumentException.class, () -> builder().stages(3, 1).create());
        assertThrows(
                IllegalArgumentException.class,
                () -> builder()
                        .synchronization2(false)
                        .stages(VK13.VK_PIPELINE_STAGE_2_COPY_BIT, 1)
                        .create());
        assertThrows(
                IllegalArgumentException.class,
                () -> VkGpuCtx.builder(vulkan.device, 77).create());
    }

    @Test
    void shouldHoldAsManyZonesAsWasSaidBeforeItDropsOne() {
        VkGpuCtx ctx = open(builder());
        VkCommandBuffer commands = recording(true);
        int most = GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES;
        for (int i = 0; i < most; i++) {
            ctx.end(ctx.begin(OUTER, commands), commands);
        }
        assertEquals(0, ctx.statistics().droppedZones());
        ctx.end(ctx.begin(OUTER, commands), commands);
        assertEquals(1, ctx.statistics().droppedZones());
        run(commands);
        for (int i = 0; ctx.statistics().outstandingQueries() > 0; i++) {
            assertTrue(i < 100_000, () -> ctx.statistics().toString());
            ctx.collect();
            GpuEvents.flush();
        }

        assertEquals(most, ctx.statistics().zones());
        assertTrue(Profiler.current().statistics(Duration.ofMinutes(1)).losses().droppedGpuZones() >= 1);
    }
}
