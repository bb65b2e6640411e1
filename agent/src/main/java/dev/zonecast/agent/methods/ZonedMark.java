package dev.zonecast.agent.methods;

import io.github.dmlloyd.classfile.Annotation;
import io.github.dmlloyd.classfile.AnnotationElement;
import io.github.dmlloyd.classfile.AnnotationValue;
import io.github.dmlloyd.classfile.Attributes;
import io.github.dmlloyd.classfile.MethodModel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The annotation {@code Zoned} of a method, as a class file has it. Read by name: neither the program nor the agent need the annotation's
 * class.
 *
 * @param name of the zone, empty if the method's serves
 * @param rgb colour, 0 = the viewer chooses
 */
record ZonedMark(String name, int rgb) {
    static final ZonedMark NONE = new ZonedMark("", 0);

    private static final String TYPE = "Ldev/zonecast/core/Zoned;";
    private static final byte[] NEEDLE = TYPE.getBytes(StandardCharsets.UTF_8);

    /** How far the search may go on from a byte that the needle's end is compared with. */
    private static final int[] STEPS = steps();

    private static int[] steps() {
        int[] steps = new int[256];
        java.util.Arrays.fill(steps, NEEDLE.length);
        for (int i = 0; i < NEEDLE.length - 1; i++) {
            steps[NEEDLE[i]] = NEEDLE.length - 1 - i;
        }
        return steps;
    }

    /** False if no method of a class file has the annotation: a quick look at the bytes. */
    static boolean mayBeIn(byte[] bytes) {
        int last = NEEDLE.length - 1;
        for (int at = last; at < bytes.length; at += STEPS[bytes[at] & 0xFF]) {
            int matched = 0;
            while (matched <= last && bytes[at - matched] == NEEDLE[last - matched]) {
                matched++;
            }
            if (matched > last) {
                return true;
            }
        }
        return false;
    }

    /** Null if the method has no such annotation. */
    static ZonedMark of(MethodModel method) {
        ZonedMark invisible = method.findAttribute(Attributes.runtimeInvisibleAnnotations())
                .map(attribute -> in(attribute.annotations()))
                .orElse(null);
        return invisible != null
                ? invisible
                : method.findAttribute(Attributes.runtimeVisibleAnnotations())
                        .map(attribute -> in(attribute.annotations()))
                        .orElse(null);
    }

    private static ZonedMark in(List<Annotation> annotations) {
        for (Annotation each : annotations) {
            if (each.className().equalsString(TYPE)) {
                String name = "";
                int rgb = 0;
                for (AnnotationElement element : each.elements()) {
                    if (element.value() instanceof AnnotationValue.OfString text) {
                        name = text.stringValue();
                    } else if (element.value() instanceof AnnotationValue.OfInt number) {
                        rgb = number.intValue();
                    }
                }
                return new ZonedMark(name, rgb);
            }
        }
        return null;
    }
}
