package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.zonecast.core.CallStack;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallStackTest {
    private static final CallStack TWO =
            new CallStack(List.of(new CallStack.Call("bite", "wolf.lua", 12), new CallStack.Call("", "", 0)));

    @Test
    void shouldComeBackAsItWasWhenEncodedAndDecoded() {
        assertEquals(TWO, StackText.read(StackText.of(TWO)));
        assertEquals(new CallStack(List.of()), StackText.read(""));
    }

    @Test
    void shouldLeaveOutACallThatWasCut() {
        String encoded = StackText.of(TWO);

        assertEquals(
                new CallStack(TWO.calls().subList(0, 1)), StackText.read(encoded.substring(0, encoded.length() - 1)));
    }

    @Test
    void shouldKeepTheInnermostCallsWhenThereAreTooMany() {
        List<CallStack.Call> calls = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            calls.add(new CallStack.Call("f", "file", i));
        }

        CallStack stack = new CallStack(calls);

        assertEquals(CallStack.MAX_CALLS, stack.calls().size());
        assertEquals(1, stack.calls().getFirst().line());
    }

    @Test
    void shouldStayOnOneLineWhateverNamesThereAre() {
        CallStack.Call call = new CallStack.Call("a\tb\nc", "d\r\ne", -7);

        assertEquals(new CallStack.Call("a b c", "d  e", 0), call);
        CallStack stack = new CallStack(List.of(call));
        assertEquals(stack, StackText.read(StackText.of(stack)));
    }

    @Test
    void shouldReadAsALineACall() {
        assertEquals("call stack:\nwolf.lua:12 in bite\n in ", TWO.toString());
    }

    @Test
    void shouldRefuseNothing() {
        assertThrows(NullPointerException.class, () -> new CallStack.Call(null, "f", 1));
        assertThrows(NullPointerException.class, () -> new CallStack(null));
    }

    @Test
    void shouldBeALineACallInARecording() {
        CallStack odd = new CallStack(
                List.of(new CallStack.Call("f in g (h:1)", "C:/a:b.lua", 3), new CallStack.Call("", "", 0)));

        assertEquals("f in g (h:1)\tC:/a:b.lua:3\n\t:0", odd.text());
        assertEquals("", new CallStack(List.of()).text());
    }

    @Test
    void shouldTellWhereAThrowableWasMade() {
        CallStack stack = CallStack.of(new IllegalStateException());

        CallStack.Call first = stack.calls().getFirst();
        assertEquals(CallStackTest.class.getName() + ".shouldTellWhereAThrowableWasMade", first.function());
        assertEquals("CallStackTest.java", first.file());
    }
}
