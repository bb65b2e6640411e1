package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProtocolTest {
    /** Numbers of events in each version: section 9.1 of the specification, last row. */
    @Test
    void shouldHaveEachNumberOnceWhenAVersionsTableIsRead() {
        assertNumbers(Protocol.V82, 132);
        assertNumbers(Protocol.V76, 117);
        assertNumbers(Protocol.V74, 115);
        assertNumbers(Protocol.V69, 113);
    }

    private static void assertNumbers(Protocol protocol, int count) {
        Set<Integer> numbers = new HashSet<>();
        for (EventType type : EventType.values()) {
            if (protocol.knows(type)) {
                assertTrue(numbers.add(protocol.code(type) & 0xFF), () -> protocol + " has two events of " + type);
            }
        }
        assertEquals(count, numbers.size());
        assertEquals(
                count - 1, numbers.stream().mapToInt(Integer::intValue).max().getAsInt());
    }

    /** The shifts of section 9.1 stand in the tests' own decoder: two writings of one table must agree. */
    @Test
    void shouldAgreeWithTheTableOfShiftsWhenVersionsAreOlder() {
        for (Protocol protocol : Protocol.ALL) {
            WireNumbers numbers = new WireNumbers(protocol.version());
            for (EventType type : EventType.values()) {
                if (protocol.knows(type)) {
                    assertEquals(
                            Protocol.V82.code(type) & 0xFF,
                            numbers.in82(protocol.code(type)),
                            () -> type + " in version " + protocol);
                    assertEquals(
                            numbers.sizeBytes(Protocol.V82.code(type) & 0xFF),
                            protocol.sizeBytes(type),
                            () -> "size of " + type + " in version " + protocol);
                }
            }
        }
    }

    @Test
    void shouldSpeakFourVersionsAndNoOther() {
        for (int version = 0; version < 256; version++) {
            Protocol protocol = Protocol.ofVersion(version);
            if (Set.of(69, 74, 76, 82).contains(version)) {
                assertEquals(version, protocol.version());
            } else {
                assertNull(protocol);
            }
        }
        assertNull(Protocol.ofVersion(-1));
    }

    @Test
    void shouldLackWhatCameLaterWhenVersionsAreOlder() {
        assertFalse(Protocol.V76.knows(EventType.SINGLE_STRING_DATA_8));
        assertFalse(Protocol.V76.knows(EventType.SECTION_ENTER));
        assertFalse(Protocol.V74.knows(EventType.GPU_ZONE_ANNOTATION));
        assertFalse(Protocol.V69.knows(EventType.MEM_DISCARD));
        assertEquals(20, Protocol.V69.sizeBytes(EventType.CONTEXT_SWITCH));
        assertEquals(9, Protocol.V76.sizeBytes(EventType.MESSAGE));
    }
}
