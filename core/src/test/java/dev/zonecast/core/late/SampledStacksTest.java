package dev.zonecast.core.late;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.SampledCall;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.registry.TableLimit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampledStacksTest {
    private final TableLimit limit = TableLimit.apart("sampled stacks", 5);
    private final SampledStacks stacks = new SampledStacks(10, limit);

    private static CallStack.Call call(String function, int line) {
        return new CallStack.Call(function, "A.java", line);
    }

    @Test
    void shouldGiveTheSameStackForEqualOnes() {
        SampledStack first = stacks.intern(List.of(call("f", 1), call("main", 9)));

        assertSame(first, stacks.intern(List.of(call("f", 1), call("main", 9))));
        assertNotSame(first, stacks.intern(List.of(call("f", 2), call("main", 9))));
    }

    @Test
    void shouldGivePlacesOfAFunctionOneFunctionId() {
        SampledCall one = stacks.intern(List.of(call("f", 1))).calls().getFirst();
        SampledCall two = stacks.intern(List.of(call("f", 2))).calls().getFirst();

        assertEquals(one.functionId(), two.functionId());
        assertNotEquals(one.id(), two.id());
        assertSame(one, stacks.callOfFunction(two.functionId()));
        assertSame(two, stacks.call(two.id()));
        assertNull(stacks.call(0));
        assertNull(stacks.call(Long.MAX_VALUE));
        assertNull(stacks.callOfFunction(99));
    }

    @Test
    void shouldGiveOneStackForAllThatAreBeyondTheLimits() {
        List<SampledStack> found = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            found.add(stacks.intern(List.of(call("f", i))));
        }

        assertSame(found.get(15), found.get(19));
        assertEquals(
                "(too many different stacks)",
                found.getLast().calls().getFirst().call().function());
        // One of the five places is that of the stack for the others.
        assertEquals(16, limit.refused());
        assertSame(found.getFirst(), stacks.intern(List.of(call("f", 0))));
    }

    @Test
    void shouldCutADeepStackAndNameAnEmptyOne() {
        SampledStacks roomy = new SampledStacks(1000, TableLimit.apart("sampled stacks", 1000));
        List<CallStack.Call> deep = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            deep.add(call("f", i));
        }

        assertEquals(CallStack.MAX_CALLS, roomy.intern(deep).calls().size());
        assertEquals(
                "(no stack)", roomy.intern(List.of()).calls().getFirst().call().function());
    }
}
