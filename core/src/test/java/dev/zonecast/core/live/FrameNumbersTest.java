package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** By section 7 of the specification: the viewer's index is number - offset + 1, the session's first frame 2, its first mark 3. */
class FrameNumbersTest {
    private static long index(FrameNumbers numbers, long frame) {
        return numbers.ofImage(frame) - numbers.offset() + 1;
    }

    @Test
    void shouldLandOnTheFrameOfEachMarkWhenSessionBeginsWithTheProgram() {
        FrameNumbers numbers = new FrameNumbers(0);

        assertEquals(2, index(numbers, 0));
        numbers.marked(1);
        assertEquals(3, index(numbers, 1));
        numbers.marked(2);
        numbers.marked(3);
        assertEquals(5, index(numbers, 3));
    }

    @Test
    void shouldLandOnTheFrameOfEachMarkWhenSessionBeginsLate() {
        FrameNumbers numbers = new FrameNumbers(1000);

        assertEquals(2, index(numbers, 1000), "the frame that is on when the viewer connects");
        numbers.marked(1001);
        assertEquals(3, index(numbers, 1001));
        assertEquals(4, index(numbers, 1002), "its mark comes later");
        assertEquals(999, numbers.offset());
    }

    @Test
    void shouldSendNoneWhenFrameWasBeforeTheSession() {
        FrameNumbers numbers = new FrameNumbers(1000);

        assertEquals(FrameNumbers.NONE, numbers.ofImage(999));
        assertEquals(FrameNumbers.NONE, numbers.ofImage(0));
    }

    @Test
    void shouldFollowWhenMarksWereLost() {
        FrameNumbers numbers = new FrameNumbers(10);
        numbers.marked(11);
        numbers.marked(15);

        assertEquals(4, index(numbers, 15));
        numbers.marked(16);
        assertEquals(5, index(numbers, 16));
    }

    @Test
    void shouldLandOnItsFrameWhenALaterMarkIsLostBeforeTheImageComes() {
        FrameNumbers numbers = new FrameNumbers(10);
        numbers.marked(11);
        numbers.marked(12);
        numbers.marked(15);

        assertEquals(4, index(numbers, 12));
        assertEquals(5, index(numbers, 15));
    }

    @Test
    void shouldLandOnTheFrameBeforeWhenItsOwnMarkIsLost() {
        FrameNumbers numbers = new FrameNumbers(10);
        numbers.marked(11);
        numbers.marked(12);
        numbers.marked(15);
        numbers.marked(16);
        numbers.marked(18);

        assertEquals(4, index(numbers, 14), "for the viewer it is frame 12");
        assertEquals(6, index(numbers, 17), "for the viewer it is frame 16");
        assertEquals(7, index(numbers, 18));
    }

    @Test
    void shouldKeepFewShiftsWhenMarksAreLostAllTheTime() {
        FrameNumbers numbers = new FrameNumbers(0);
        for (int number = 1; number < 20_000; number += 2) {
            numbers.marked(number);
        }

        assertEquals(FrameNumbers.NONE, numbers.ofImage(1));
        assertEquals(10_002, index(numbers, 19_999));
    }

    @Test
    void shouldLeaveOutMarksOfBeforeTheSession() {
        FrameNumbers numbers = new FrameNumbers(10);

        assertFalse(numbers.marked(9));
        assertFalse(numbers.marked(10));
        assertTrue(numbers.marked(11));
        assertEquals(3, index(numbers, 11));
    }

    @Test
    void shouldNeverSendTwoForOneFrameOfTheViewer() {
        FrameNumbers numbers = new FrameNumbers(10);
        numbers.marked(11);
        assertEquals(3, index(numbers, 11));
        numbers.marked(13);

        assertEquals(FrameNumbers.NONE, numbers.ofImage(12), "its mark was lost: for the viewer it is frame 11");
        assertEquals(4, index(numbers, 13));
        assertEquals(FrameNumbers.NONE, numbers.ofImage(13));
    }

    @Test
    void shouldSendNoneWhenNumberDoesNotFit() {
        assertEquals(FrameNumbers.NONE, new FrameNumbers(1L << 32).ofImage(1L << 33));
    }
}
