package dev.zonecast.agent.methods;

import io.github.dmlloyd.classfile.Attributes;
import io.github.dmlloyd.classfile.ClassBuilder;
import io.github.dmlloyd.classfile.ClassElement;
import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.ClassModel;
import io.github.dmlloyd.classfile.ClassTransform;
import io.github.dmlloyd.classfile.CodeModel;
import io.github.dmlloyd.classfile.MethodModel;
import io.github.dmlloyd.classfile.MethodTransform;
import io.github.dmlloyd.classfile.attribute.CodeAttribute;
import io.github.dmlloyd.classfile.attribute.LineNumberInfo;
import io.github.dmlloyd.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Puts zones around the bodies of chosen methods when their classes are loaded. A class that cannot be woven stays as it is, and so does a
 * method that would become too large. Both are counted.
 *
 * <p>Abstract, native, synthetic and bridge methods and static initialisers are no zones. Classes of the JDK and of Zonecast are not woven.
 *
 * <p>Thread-safe.
 */
final class MethodWeaver implements ClassFileTransformer {
    private static final String LAMBDA = "lambda$";

    /** Of Zonecast, where the program has it: the profiler would call itself. */
    private static final Set<String> OWN_PACKAGES = Set.of(
            "agent",
            "capture",
            "core",
            "flight",
            "framecapture",
            "fxt",
            "gpu",
            "jvm",
            "lua",
            "lwjgl",
            "memory",
            "tracy");

    private static final String OWN = "dev/zonecast/";
    private static final String COMPRESSION = "net/jpountz/";

    private final MethodOptions options;
    private final DirectMethodHandleDesc bootstrap;
    private final Function<WovenMethod, String> register;
    private final Consumer<String> log;
    private final AtomicInteger classes = new AtomicInteger();
    private final AtomicInteger methods = new AtomicInteger();
    private final AtomicInteger tooLarge = new AtomicInteger();
    private final AtomicInteger tooOld = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    /** Names of classes that have zones. */
    private final Set<String> woven = ConcurrentHashMap.newKeySet();

    /** @param register keeps a woven method, and gives the name of its begin; null if there are too many */
    MethodWeaver(
            MethodOptions options,
            DirectMethodHandleDesc bootstrap,
            Function<WovenMethod, String> register,
            Consumer<String> log) {
        this.options = options;
        this.bootstrap = bootstrap;
        this.register = register;
        this.log = log;
    }

    /** What was left as it is, or null. */
    String leftOut() {
        if (tooLarge.get() + tooOld.get() + failures.get() == 0) {
            return null;
        }
        return methods + " methods of " + classes + " classes are zones. Left as they are: " + tooLarge
                + " methods that are too large, " + tooOld + " classes for Java 6 or older, " + failures
                + " classes that cannot be woven";
    }

    /** True of a loaded class whose methods may be chosen by a pattern. */
    boolean mayWeave(Class<?> type) {
        return options.patterns().mayMatch(type.getName())
                && isPrograms(type.getClassLoader(), type.getName().replace('.', '/'));
    }

    /** True of a loaded class that has zones. */
    boolean hasWoven(Class<?> type) {
        return woven.contains(type.getName());
    }

    private static boolean isPrograms(ClassLoader loader, String name) {
        return ProgramClasses.areOf(loader) && !isOwn(name);
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (name == null || !isPrograms(loader, name)) {
            return null;
        }
        try {
            String className = name.replace('/', '.');
            return options.patterns().mayMatch(className) || ZonedMark.mayBeIn(bytes)
                    ? weave(className, Owner.of(module, domain), bytes)
                    : null;
        } catch (RuntimeException | LinkageError e) {
            if (failures.getAndIncrement() == 0) {
                log.accept("a class has no zones, " + name + " (later ones are counted only): " + e);
            }
            return null;
        }
    }

    private static boolean isOwn(String name) {
        if (!name.startsWith(OWN)) {
            return name.startsWith(COMPRESSION);
        }
        int end = name.indexOf('/', OWN.length());
        return end > 0 && OWN_PACKAGES.contains(name.substring(OWN.length(), end));
    }

    /** Null if no method is chosen. */
    byte[] weave(String className, String owner, byte[] bytes) {
        ClassFile file = BodyWeaver.classFile();
        ClassModel model = file.parse(bytes);
        Map<MethodModel, ZonedMark> chosen = chosen(className, model);
        if (chosen.isEmpty()) {
            return null;
        }
        if (!ProgramClasses.hasInvokedynamic(model.majorVersion())) {
            tooOld.incrementAndGet();
            return null;
        }
        byte[] woven = weave(file, model, chosen, owner);
        Set<String> invalid = needsMoreStack(file, model, woven);
        if (!invalid.isEmpty()) {
            chosen.keySet().removeIf(method -> invalid.contains(key(method)));
            tooLarge.addAndGet(invalid.size());
            woven = weave(file, model, chosen, owner);
        }
        if (!chosen.isEmpty()) {
            this.woven.add(className);
            classes.incrementAndGet();
            methods.addAndGet(chosen.size());
        }
        return woven;
    }

    private Map<MethodModel, ZonedMark> chosen(String className, ClassModel model) {
        var chosen = new HashMap<MethodModel, ZonedMark>();
        for (MethodModel method : model.methods()) {
            CodeModel code = method.code().orElse(null);
            if (code == null) {
                continue;
            }
            ZonedMark mark = choose(className, method);
            if (mark == null || isTooShort(mark, (CodeAttribute) code)) {
                continue;
            }
            if (!ProgramClasses.hasInvokedynamic(model.majorVersion()) || BodyWeaver.fits((CodeAttribute) code)) {
                chosen.put(method, mark);
            } else {
                tooLarge.incrementAndGet();
            }
        }
        return chosen;
    }

    /** A zone of such a method would show its own cost. The throttle would take most of them out, for which all callers are compiled anew. */
    private boolean isTooShort(ZonedMark mark, CodeAttribute code) {
        return mark == ZonedMark.NONE && options.budget() < 1 && BodyWeaver.isShort(code);
    }

    /** Null if the method is no zone. */
    private ZonedMark choose(String className, MethodModel method) {
        String name = method.methodName().stringValue();
        boolean lambda = name.startsWith(LAMBDA);
        if (name.equals(ConstantDescs.CLASS_INIT_NAME)
                || ((method.flags().flagsMask() & ClassFile.ACC_SYNTHETIC) != 0 && !lambda)) {
            return null;
        }
        ZonedMark mark = ZonedMark.of(method);
        if (!options.patterns().choose(className, shown(name), mark != null)) {
            return null;
        }
        if (mark != null) {
            return mark;
        }
        boolean wanted = lambda ? options.lambdas() : !BodyWeaver.isConstructor(method) || options.constructors();
        return wanted ? ZonedMark.NONE : null;
    }

    private byte[] weave(ClassFile file, ClassModel model, Map<MethodModel, ZonedMark> chosen, String owner) {
        return file.transformClass(model, new ClassTransform() {
            @Override
            public void accept(ClassBuilder builder, ClassElement element) {
                String begin = element instanceof MethodModel method && chosen.containsKey(method)
                        ? register.apply(describe(model, method, chosen.get(method), owner))
                        : null;
                if (begin == null) {
                    builder.with(element);
                    return;
                }
                MethodModel method = (MethodModel) element;
                CodeAttribute code = (CodeAttribute) method.code().orElseThrow();
                builder.transformMethod(
                        method, MethodTransform.transformingCode(new BodyWeaver(method, code, begin, bootstrap)));
            }
        });
    }

    private static WovenMethod describe(ClassModel model, MethodModel method, ZonedMark mark, String owner) {
        String type = model.thisClass().asInternalName();
        String name = method.methodName().stringValue();
        String shown = type.substring(type.lastIndexOf('/') + 1) + "." + shown(name);
        boolean lambda = mark.name().isEmpty() && name.startsWith(LAMBDA);
        return new WovenMethod(
                shown,
                lambda ? new ZonedMark(shown + " lambda", mark.rgb()) : mark,
                model.findAttribute(Attributes.sourceFile())
                        .map(SourceFileAttribute::sourceFile)
                        .map(Object::toString)
                        .orElse(""),
                firstLine(method),
                owner);
    }

    /** A method's name as {@code SourceLocation.here} shows it. */
    private static String shown(String method) {
        if (method.equals(ConstantDescs.INIT_NAME)) {
            return "new";
        }
        if (!method.startsWith(LAMBDA)) {
            return method;
        }
        int end = method.lastIndexOf('$');
        String around = end > LAMBDA.length() ? method.substring(LAMBDA.length(), end) : method;
        return around.equals("static") ? "lambda" : around;
    }

    private static int firstLine(MethodModel method) {
        return method.code()
                .flatMap(code -> code.findAttribute(Attributes.lineNumberTable()))
                .flatMap(table -> table.lineNumbers().stream()
                        .map(LineNumberInfo::lineNumber)
                        .min(Integer::compare))
                .orElse(0);
    }

    /**
     * Methods that are woven with less room than they had. The room is worked out from code that can be reached; the JVM verifies code that
     * cannot, too.
     */
    private static Set<String> needsMoreStack(ClassFile file, ClassModel before, byte[] woven) {
        var invalid = new HashSet<String>();
        List<MethodModel> after = file.parse(woven).methods();
        for (int i = 0; i < after.size(); i++) {
            CodeModel was = before.methods().get(i).code().orElse(null);
            if (was != null) {
                CodeAttribute old = (CodeAttribute) was;
                CodeAttribute now = (CodeAttribute) after.get(i).code().orElseThrow();
                if (now.maxStack() < old.maxStack() || now.maxLocals() < old.maxLocals()) {
                    invalid.add(key(before.methods().get(i)));
                }
            }
        }
        return invalid;
    }

    private static String key(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }
}
