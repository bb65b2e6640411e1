package dev.zonecast.agent;

import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A class that the agent defines in {@code java.lang}, where every class loader and module sees it. It has one static method, which
 * calls a function of the agent.
 *
 * @param type the class, in {@code java.lang}
 * @param method name of its method
 * @param methodType of its method; the result is a reference
 */
record Bridge(ClassDesc type, String method, MethodTypeDesc methodType) {
    private static final ClassDesc FUNCTION = ClassDesc.of("java.util.function.BiFunction");
    private static final String FIELD = "function";

    /**
     * Defines the class. {@code java.lang} must be open to the agent.
     *
     * @param function what the method calls
     * @param body writes the method: {@link #loadFunction}, two arguments, then {@link #applyAndReturn}
     * @throws IllegalStateException if the class exists: another agent of Zonecast has defined it
     * @throws LinkageError if this JVM refuses the class
     */
    void define(BiFunction<?, ?, ?> function, Consumer<CodeBuilder> body) throws ReflectiveOperationException {
        Class<?> defined;
        try {
            defined = MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
                    .defineClass(bytes(body));
        } catch (LinkageError e) {
            if (exists()) {
                throw new IllegalStateException("the agent is loaded already", e);
            }
            throw e;
        }
        defined.getField(FIELD).set(null, function);
    }

    private boolean exists() {
        try {
            return Class.forName(type.packageName() + '.' + type.displayName(), false, null) != null;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private byte[] bytes(Consumer<CodeBuilder> body) {
        return ClassFile.of()
                .build(
                        type,
                        made -> made.withVersion(ClassFile.JAVA_21_VERSION, 0)
                                .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                .withField(
                                        FIELD,
                                        FUNCTION,
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_VOLATILE)
                                .withMethodBody(method, methodType, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, body));
    }

    /** The function comes first on the operand stack. */
    CodeBuilder loadFunction(CodeBuilder code) {
        return code.getstatic(type, FIELD, FUNCTION);
    }

    /** Calls the function with the two arguments on the operand stack, and returns its result. */
    CodeBuilder applyAndReturn(CodeBuilder code) {
        return code.invokeinterface(
                        FUNCTION,
                        "apply",
                        MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object, ConstantDescs.CD_Object))
                .checkcast(methodType.returnType())
                .areturn();
    }
}
