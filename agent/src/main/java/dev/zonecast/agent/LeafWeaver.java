package dev.zonecast.agent;

import dev.zonecast.agent.methods.ProgramClasses;
import io.github.dmlloyd.classfile.ClassBuilder;
import io.github.dmlloyd.classfile.ClassElement;
import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.ClassModel;
import io.github.dmlloyd.classfile.CodeBuilder;
import io.github.dmlloyd.classfile.CodeElement;
import io.github.dmlloyd.classfile.MethodModel;
import io.github.dmlloyd.classfile.TypeKind;
import io.github.dmlloyd.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Puts hooks around LWJGL's leaves, the functions that leave Java, when their classes are loaded. A leaf gets another name, and a method of the
 * old name calls hook and leaf; the JVM links the native function by the name without the prefix
 * ({@code Instrumentation.setNativeMethodPrefix}). So a call is seen however it is made: directly, by reflection, through a subclass.
 *
 * <p>A class that cannot be woven stays as it is and is counted. Thread-safe.
 */
final class LeafWeaver implements ClassFileTransformer {
    /** Of the leaves' new names. */
    static final String PREFIX = "zc$";

    /** Of the class names that it looks at. */
    static final String PACKAGE = "org/lwjgl/";

    private static final String JNI = "org/lwjgl/system/JNI";

    private final List<LeafRule> rules = LeafRule.all();
    private final AtomicInteger methods = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final Runnable onFirst;
    private volatile boolean seen;
    private volatile boolean on = true;

    /** @param onFirst run when LWJGL's first class is loaded */
    LeafWeaver(Runnable onFirst) {
        this.onFirst = onFirst;
    }

    /**
     * Whether classes that are loaded from here on get hooks. The transformer stays registered: without it, the JVM could drop the prefix
     * that links the functions which have hooks.
     */
    void switchTo(boolean next) {
        on = next;
    }

    /** True once a class of LWJGL was loaded. */
    boolean hasSeenLibrary() {
        return seen;
    }

    /** How many functions have a hook. */
    int methods() {
        return methods.get();
    }

    /** How many classes could not be woven. */
    int failures() {
        return failures.get();
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (!on || name == null || !name.startsWith(PACKAGE) || redefined != null) {
            return null;
        }
        try {
            if (!seen) {
                seen = true;
                onFirst.run();
            }
            return weave(name.substring(PACKAGE.length()), bytes);
        } catch (RuntimeException | Error e) {
            if (failures.getAndIncrement() == 0) {
                AgentLog.say("a class of LWJGL stays as it is, " + name + ": " + e);
            }
            return null;
        }
    }

    /** Null if no rule fits. */
    byte[] weave(String owner, byte[] bytes) {
        List<LeafRule> fitting = rulesOf(owner);
        if (fitting.isEmpty()) {
            return null;
        }
        ClassFile file = ClassFile.of();
        ClassModel model = file.parse(bytes);
        requireInvokedynamic(model);
        Map<MethodModel, LeafRule> woven = ruled(model, fitting);
        if (woven.isEmpty()) {
            return null;
        }
        methods.addAndGet(woven.size());
        return file.transformClass(model, (ClassBuilder builder, ClassElement element) -> {
            if (element instanceof MethodModel method && woven.containsKey(method)) {
                wrap(builder, model.thisClass().asSymbol(), method, woven.get(method));
            } else {
                builder.with(element);
            }
        });
    }

    /**
     * Checks that a class can have hooks.
     *
     * @throws IllegalArgumentException if it is for an older JVM
     */
    static void requireInvokedynamic(ClassModel model) {
        if (!ProgramClasses.hasInvokedynamic(model.majorVersion())) {
            throw new IllegalArgumentException("class file of version " + model.majorVersion());
        }
    }

    /** The methods of a class for which there is a rule. */
    static Map<MethodModel, LeafRule> ruled(ClassModel model, List<LeafRule> rules) {
        var found = new HashMap<MethodModel, LeafRule>();
        for (MethodModel method : model.methods()) {
            LeafRule rule = ruleOf(method, rules);
            if (rule != null) {
                found.put(method, rule);
            }
        }
        return found;
    }

    /** The rules for a class, without {@code org/lwjgl/}. */
    List<LeafRule> rulesOf(String owner) {
        List<LeafRule> fitting = new ArrayList<>();
        for (LeafRule rule : rules) {
            if (rule.fitsOwner(owner)) {
                fitting.add(rule);
            }
        }
        return fitting;
    }

    /** The rule of a method; null if none fits. */
    static LeafRule ruleOf(MethodModel method, List<LeafRule> rules) {
        if ((method.flags().flagsMask() & ClassFile.ACC_STATIC) == 0) {
            return null;
        }
        String name = method.methodName().stringValue();
        String type = method.methodType().stringValue();
        for (LeafRule rule : rules) {
            if (rule.fitsMethod(name, type)) {
                return rule.anyMethod() || isLeaf(method) ? rule : null;
            }
        }
        return null;
    }

    private static boolean isLeaf(MethodModel method) {
        if ((method.flags().flagsMask() & ClassFile.ACC_NATIVE) != 0) {
            return true;
        }
        if (method.code().isEmpty()) {
            return false;
        }
        for (CodeElement element : method.code().get()) {
            if (element instanceof InvokeInstruction call && call.owner().name().equalsString(JNI)) {
                return true;
            }
        }
        return false;
    }

    private static void wrap(ClassBuilder builder, ClassDesc owner, MethodModel leaf, LeafRule rule) {
        String name = leaf.methodName().stringValue();
        MethodTypeDesc type = leaf.methodTypeSymbol();
        int others = ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED | ClassFile.ACC_PRIVATE;
        int flags = (leaf.flags().flagsMask() & ~others) | ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC;
        builder.withMethod(
                PREFIX + name,
                type,
                flags,
                moved -> leaf.forEach(element -> {
                    if (!(element instanceof io.github.dmlloyd.classfile.AccessFlags)) {
                        moved.with(element);
                    }
                }));
        builder.withMethodBody(
                name,
                type,
                leaf.flags().flagsMask() & ~ClassFile.ACC_NATIVE,
                code -> new Wrapper(code, owner, PREFIX + name, type, rule).write());
    }

    /** The method that calls hook and leaf. */
    private record Wrapper(CodeBuilder code, ClassDesc owner, String leaf, MethodTypeDesc type, LeafRule rule) {
        void write() {
            TypeKind kind = TypeKind.from(type.returnType());
            HookCall hooks = hooks();
            switch (rule.when()) {
                case BEFORE -> {
                    hooks.before();
                    call();
                    code.return_(kind);
                }
                case AFTER -> {
                    call();
                    int result = hooks.keep(kind);
                    hooks.after(kind, result);
                    hooks.giveBack(kind, result);
                    code.return_(kind);
                }
                case AROUND -> around(kind);
            }
        }

        private void around(TypeKind kind) {
            int token = hooks().begin();
            code.trying(
                    body -> {
                        Wrapper inside = new Wrapper(body, owner, leaf, type, rule);
                        HookCall hooks = inside.hooks();
                        inside.call();
                        int result = hooks.keep(kind);
                        hooks.end(token, kind, result);
                        hooks.giveBack(kind, result);
                        body.return_(kind);
                    },
                    // A callback of the program's may throw.
                    catching -> catching.catchingAll(handler -> {
                        int thrown = handler.allocateLocal(TypeKind.REFERENCE);
                        handler.astore(thrown);
                        new Wrapper(handler, owner, leaf, type, rule).hooks().end(token);
                        handler.aload(thrown).athrow();
                    }));
        }

        private HookCall hooks() {
            int[] slots = new int[type.parameterCount()];
            Arrays.setAll(slots, code::parameterSlot);
            return new HookCall(code, rule, type, slots);
        }

        private void call() {
            for (int i = 0; i < type.parameterCount(); i++) {
                code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
            }
            code.invokestatic(owner, leaf, type);
        }
    }
}
