package dev.zonecast.agent.methods;

import io.github.dmlloyd.classfile.Annotation;
import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.MethodBuilder;
import io.github.dmlloyd.classfile.TypeKind;
import io.github.dmlloyd.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Methods as zones: weaves them, links their calls, and watches what they cost. Thread-safe.
 *
 * <p>A woven method calls {@code method$ID} at its begin and {@code java.lang.ZonecastMethods.end} at its end. That class is defined there,
 * where every class loader and module sees it, and calls {@code method$begin} and {@code method$end}.
 *
 * <p>The compiler does not put the code of a zone into each woven method: classes of the JVM may forbid it. With it, C2 would take 15 to
 * 20 ms for a method in place of 2, for minutes while the less frequent ones of hundreds have their turn. A call costs 2 ns.
 */
public final class MethodZones {
    /** What the names of our calls begin with. */
    public static final String PREFIX = "method$";

    /** Woven methods, of which an id is kept for good: programs may generate classes without end. */
    private static final int MOST_WOVEN = 200_000;

    /** Methods with a source location; a few are left for the program's other zones. */
    private static final int MOST_LINKED = 30_000;

    /** Loaded classes that are transformed in one pause. */
    private static final int PART = 100;

    private static final String END_RECORDED = "endRecorded";
    private static final MethodTypeDesc BEGIN_TYPE = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_Object);

    /** The JVM obeys it in classes of its own. */
    private static final RuntimeVisibleAnnotationsAttribute NOT_INLINED =
            RuntimeVisibleAnnotationsAttribute.of(Annotation.of(ClassDesc.of("jdk.internal.vm.annotation.DontInline")));

    private final Instrumentation jvm;
    private final DirectMethodHandleDesc bootstrap;
    private final Consumer<String> log;
    private final Runnable onWoven;
    private final Runnable beforeFirstCall;
    private final Map<Integer, WovenMethod> methods = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final AtomicInteger linked = new AtomicInteger();
    private final AtomicBoolean limitLogged = new AtomicBoolean();

    /** Null while methods are no zones. */
    private volatile ZoneWatch watch;

    private MethodWeaver weaver;

    /**
     * Weaves nothing yet.
     *
     * @param bootstrap what the woven {@code invokedynamic} names; it has to come to {@link #link}
     * @param onWoven run for each woven method
     * @param beforeFirstCall run before the first zone of each method
     */
    public MethodZones(
            Instrumentation jvm,
            DirectMethodHandleDesc bootstrap,
            Consumer<String> log,
            Runnable onWoven,
            Runnable beforeFirstCall) {
        this.jvm = jvm;
        this.bootstrap = bootstrap;
        this.log = log;
        this.onWoven = onWoven;
        this.beforeFirstCall = beforeFirstCall;
    }

    /**
     * Defines what woven methods call.
     *
     * @param base may define classes in {@code java.lang}
     */
    public void install(MethodHandles.Lookup base) throws IllegalAccessException {
        Class<?> ignored = base.defineClass(ends(bootstrap));
    }

    /** Weaves classes that are loaded from now on. Without patterns, too: annotated methods are zones. */
    public synchronized void begin(MethodOptions options) {
        weaver = new MethodWeaver(options, bootstrap, this::register, log);
        watch = new ZoneWatch(options, weaver, log);
        // It can be taken back, and it always gets the class without zones.
        jvm.addTransformer(weaver, true);
        if (!options.patterns().isEmpty()) {
            watch.start();
        }
    }

    /**
     * Weaves classes that are loaded already, too. Annotated methods are no zones there, unless a pattern names them.
     *
     * @param options where {@link #begin} was not called, or {@link #end} after it
     */
    public synchronized void addToLoaded(MethodOptions options) {
        if (weaver == null) {
            begin(options);
        }
        if (!options.patterns().isEmpty()) {
            transform(weaver::mayWeave);
        }
    }

    /** Takes all zones out, and gives the classes their own code back. */
    public synchronized void end() {
        if (weaver == null) {
            return;
        }
        MethodWeaver ended = weaver;
        jvm.removeTransformer(ended);
        watch.end();
        watch = null;
        weaver = null;
        transform(ended::hasWoven);
        methods.clear();
        linked.set(0);
    }

    private void transform(Predicate<Class<?>> needed) {
        var classes = new ArrayList<Class<?>>();
        for (Class<?> each : jvm.getAllLoadedClasses()) {
            if (!each.isArray() && !each.isHidden() && needed.test(each) && jvm.isModifiableClass(each)) {
                classes.add(each);
            }
        }
        Retransformation.of(classes, PART, jvm, log);
    }

    /**
     * <pre>
     * static void end(long token) { if (token != 0) endRecorded(token); }
     * &#64;DontInline static void endRecorded(long token) { method$end(token); }
     * &#64;DontInline static long begin(Object location) { return method$begin(location); }
     * </pre>
     */
    private static byte[] ends(DirectMethodHandleDesc bootstrap) {
        return ClassFile.of()
                .build(
                        BodyWeaver.ENDS,
                        type -> type.withVersion(ClassFile.JAVA_21_VERSION, 0)
                                .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                .withMethodBody(
                                        BodyWeaver.END,
                                        BodyWeaver.END_TYPE,
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code -> code.lload(0)
                                                .lconst_0()
                                                .lcmp()
                                                .ifThen(recorded -> recorded.lload(0)
                                                        .invokestatic(
                                                                BodyWeaver.ENDS, END_RECORDED, BodyWeaver.END_TYPE))
                                                .return_())
                                .withMethod(
                                        END_RECORDED,
                                        BodyWeaver.END_TYPE,
                                        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC,
                                        notInlined(DynamicCallSiteDesc.of(
                                                bootstrap, PREFIX + BodyWeaver.END, BodyWeaver.END_TYPE)))
                                .withMethod(
                                        ZoneHooks.BEGIN_RECORDED,
                                        BEGIN_TYPE,
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        notInlined(DynamicCallSiteDesc.of(
                                                bootstrap, PREFIX + ZoneHooks.BEGIN_RECORDED, BEGIN_TYPE))));
    }

    /** A method that passes its one argument on to a call. */
    private static Consumer<MethodBuilder> notInlined(DynamicCallSiteDesc call) {
        MethodTypeDesc type = call.invocationType();
        return method -> method.with(NOT_INLINED)
                .withCode(code -> code.loadLocal(TypeKind.from(type.parameterType(0)), 0)
                        .invokedynamic(call)
                        .return_(TypeKind.from(type.returnType())));
    }

    /** Null if there are too many. */
    private String register(WovenMethod method) {
        if (methods.size() >= MOST_WOVEN) {
            logLimit(MOST_WOVEN, "woven");
            return null;
        }
        onWoven.run();
        int id = ids.incrementAndGet();
        methods.put(id, method);
        return PREFIX + id;
    }

    private void logLimit(int limit, String what) {
        if (limitLogged.compareAndSet(false, true)) {
            log.accept("methods: " + limit + " are " + what + ", further ones are no zones");
        }
    }

    /** The code behind a call of a woven method. */
    public CallSite link(String name) {
        String word = name.substring(PREFIX.length());
        if (word.equals(BodyWeaver.END)) {
            return new ConstantCallSite(ZoneHooks.END);
        }
        if (word.equals(ZoneHooks.BEGIN_RECORDED)) {
            return new ConstantCallSite(ZoneHooks.RECORD);
        }
        WovenMethod method = methods.get(Integer.valueOf(word));
        ZoneWatch watching = watch;
        if (method == null || watching == null) {
            // The agent was switched off while the method ran for the first time.
            return WovenMethod.withoutZone();
        }
        if (linked.get() >= MOST_LINKED) {
            logLimit(MOST_LINKED, "recorded");
            return WovenMethod.withoutZone();
        }
        beforeFirstCall.run();
        if (method.link(ZoneHooks.BEGIN)) {
            linked.incrementAndGet();
            watching.add(method);
        }
        return method.site();
    }
}
