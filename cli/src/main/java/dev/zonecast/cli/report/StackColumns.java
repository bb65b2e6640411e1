package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Stack;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The stacks of a page, as paths of a tree: calls that stacks share are written once. */
final class StackColumns {
    static final int MAX_NODES = 1_000_000;

    /** A place in a function; the numbers of functions differ if the functions do. */
    private record Call(int function, String name, String file, int line) {}

    /** A stack: the stack of its caller, and its innermost call. */
    private record Node(int caller, int call) {}

    private record Function(String name, String file) {}

    private final Texts texts;
    private final Map<Call, Integer> calls = new LinkedHashMap<>();
    private final Map<Node, Integer> nodes = new LinkedHashMap<>();
    /** Nodes of sampled stacks, by the index of the stack. */
    private final Map<Integer, Integer> sampled = new HashMap<>();

    private final Map<Calls, Integer> recorded = new HashMap<>();
    private final Map<Function, Integer> functions = new HashMap<>();

    StackColumns(Texts texts) {
        this.texts = texts;
    }

    boolean isFull() {
        return nodes.size() >= MAX_NODES;
    }

    /** The number of a sampled stack, from 1 on; 0 is the empty stack. */
    int add(Stack stack) {
        return sampled.computeIfAbsent(
                stack.index(),
                index -> node(stack.calls().stream()
                        .map(call -> new Call(2 * call.functionIndex(), call.function(), call.file(), call.line()))
                        .toList()));
    }

    /** The number of the stack of an event; 0 if it has none. */
    int add(Calls stack) {
        return stack == null
                ? 0
                : recorded.computeIfAbsent(
                        stack, s -> node(s.calls().stream().map(this::call).toList()));
    }

    private Call call(Calls.Call call) {
        int function =
                functions.computeIfAbsent(new Function(call.function(), call.file()), key -> 2 * functions.size() + 1);
        return new Call(function, call.function(), call.file(), call.line());
    }

    private int node(List<Call> innermostFirst) {
        int node = 0;
        for (Call call : innermostFirst.reversed()) {
            node = nodes.computeIfAbsent(
                    new Node(node, calls.computeIfAbsent(call, c -> calls.size())), n -> nodes.size() + 1);
        }
        return node;
    }

    void write(ByteColumns out) {
        out.add(calls.size());
        for (Call call : calls.keySet()) {
            out.add(call.function);
            out.add(texts.add(call.name));
            out.add(texts.add(call.file));
            out.add(call.line);
        }
        out.add(nodes.size());
        nodes.forEach((node, index) -> {
            out.add(index - node.caller);
            out.add(node.call);
        });
    }
}
