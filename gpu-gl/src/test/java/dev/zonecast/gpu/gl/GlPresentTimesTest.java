package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.gpu.contract.GpuEvents;
import dev.zonecast.core.gpu.contract.Told;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.gpu.gl.HeadlessContext.Api;
import dev.zonecast.gpu.gl.window.WindowSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;

/** With a driver that is played function by function: Mesa's software driver does not have the extension. */
@EnabledForJreRange(min = JRE.JAVA_22) // The driver is functions of java.lang.foreign.
@EnabledOnOs(OS.LINUX)
class GlPresentTimesTest {
    private static final int DISPLAY = 5;

    private final PlayedGlx driver = new PlayedGlx();

    @BeforeEach
    void beginTheFirstFrame() {
        Frame.mark();
    }

    @AfterEach
    void noCallWaited() {
        driver.close();
        assertEquals(List.of(), driver.waits);
    }

    private GlPresentTimes times() {
        GlPresentTimes times = GlPresentTimes.of(DISPLAY, driver);
        assertTrue(times.isAvailable());
        return times;
    }

    /** A frame of a program. Returns its number. */
    private static long frame(GlPresentTimes times) {
        long number = Frame.number();
        times.beforeSwap();
        Frame.mark();
        return number;
    }

    private static void frames(int count, GlPresentTimes times) {
        for (int i = 0; i < count; i++) {
            frame(times);
        }
    }

    /** When displays showed frames: {@code frame@micros}. */
    private static List<String> shown(Told.Work work) throws Exception {
        List<String> shown = new ArrayList<>();
        Told.by(work, event -> {
            if (event instanceof FrameEvent e && e.kind() == EventKind.FRAME_VSYNC) {
                assertEquals(DISPLAY, e.display());
                shown.add(line(e.number(), e.nanos() / 1_000));
            }
        });
        return shown;
    }

    private static String line(long frame, long micros) {
        return frame + "@" + micros;
    }

    @Test
    void shouldReportEachFrameOnceItsSwapIsComplete() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();

        List<String> shown = shown(() -> {
            for (int swap = 1; swap <= 40; swap++) {
                long frame = frame(times);
                expected.add(line(frame, driver.complete(swap)));
            }
            frame(times);
            // Nothing new.
            frame(times);
        });

        assertEquals(expected, shown);
    }

    @Test
    void shouldFindTheFrameOfASwapThatCompletesLater() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();

        List<String> shown = shown(() -> {
            long first = frame(times);
            frames(2, times);
            for (int swap = 1; swap <= 20; swap++) {
                expected.add(line(first + swap - 1, driver.complete(swap)));
                frame(times);
            }
        });

        assertEquals(expected, shown);
    }

    @Test
    void shouldReportTheLastOfSwapsThatCompleteTogether() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();

        List<String> shown = shown(() -> {
            long first = frame(times);
            frames(4, times);
            expected.add(line(first + 3, driver.complete(4)));
            frame(times);
            expected.add(line(first + 5, driver.complete(6)));
            frame(times);
        });

        assertEquals(expected, shown);
    }

    @Test
    void shouldCountATimeThatCannotBe() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();
        GpuEvents.flush();
        long wrongCalls = Zonecast.statistics().wrongCalls();

        List<String> shown = shown(() -> {
            frame(times);
            driver.completeAt(1, System.nanoTime() / 1_000 + TimeUnit.HOURS.toMicros(1));
            frame(times);
            driver.completeAt(2, System.nanoTime() / 1_000 - TimeUnit.HOURS.toMicros(1));
            frame(times);
            driver.completeAt(3, 0);
            frame(times);
            driver.completeAt(4, Long.MAX_VALUE);
            long last = frame(times);
            expected.add(line(last, driver.complete(5)));
            frame(times);
        });

        assertEquals(expected, shown);
        // The figures are those of a flush at least, however late the collector is.
        GpuEvents.flush();
        assertEquals(wrongCalls + 4, Zonecast.statistics().wrongCalls());
    }

    @Test
    void shouldAskNoMoreAfterTheDriverDidNotAnswer() throws Exception {
        GlPresentTimes times = times();

        List<String> shown = shown(() -> {
            frame(times);
            driver.complete(1);
            driver.answers = false;
            frames(3, times);
            driver.answers = true;
            frame(times);
        });

        assertEquals(List.of(), shown);
        assertFalse(times.isAvailable());
        assertEquals(2, driver.questions);
    }

    @Test
    void shouldHaveNoTimesOfAWindowThatHadSwapsBefore() throws Exception {
        GlPresentTimes times = times();
        driver.complete(100);

        List<String> shown = shown(() -> {
            for (int swap = 101; swap <= 110; swap++) {
                frame(times);
                driver.complete(swap);
            }
        });

        assertEquals(List.of(), shown);
        assertEquals(1, driver.questions);
        assertTrue(times.isAvailable());
    }

    @Test
    void shouldHaveNoMoreTimesAfterASwapThatItWasNotToldOf() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();

        List<String> shown = shown(() -> {
            long first = frame(times);
            expected.add(line(first, driver.complete(1)));
            frame(times);
            driver.complete(3);
            frames(2, times);
        });

        assertEquals(expected, shown);
        assertEquals(3, driver.questions);
    }

    @Test
    void shouldCountAnewWithTheDriver() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();

        List<String> shown = shown(() -> {
            long first = frame(times);
            expected.add(line(first, driver.complete(1)));
            frames(3, times);
            driver.countAnew();
            long again = frame(times);
            frame(times);
            expected.add(line(again, driver.complete(1)));
            frame(times);
            expected.add(line(again + 1, driver.complete(2)));
            frame(times);
        });

        assertEquals(expected, shown);
    }

    /** A picture of the start, then another thread draws. */
    @Test
    void shouldCountAnewOnAnotherThreadBeforeTheFirstSwapIsComplete() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();

        List<String> shown = shown(() -> {
            frame(times);
            driver.countAnew();
            Thread drawing = Thread.ofPlatform().start(() -> {
                long first = frame(times);
                expected.add(line(first, driver.complete(1)));
                frame(times);
            });
            drawing.join();
        });

        assertEquals(expected, shown);
    }

    @Test
    void shouldNoticeAnotherThreadWhileNobodyListens() throws Exception {
        GlPresentTimes times = times();
        frame(times);
        driver.countAnew();
        Thread drawing = Thread.ofPlatform().start(() -> frames(2, times));
        drawing.join();
        List<String> expected = new ArrayList<>();

        List<String> shown = shown(() -> {
            expected.add(line(Frame.number() - 1, driver.complete(2)));
            Thread.ofPlatform().start(() -> frame(times)).join();
        });

        assertEquals(expected, shown);
    }

    @Test
    void shouldStopIfNoSwapCompletes() throws Exception {
        GlPresentTimes times = times();

        List<String> shown = shown(() -> frames(4 * GlPresentTimes.KEPT, times));

        assertEquals(List.of(), shown);
        assertEquals(GlPresentTimes.KEPT + 1, driver.questions);
    }

    @Test
    void shouldBeginAnotherCountWithAnotherWindow() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();

        List<String> shown = shown(() -> {
            frames(3, times);
            driver.complete(3);
            driver.window = 8;
            driver.countAnew();
            long first = frame(times);
            expected.add(line(first, driver.complete(1)));
            frame(times);
            driver.window = 0;
            frame(times);
        });

        assertEquals(expected, shown);
    }

    @Test
    void shouldCountWithoutAQuestionWhileNobodyListens() throws Exception {
        GlPresentTimes times = times();
        List<String> expected = new ArrayList<>();
        frames(50, times);
        int questions = driver.questions;

        List<String> shown = shown(() -> {
            expected.add(line(Frame.number() - 2, driver.complete(49)));
            long last = frame(times);
            expected.add(line(last, driver.complete(51)));
            frame(times);
        });

        assertEquals(1, questions, "the window's first swap");
        assertEquals(expected, shown);
    }

    @Test
    void shouldTellWhatIsMissing() {
        assertNull(new GlxSyncControl(driver).problem());

        driver.hasExtension = false;
        assertEquals("the driver does not have it", new GlxSyncControl(driver).problem());
        assertFalse(GlPresentTimes.of(DISPLAY, driver).isAvailable());

        driver.context = 0;
        assertEquals("no context of GLX is current on this thread", new GlxSyncControl(driver).problem());
        driver.connection = 0;
        assertEquals("no context of GLX is current on this thread", new GlxSyncControl(driver).problem());
        assertEquals("no context of GLX is current on this thread", new GlxSyncControl(name -> 0).problem());
    }

    @Test
    void shouldDoNothingWithAContextOfEglAndWithoutAny() {
        assertFalse(GlPresentTimes.ofCurrent(DISPLAY).isAvailable());
        try (HeadlessContext ignored = new HeadlessContext(Api.OPENGL)) {
            assertEquals(
                    "no context of GLX is current on this thread", new GlxSyncControl(WindowSystem.glx()).problem());
            GlPresentTimes times = GlPresentTimes.ofCurrent(DISPLAY);
            assertFalse(times.isAvailable());
            frames(2, times);
        }
    }
}
