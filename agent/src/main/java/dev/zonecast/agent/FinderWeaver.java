package dev.zonecast.agent;

import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.ClassTransform;
import io.github.dmlloyd.classfile.CodeBuilder;
import io.github.dmlloyd.classfile.CodeElement;
import io.github.dmlloyd.classfile.CodeTransform;
import io.github.dmlloyd.classfile.Label;
import io.github.dmlloyd.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.function.BiFunction;

/**
 * Puts a question to the agent at the start of {@code ClassLoader.findLoadedClass}, for names of Zonecast's classes. All class loaders of
 * the program call that method before they define a class, and none can override it.
 */
final class FinderWeaver implements ClassFileTransformer {
    private static final Bridge FINDER = new Bridge(
            ClassDesc.of("java.lang.ZonecastFinder"),
            "find",
            MethodTypeDesc.of(ConstantDescs.CD_Class, ClassDesc.of("java.lang.ClassLoader"), ConstantDescs.CD_String));
    private static final String OURS = "dev.zonecast.";

    private FinderWeaver() {}

    /**
     * Weaves the method.
     *
     * @param finder gives a class for a class loader and a name, or null; throws nothing
     */
    static void install(Instrumentation jvm, BiFunction<ClassLoader, String, Class<?>> finder)
            throws ReflectiveOperationException, UnmodifiableClassException {
        FINDER.define(finder, FinderWeaver::writeFind);
        jvm.addTransformer(new FinderWeaver(), true);
        jvm.retransformClasses(ClassLoader.class);
    }

    /** {@code static Class find(loader, name) { return name != null && name.startsWith(OURS) ? (Class) finder.apply(loader, name) : null; }}. */
    private static void writeFind(CodeBuilder code) {
        Label none = code.newLabel();
        code.aload(1)
                .ifnull(none)
                .aload(1)
                .ldc(OURS)
                .invokevirtual(
                        ConstantDescs.CD_String,
                        "startsWith",
                        MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_String))
                .ifeq(none);
        FINDER.loadFunction(code).aload(0).aload(1);
        FINDER.applyAndReturn(code).labelBinding(none).aconst_null().areturn();
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (redefined != ClassLoader.class) {
            return null;
        }
        ClassFile file = ClassFile.of();
        return file.transformClass(
                file.parse(bytes),
                ClassTransform.transformingMethodBodies(
                        method -> method.methodName().equalsString("findLoadedClass"), new Question()));
    }

    /** {@code Class c = ZonecastFinder.find(this, name); if (c != null) return c;} before the rest. */
    private static final class Question implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            Label rest = code.newLabel();
            int found = code.allocateLocal(TypeKind.REFERENCE);
            code.aload(0)
                    .aload(1)
                    .invokestatic(FINDER.type(), FINDER.method(), FINDER.methodType())
                    .astore(found)
                    .aload(found)
                    .ifnull(rest)
                    .aload(found)
                    .areturn()
                    .labelBinding(rest);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }
}
