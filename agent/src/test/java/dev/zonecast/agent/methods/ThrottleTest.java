package dev.zonecast.agent.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final long LOOK_NANOS = 100_000_000;
    private static final double ZONE_NANOS = 100;

    @SuppressWarnings("UnusedMethod") // Called by a method handle.
    private static long calls(WovenMethod.Constants method, long[] more) {
        method.calls()[WovenMethod.CALLS] += more[0];
        return 1;
    }

    private final long[] more = new long[1];

    private WovenMethod method(String name) throws ReflectiveOperationException {
        MethodHandle count = MethodHandles.insertArguments(
                MethodHandles.lookup()
                        .findStatic(
                                ThrottleTest.class,
                                "calls",
                                MethodType.methodType(long.class, WovenMethod.Constants.class, long[].class)),
                1,
                (Object) more);
        var method = new WovenMethod(name, ZonedMark.NONE, "Game.java", 1, "game.jar");
        assertTrue(method.link(count));
        return method;
    }

    private void call(WovenMethod method, long times) throws Throwable {
        more[0] = times;
        long _ = (long) method.site().getTarget().invokeExact();
    }

    private static List<String> names(List<Throttle.Offender> offenders) {
        return offenders.stream().map(each -> each.method().toString()).toList();
    }

    @Test
    void theLargestGoUntilTheRestFits() throws Throwable {
        var throttle = new Throttle(0.03);
        var methods = new ArrayList<WovenMethod>();
        for (int i = 0; i < 5; i++) {
            WovenMethod method = method("m" + i);
            throttle.add(method);
            methods.add(method);
        }
        // Of 100 ms, 3 % are 3 ms: 30,000 zones, and they are brought down to 21,000.
        int[] calls = {10_000, 1_000_000, 9_000, 300_000, 1_000};
        for (int i = 0; i < calls.length; i++) {
            call(methods.get(i), calls[i]);
        }
        // The zones take 132 of 232 ms, so the program itself takes 100.
        List<Throttle.Offender> gone = throttle.decide(LOOK_NANOS, 232_000_000, ZONE_NANOS);
        assertEquals(List.of("m1", "m3"), names(gone));
        assertEquals(10_000_000, gone.getFirst().callsPerSecond());
        assertEquals(List.of(), throttle.decide(LOOK_NANOS, 100_000_000, ZONE_NANOS));
    }

    @Test
    void aShortBurstTakesNothingOut() throws Throwable {
        var throttle = new Throttle(0.03);
        WovenMethod method = method("m");
        throttle.add(method);
        for (int i = 0; i < 100; i++) {
            assertEquals(List.of(), throttle.decide(LOOK_NANOS, LOOK_NANOS, ZONE_NANOS));
        }
        // Six percent of one look.
        call(method, 60_000);
        assertEquals(List.of(), throttle.decide(LOOK_NANOS, LOOK_NANOS, ZONE_NANOS));
    }

    @Test
    void aLastingExcessTakesItOut() throws Throwable {
        var throttle = new Throttle(0.03);
        WovenMethod method = method("m");
        throttle.add(method);
        for (int i = 0; i < 100; i++) {
            call(method, 60_000);
            if (!throttle.decide(LOOK_NANOS, LOOK_NANOS, ZONE_NANOS).isEmpty()) {
                return;
            }
        }
        throw new AssertionError("still there");
    }

    @Test
    void callsThatWereNotRecordedCostNothing() throws Throwable {
        var throttle = new Throttle(0.03);
        WovenMethod method = method("m");
        throttle.add(method);
        call(method, 10_000_000);
        throttle.skip();
        assertEquals(List.of(), throttle.decide(LOOK_NANOS, LOOK_NANOS, ZONE_NANOS));
    }

    @Test
    void noBudgetIsNoLimit() throws Throwable {
        var throttle = new Throttle(1);
        WovenMethod method = method("m");
        throttle.add(method);
        call(method, 10_000_000);
        assertEquals(List.of(), throttle.decide(LOOK_NANOS, LOOK_NANOS, ZONE_NANOS));
    }
}
