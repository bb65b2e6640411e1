package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.Calls.Call;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsTest {
    @Test
    void shouldReadALineForEachCall() {
        assertEquals(
                List.of(new Call("inner", "a b.lua", 3), new Call("outer", "c:d.lua", 0)),
                Calls.parse("inner\ta b.lua:3\nouter\tc:d.lua:0").calls());
        assertEquals(
                List.of(new Call("f in g (h:1)", "C:/a:b.lua", 3), new Call("", "", 0)),
                Calls.parse("f in g (h:1)\tC:/a:b.lua:3\n\t:0").calls());
        assertEquals(List.of(), Calls.parse("").calls());
    }

    @Test
    void shouldTakeOtherLinesForFunctionsOfUnknownPlace() {
        assertEquals(
                List.of(new Call("free text", "", 0), new Call("f", "g", 0)),
                Calls.parse("free text\nf\tg:x").calls());
    }

    @Test
    void shouldLeaveOutCallsBeyondTheLimit() {
        assertEquals(64, Calls.parse("f\n".repeat(70)).calls().size());
    }
}
