package dev.zonecast.agent;

import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.ClassFile.ConstantPoolSharingOption;
import io.github.dmlloyd.classfile.ClassHierarchyResolver;
import io.github.dmlloyd.classfile.ClassTransform;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicInteger;

/** Another vendor's agent: writes all of LWJGL's classes anew, and prints how many. */
public final class OtherAgent {
    private OtherAgent() {}

    /** Called by the JVM. */
    public static void premain(String options, Instrumentation jvm) {
        var written = new AtomicInteger();
        jvm.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                        if (name == null || !name.startsWith("org/lwjgl/")) {
                            return null;
                        }
                        // The usual resolver loads classes, which ends in "duplicate class definition" without any
                        // second agent.
                        ClassFile file = ClassFile.of(
                                ConstantPoolSharingOption.NEW_POOL,
                                ClassFile.ClassHierarchyResolverOption.of(
                                        ClassHierarchyResolver.ofResourceParsing(loader)));
                        written.incrementAndGet();
                        return file.transformClass(file.parse(bytes), ClassTransform.ACCEPT_ALL);
                    }
                },
                true);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("other agent: " + written)));
    }
}
