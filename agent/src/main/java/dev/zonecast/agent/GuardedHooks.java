package dev.zonecast.agent;

import io.github.dmlloyd.classfile.ClassBuilder;
import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.CodeBuilder;
import io.github.dmlloyd.classfile.Label;
import io.github.dmlloyd.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * The hooks of a class, each in a method that catches what the hook throws. The methods are generated in one class:
 * {@link MethodHandles#catchException} would make a few classes for each type of hook, and a program's start waits for them.
 */
final class GuardedHooks extends ClassValue<Class<?>> {
    private static final MethodTypeDesc REPORT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Throwable, ConstantDescs.CD_String);
    private static final ClassDesc FAILURES =
            HookFailures.class.describeConstable().orElseThrow();

    /** @param hooks its public static methods return a long or nothing */
    @Override
    protected Class<?> computeValue(Class<?> hooks) {
        try {
            return MethodHandles.privateLookupIn(hooks, MethodHandles.lookup()).defineClass(bytes(hooks));
        } catch (LinkageError e) {
            return madeBefore(hooks, e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("hooks of another module: " + hooks, e);
        }
    }

    /** Threads that link their first hooks at the same time each come here. */
    private static Class<?> madeBefore(Class<?> hooks, LinkageError failure) {
        try {
            return Class.forName(name(hooks), false, hooks.getClassLoader());
        } catch (ClassNotFoundException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private static String name(Class<?> hooks) {
        return hooks.getName() + "Guarded";
    }

    private static byte[] bytes(Class<?> hooks) {
        ClassDesc type = ClassDesc.of(name(hooks));
        return ClassFile.of().build(type, made -> {
            made.withVersion(ClassFile.JAVA_21_VERSION, 0)
                    .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
            ClassDesc owner = hooks.describeConstable().orElseThrow();
            // With those of the superclass.
            for (Method hook : hooks.getMethods()) {
                if (Modifier.isStatic(hook.getModifiers())) {
                    addTo(made, owner, hook);
                }
            }
        });
    }

    private static void addTo(ClassBuilder made, ClassDesc owner, Method hook) {
        MethodTypeDesc type = MethodType.methodType(hook.getReturnType(), hook.getParameterTypes())
                .describeConstable()
                .orElseThrow();
        made.withMethodBody(
                hook.getName(),
                type,
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                code -> write(code, owner, hook.getName(), type));
    }

    /** {@code try { return hook(...); } catch (Throwable t) { report(t, name); return 0; }}. */
    private static void write(CodeBuilder code, ClassDesc owner, String name, MethodTypeDesc type) {
        TypeKind result = TypeKind.from(type.returnType());
        Label start = code.newBoundLabel();
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
        }
        code.invokestatic(owner, name, type);
        Label end = code.newBoundLabel();
        code.return_(result);
        Label handler = code.newBoundLabel();
        code.exceptionCatch(start, end, handler, ConstantDescs.CD_Throwable)
                .loadConstant(name)
                .invokestatic(FAILURES, "report", REPORT);
        if (result == TypeKind.LONG) {
            code.lconst_0();
        }
        code.return_(result);
    }
}
