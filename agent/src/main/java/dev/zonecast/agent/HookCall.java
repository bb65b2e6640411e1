package dev.zonecast.agent;

import io.github.dmlloyd.classfile.CodeBuilder;
import io.github.dmlloyd.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;

/** Writes calls of a rule's hooks. */
final class HookCall {
    private final CodeBuilder code;
    private final LeafRule rule;
    private final MethodTypeDesc type;
    private final int[] arguments;

    /**
     * @param type of the function that has the hooks
     * @param arguments local variables with the arguments of the function, by position; not copied
     */
    HookCall(CodeBuilder code, LeafRule rule, MethodTypeDesc type, int[] arguments) {
        this.code = code;
        this.rule = rule;
        this.type = type;
        this.arguments = arguments;
    }

    /** The hook of a rule {@code before}. */
    void before() {
        selected();
        hook(rule.hook(), selectedType(ConstantDescs.CD_void));
    }

    /**
     * The hook of a rule {@code after}.
     *
     * @param result local variable with the result of the function
     */
    void after(TypeKind kind, int result) {
        selected();
        MethodTypeDesc hook = selectedType(ConstantDescs.CD_void);
        if (rule.takesResult()) {
            code.loadLocal(kind, result);
            hook = hook.insertParameterTypes(hook.parameterCount(), erased(type.returnType()));
        }
        hook(rule.hook(), hook);
    }

    /** The first hook of a rule {@code around}; returns the local variable of its token. */
    int begin() {
        selected();
        hook(rule.hook() + LeafRule.BEGIN, selectedType(ConstantDescs.CD_long));
        int token = code.allocateLocal(TypeKind.LONG);
        code.lstore(token);
        return token;
    }

    /**
     * The second hook of a rule {@code around}, after the function returned.
     *
     * @param result local variable with the result of the function
     */
    void end(int token, TypeKind kind, int result) {
        if (!rule.takesResult()) {
            end(token);
            return;
        }
        code.lload(token);
        selected();
        code.loadLocal(kind, result);
        MethodTypeDesc hook = selectedType(ConstantDescs.CD_void).insertParameterTypes(0, ConstantDescs.CD_long);
        hook(rule.hook() + LeafRule.END, hook.insertParameterTypes(hook.parameterCount(), erased(type.returnType())));
    }

    /** The second hook of a rule {@code around}, after the function threw. */
    void end(int token) {
        code.lload(token);
        hook(rule.hook() + LeafRule.END, MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long));
    }

    /** Stores the result of the function; returns its local variable, -1 for none. */
    int keep(TypeKind kind) {
        if (kind == TypeKind.VOID) {
            return -1;
        }
        int local = code.allocateLocal(kind);
        code.storeLocal(kind, local);
        return local;
    }

    /** Loads the result again. */
    void giveBack(TypeKind kind, int local) {
        if (kind != TypeKind.VOID) {
            code.loadLocal(kind, local);
        }
    }

    private void selected() {
        for (int i : rule.arguments()) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), arguments[i]);
        }
    }

    private MethodTypeDesc selectedType(ClassDesc result) {
        var types = new ArrayList<ClassDesc>();
        for (int i : rule.arguments()) {
            types.add(erased(type.parameterType(i)));
        }
        return MethodTypeDesc.of(result, types);
    }

    private static ClassDesc erased(ClassDesc each) {
        return each.isPrimitive() ? each : ConstantDescs.CD_Object;
    }

    private void hook(String name, MethodTypeDesc hookType) {
        code.invokedynamic(DynamicCallSiteDesc.of(Hooks.BOOTSTRAP, name, hookType));
    }
}
