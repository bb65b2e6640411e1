package dev.zonecast.jvm;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.late.SampledStacks;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** Reads stacks as JFR has them. JFR gives the same object for equal stacks between two flushes, so most are looked up by identity. */
final class StackReader {
    private final IdentityHashMap<RecordedStackTrace, SampledStack> ofThisFlush = new IdentityHashMap<>();

    /** The stack, or a placeholder for a missing one. */
    SampledStack of(RecordedStackTrace trace) {
        if (trace == null) {
            return SampledStacks.INSTANCE.intern(List.of());
        }
        return ofThisFlush.computeIfAbsent(trace, StackReader::read);
    }

    /** JFR's objects of this flush are not kept. */
    void forget() {
        ofThisFlush.clear();
    }

    private static SampledStack read(RecordedStackTrace trace) {
        List<CallStack.Call> calls = new ArrayList<>();
        for (RecordedFrame frame : trace.getFrames()) {
            if (calls.size() == CallStack.MAX_CALLS) {
                break;
            }
            RecordedMethod method = frame.getMethod();
            calls.add(
                    method == null
                            ? new CallStack.Call("(unknown)", "", 0)
                            : new CallStack.Call(function(method), file(method), frame.getLineNumber()));
        }
        return SampledStacks.INSTANCE.intern(calls);
    }

    /** {@code package.Class.method}. */
    static String function(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    /** JFR does not tell the file: that of the outermost class, as the compiler wants it for public ones. */
    private static String file(RecordedMethod method) {
        String type = method.getType().getName();
        int from = type.lastIndexOf('.') + 1;
        int inner = type.indexOf('$', from + 1);
        return (inner < 0 ? type.substring(from) : type.substring(from, inner)) + ".java";
    }

    /** As one writes it: JFR has arrays as {@code [J} and {@code [Ljava.lang.String;}. */
    static String typeName(RecordedClass type) {
        if (type == null) {
            return "(unknown)";
        }
        String name = type.getName();
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') {
            dimensions++;
        }
        return dimensions == 0 ? name : elementName(name.substring(dimensions)) + "[]".repeat(dimensions);
    }

    private static String elementName(String element) {
        return switch (element) {
            case "Z" -> "boolean";
            case "B" -> "byte";
            case "C" -> "char";
            case "S" -> "short";
            case "I" -> "int";
            case "J" -> "long";
            case "F" -> "float";
            case "D" -> "double";
            default ->
                element.startsWith("L") && element.endsWith(";") ? element.substring(1, element.length() - 1) : element;
        };
    }

    /** Of a Java thread, or of one of the virtual machine's. */
    static String name(RecordedThread thread) {
        String java = thread.getJavaName();
        if (java != null && !java.isEmpty()) {
            return java;
        }
        return thread.isVirtual() ? "virtual thread " + thread.getJavaThreadId() : String.valueOf(thread.getOSName());
    }
}
