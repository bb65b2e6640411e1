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

    /** A stack: the stack of its caller, and its innermost call. */
    private record Node(int caller, int call) {}

    private record Function(String name, String file) {}

    private final Texts texts;
    private final Map<Calls.Call, Integer> calls = new LinkedHashMap<>();
    private final Map<Node, Integer> nodes = new LinkedHashMap<>();
    /** Nodes of sampled stacks, by the index of the stack. */
    private final Map<Integer, Integer> sampled = new HashMap<>();

    private final Map<Calls, Integer> recorded = new HashMap<>();

    StackColumns(Texts texts) {
        this.texts = texts;
    }

    boolean isFull() {
        return nodes.size() >= MAX_NODES;
    }

    /** The number of a sampled stack, from 1 on; 0 is the empty stack. */
    int add(Stack stack) {
        return sampled.computeIfAbsent(stack.index(), index -> node(stack.calls()));
    }

    /** The number of the stack of an event; 0 if it has none. */
    int add(Calls stack) {
        return stack == null ? 0 : recorded.computeIfAbsent(stack, s -> node(s.calls()));
    }

    private int node(List<Calls.Call> innermostFirst) {
        int node = 0;
        for (Calls.Call call : innermostFirst.reversed()) {
            node = nodes.computeIfAbsent(
                    new Node(node, calls.computeIfAbsent(call, c -> calls.size())), n -> nodes.size() + 1);
        }
        return node;
    }

    void write(ByteColumns out) {
        out.add(calls.size());
        Map<Function, Integer> functions = new HashMap<>();
        for (Calls.Call call : calls.keySet()) {
            out.add(functions.computeIfAbsent(new Function(call.function(), call.file()), key -> functions.size()));
            out.add(texts.addName(call.function()));
            out.add(texts.addName(call.file()));
            out.add(call.line());
        }
        out.add(nodes.size());
        nodes.forEach((node, index) -> {
            out.add(index - node.caller);
            out.add(node.call);
        });
    }
}
