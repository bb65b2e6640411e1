package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;

class GuardedHooksTest {
    private static Object seen;

    /** Hooks of calls on the CPU alone, as Vulkan's. */
    public static class BaseHooks {
        BaseHooks() {}

        public static long waitBegin() {
            return 7;
        }
    }

    /** As a library's hooks are. */
    @SuppressWarnings("DoNotCallSuggester")
    public static final class TestHooks extends BaseHooks {
        private TestHooks() {}

        public static long drawBegin(int kind, long count, Object names) {
            seen = names;
            return kind + count;
        }

        public static long drawBegin(long count) {
            throw new IllegalStateException("a defect of a hook");
        }

        public static void end(long token) {
            throw new StackOverflowError();
        }
    }

    private static final Class<?> GUARDED = new GuardedHooks().get(TestHooks.class);

    private static MethodHandle hook(String name, Class<?> result, Class<?>... types)
            throws ReflectiveOperationException {
        return MethodHandles.publicLookup().findStatic(GUARDED, name, MethodType.methodType(result, types));
    }

    @Test
    void shouldCallTheHook() throws Throwable {
        long token = (long) hook("drawBegin", long.class, int.class, long.class, Object.class)
                .invokeExact(3, 40L, (Object) "names");

        assertEquals(43, token);
        assertSame("names", seen);
    }

    /** As where two threads link hooks at once. */
    @Test
    void shouldBeTheSameClassWhenItIsMadeTwice() {
        assertSame(GUARDED, new GuardedHooks().get(TestHooks.class));
    }

    @Test
    void shouldHaveTheHooksOfTheSuperclass() throws Throwable {
        assertEquals(7, (long) hook("waitBegin", long.class).invokeExact());
    }

    @Test
    void shouldCountWhatAHookThrows() throws Throwable {
        int before = HookFailures.count();

        long token = (long) hook("drawBegin", long.class, long.class).invokeExact(1L);
        hook("end", void.class, long.class).invokeExact(1L);

        assertEquals(0, token);
        assertEquals(before + 2, HookFailures.count());
    }
}
