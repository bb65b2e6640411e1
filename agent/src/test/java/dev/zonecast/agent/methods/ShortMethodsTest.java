package dev.zonecast.agent.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.MethodModel;
import io.github.dmlloyd.classfile.attribute.CodeAttribute;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which methods take less time than a zone. */
class ShortMethodsTest {
    /** Its methods are read, not called. */
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static final class Methods {
        private int value;
        private int[] all = {};

        int getter() {
            return value;
        }

        void setter(int next) {
            value = next;
        }

        int choice(boolean first) {
            return first ? value : all[value] * 3;
        }

        int loop(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += i;
            }
            return sum;
        }

        int call() {
            return Math.floorMod(value, 3);
        }

        int[] array(int n) {
            return new int[n];
        }

        String lambda(String text) {
            return text + value;
        }

        void monitor() {
            synchronized (this) {
                value++;
            }
        }
    }

    @Test
    void neitherCallNorLoop() throws IOException {
        var found = new TreeSet<String>();
        String file = Methods.class.getName().replace('.', '/') + ".class";
        try (InputStream in = Methods.class.getClassLoader().getResourceAsStream(file)) {
            for (MethodModel method : ClassFile.of().parse(in.readAllBytes()).methods()) {
                if (BodyWeaver.isShort((CodeAttribute) method.code().orElseThrow())) {
                    found.add(method.methodName().stringValue());
                }
            }
        }
        assertEquals(Set.of("getter", "setter", "choice"), found);
    }
}
