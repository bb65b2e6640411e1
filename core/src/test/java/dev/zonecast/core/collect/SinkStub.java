package dev.zonecast.core.collect;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Sinks made of one rule for all calls. */
final class SinkStub {
    /** What to do at a call; the name is that of {@link EventSink}'s method. */
    interface Rule {
        void called(String method, Object[] arguments) throws Exception;
    }

    private SinkStub() {}

    static EventSink of(String description, Rule rule) {
        return (EventSink) Proxy.newProxyInstance(
                SinkStub.class.getClassLoader(),
                new Class<?>[] {EventSink.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "description" -> description;
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    case "toString" -> description;
                    // A rule sees each begin and each end.
                    case "zones" -> InvocationHandler.invokeDefault(proxy, method, arguments);
                    default -> {
                        rule.called(method.getName(), arguments);
                        yield null;
                    }
                });
    }

    /** Passes calls on to another sink, after the rule. */
    static EventSink before(EventSink next, Rule rule) {
        return of(next.description(), (method, arguments) -> {
            rule.called(method, arguments);
            for (var candidate : EventSink.class.getMethods()) {
                if (candidate.getName().equals(method) && fits(candidate.getParameterTypes(), arguments)) {
                    try {
                        candidate.invoke(next, arguments);
                    } catch (InvocationTargetException e) {
                        throw new IllegalStateException(e.getCause());
                    }
                    return;
                }
            }
            throw new IllegalStateException(method);
        });
    }

    private static boolean fits(Class<?>[] types, Object[] arguments) {
        int count = arguments == null ? 0 : arguments.length;
        if (types.length != count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!java.lang.invoke.MethodType.methodType(types[i])
                    .wrap()
                    .returnType()
                    .isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }

    /** Counts calls by method. */
    static final class Counts implements Rule {
        private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

        @Override
        public void called(String method, Object[] arguments) {
            counts.computeIfAbsent(method, m -> new AtomicLong()).incrementAndGet();
        }

        long of(String method) {
            AtomicLong count = counts.get(method);
            return count == null ? 0 : count.get();
        }
    }
}
