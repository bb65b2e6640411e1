package dev.zonecast.agent.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * A program with methods of very different rates. A method's number of calls in 100 ms of processor time of the program itself is its
     * place in {@code rates}.
     */
    private final class Program {
        final Throttle throttle = new Throttle(0.03);
        final Map<WovenMethod, Long> rates = new LinkedHashMap<>();

        /** A few methods have most of the calls, as in an engine. */
        void load(int methods, long mostCalls) throws ReflectiveOperationException {
            for (int i = 1; i <= methods; i++) {
                WovenMethod method = method("m" + i);
                rates.put(method, Math.max(1, mostCalls / i / i));
                throttle.add(method);
            }
        }

        /** Runs with zones, at a speed. Returns how many methods went. */
        int look(double speed) throws Throwable {
            double share = share(speed);
            double own = LOOK_NANOS * (1 - share);
            for (Map.Entry<WovenMethod, Long> each : rates.entrySet()) {
                call(each.getKey(), Math.round(each.getValue() * speed * own / LOOK_NANOS));
            }
            List<Throttle.Offender> gone = throttle.decide(LOOK_NANOS, LOOK_NANOS, ZONE_NANOS);
            gone.forEach(each -> rates.remove(each.method()));
            return gone.size();
        }

        /** Of the processor time, in zones. */
        double share(double speed) {
            double zones = speed
                    * ZONE_NANOS
                    * rates.values().stream().mapToLong(Long::longValue).sum();
            return zones / (LOOK_NANOS + zones);
        }
    }

    @Test
    void anEngineIsWithinTheBudgetAfterASecondAndStaysWhileItBecomesFaster() throws Throwable {
        var program = new Program();
        program.load(4_552, 500_000);
        double speed = 1;
        assertTrue(program.share(speed) > 0.4);
        for (int look = 1; look <= 200; look++) {
            program.look(speed);
            if (look >= 10) {
                assertTrue(program.share(speed) <= 0.03, "look " + look + ": " + program.share(speed));
            }
            speed = Math.min(2.5, speed * 1.01);
        }
        assertEquals(program.share(speed), program.throttle.share(), 0.002);
        assertTrue(program.throttle.size() > 4_000, program.throttle.size() + " are zones");
    }

    @Test
    void aPartThatIsLoadedLaterIsWithinTheBudgetAfterASecond() throws Throwable {
        var program = new Program();
        program.load(1_000, 1_000);
        for (int look = 0; look < 600; look++) {
            assertEquals(0, program.look(1));
        }
        program.load(500, 500_000);
        for (int look = 0; look < 10; look++) {
            program.look(1);
        }
        assertTrue(program.share(1) <= 0.03, program.share(1) + " of the time");
    }

    @Test
    void methodsGoInOneBatchWhileAProgramBecomesFaster() throws Throwable {
        var program = new Program();
        program.load(1_000, 100_000);
        int batches = 0;
        for (double speed = 1; speed < 3; speed *= 1.02) {
            batches += program.look(speed) > 0 ? 1 : 0;
        }
        assertTrue(batches <= 1, batches + " batches");
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
        // Of 100 ms, 3 % are 3 ms: 30,000 zones, and they are brought down to 9,000.
        int[] calls = {4_000, 1_000_000, 3_500, 300_000, 1_000};
        for (int i = 0; i < calls.length; i++) {
            call(methods.get(i), calls[i]);
        }
        // The zones take 131 of 232 ms, so the program itself takes 101.
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
