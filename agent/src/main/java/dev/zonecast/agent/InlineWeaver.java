package dev.zonecast.agent;

import dev.zonecast.agent.methods.ProgramClasses;
import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.ClassHierarchyResolver;
import io.github.dmlloyd.classfile.ClassModel;
import io.github.dmlloyd.classfile.ClassTransform;
import io.github.dmlloyd.classfile.CodeBuilder;
import io.github.dmlloyd.classfile.CodeElement;
import io.github.dmlloyd.classfile.CodeTransform;
import io.github.dmlloyd.classfile.Label;
import io.github.dmlloyd.classfile.MethodModel;
import io.github.dmlloyd.classfile.MethodTransform;
import io.github.dmlloyd.classfile.Opcode;
import io.github.dmlloyd.classfile.TypeKind;
import io.github.dmlloyd.classfile.constantpool.MethodRefEntry;
import io.github.dmlloyd.classfile.constantpool.PoolEntry;
import io.github.dmlloyd.classfile.instruction.InvokeInstruction;
import io.github.dmlloyd.classfile.instruction.ReturnInstruction;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Puts hooks into classes that are loaded already: a loaded class gets no new method, so {@link LeafWeaver} cannot wrap its leaves. The
 * leaves with Java code get the hooks in their own code. The native leaves get them in their callers, in LWJGL and in the program.
 *
 * <p>It sees no call by reflection or by a method handle of a native leaf. A method that is running keeps its old code until it is called
 * again. A class that cannot be woven stays as it is and is counted. Thread-safe.
 */
final class InlineWeaver implements ClassFileTransformer {
    private final LeafWeaver leaves;
    private final NativeLeaves natives;
    private final AtomicInteger failures = new AtomicInteger();

    /** Leaves with hooks in their own code. */
    private final Set<String> bodies = ConcurrentHashMap.newKeySet();

    private volatile boolean on = true;

    InlineWeaver(LeafWeaver leaves, NativeLeaves natives) {
        this.leaves = leaves;
        this.natives = natives;
    }

    /** From here on classes get only the hooks that stay on. */
    void switchOff() {
        on = false;
    }

    /** How many functions have a hook, in their own code or in their callers. */
    int functions() {
        return bodies.size() + natives.size();
    }

    /** How many classes could not be woven. */
    int failures() {
        return failures.get();
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (name == null || (redefined == null && !(on && ProgramClasses.areOf(loader)))) {
            return null;
        }
        try {
            return weave(loader, name, bytes, redefined != null);
        } catch (RuntimeException | Error e) {
            failures.incrementAndGet();
            return null;
        }
    }

    /**
     * Null if the class needs no hook.
     *
     * @param isLoaded false: {@link LeafWeaver} has wrapped its leaves
     */
    byte[] weave(ClassLoader loader, String name, byte[] bytes, boolean isLoaded) {
        ClassFile file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader == null ? ClassLoader.getSystemClassLoader() : loader)
                        .orElse(ClassHierarchyResolver.defaultResolver())));
        ClassModel model = file.parse(bytes);
        boolean calls = callsLeaf(loader, model);
        Map<MethodModel, LeafRule> bodies = isLoaded ? bodies(name, model, bytes) : Map.of();
        if (!calls && bodies.isEmpty()) {
            return null;
        }
        LeafWeaver.requireInvokedynamic(model.majorVersion());
        bodies.keySet().forEach(method -> this.bodies.add(name + method.methodName() + method.methodType()));
        ClassTransform transform = (builder, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()) {
                LeafRule rule = bodies.get(method);
                CodeTransform code = calls ? callSites(loader) : CodeTransform.ACCEPT_ALL;
                if (rule != null) {
                    String type = method.methodType().stringValue();
                    code = code.andThen(CodeTransform.ofStateful(() -> new Body(rule, type)));
                }
                if (rule != null || calls) {
                    builder.transformMethod(method, MethodTransform.transformingCode(code));
                    return;
                }
            }
            builder.with(element);
        };
        return file.transformClass(model, transform);
    }

    private boolean callsLeaf(ClassLoader loader, ClassModel model) {
        if (!on || natives.isEmpty()) {
            return false;
        }
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MethodRefEntry call
                    && natives.find(
                                    loader,
                                    call.owner().asInternalName(),
                                    call.name().stringValue(),
                                    call.type().stringValue())
                            != null) {
                return true;
            }
        }
        return false;
    }

    /** The leaves with Java code, and other methods that the rules name. */
    private Map<MethodModel, LeafRule> bodies(String name, ClassModel model, byte[] bytes) {
        if (!name.startsWith(LeafWeaver.PACKAGE)) {
            return Map.of();
        }
        LeafRules fitting = leaves.rulesOf(name.substring(LeafWeaver.PACKAGE.length()));
        if (fitting.isEmpty() || isWrapped(model)) {
            return Map.of();
        }
        Map<String, LeafRule> leaves = new HashMap<>();
        new LeafClass(bytes, Hooks.BOOTSTRAP)
                .ruled(fitting)
                .forEach((leaf, rule) -> leaves.put(leaf.name() + leaf.type(), rule));
        Map<MethodModel, LeafRule> found = new HashMap<>();
        for (MethodModel method : model.methods()) {
            LeafRule rule = leaves.get(
                    method.methodName().stringValue() + method.methodType().stringValue());
            if (rule != null && (on || rule.staysOn()) && method.code().isPresent()) {
                found.put(method, rule);
            }
        }
        return found;
    }

    /** True if {@link LeafWeaver} has put hooks into the class when it was loaded. */
    private static boolean isWrapped(ClassModel model) {
        return model.methods().stream()
                .anyMatch(method -> method.methodName().stringValue().startsWith(LeafWeaver.PREFIX));
    }

    // --- callers of native leaves

    private CodeTransform callSites(ClassLoader loader) {
        return (code, element) -> {
            LeafRule rule = element instanceof InvokeInstruction call && call.opcode() == Opcode.INVOKESTATIC
                    ? natives.find(
                            loader,
                            call.owner().asInternalName(),
                            call.name().stringValue(),
                            call.type().stringValue())
                    : null;
            if (rule == null) {
                code.with(element);
            } else {
                code.block(block -> around(block, (InvokeInstruction) element, rule));
            }
        };
    }

    /**
     * The arguments lie on the operand stack. An exception out of a native function, which only a callback of the program's causes, skips
     * the second hook: the profiler ends that zone with the one around it.
     */
    private static void around(CodeBuilder code, InvokeInstruction call, LeafRule rule) {
        BuiltCode hooks = new BuiltCode(code, rule, call.type().stringValue(), call);
        for (int i = hooks.parameters.size() - 1; i >= 0; i--) {
            hooks.move(i);
        }
        hooks.around();
    }

    /** Hooks by way of {@link CodeBuilder}. */
    private static class BuiltCode extends HookCode {
        CodeBuilder code;
        private final InvokeInstruction call;

        /** @param call of the function; null in its own code */
        BuiltCode(CodeBuilder code, LeafRule rule, String type, InvokeInstruction call) {
            super(rule, type);
            this.code = code;
            this.call = call;
        }

        @Override
        void load(String type, int local) {
            code.loadLocal(TypeKind.fromDescriptor(type), local);
        }

        @Override
        void store(String type, int local) {
            code.storeLocal(TypeKind.fromDescriptor(type), local);
        }

        @Override
        int local(String type) {
            return code.allocateLocal(TypeKind.fromDescriptor(type));
        }

        @Override
        void hook(String name, String type) {
            code.invokedynamic(DynamicCallSiteDesc.of(Hooks.BOOTSTRAP, name, MethodTypeDesc.ofDescriptor(type)));
        }

        @Override
        void callFunction() {
            code.with(call);
        }
    }

    // --- leaves with Java code

    /** A method that calls its hooks. */
    private static final class Body extends BuiltCode implements CodeTransform {
        private int token;
        private Label start;

        Body(LeafRule rule, String type) {
            super(null, rule, type, null);
        }

        @Override
        public void atStart(CodeBuilder builder) {
            code = builder;
            if (rule.when() == LeafRule.When.AFTER || rule.takesResult()) {
                // The method may change its own.
                for (int i : rule.arguments()) {
                    load(parameters.get(i), arguments.get(i));
                    move(i);
                }
            }
            token = begin();
            start = code.newBoundLabel();
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            code = builder;
            if (element instanceof ReturnInstruction && rule.when() != LeafRule.When.BEFORE) {
                end(token);
            }
            code.with(element);
        }

        @Override
        public void atEnd(CodeBuilder builder) {
            code = builder;
            if (rule.when() == LeafRule.When.AROUND) {
                Label handler = code.newBoundLabel();
                code.exceptionCatchAll(start, handler, handler);
                thrown(token);
                code.athrow();
            }
        }
    }
}
