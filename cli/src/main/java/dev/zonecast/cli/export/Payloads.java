package dev.zonecast.cli.export;

import java.util.ArrayList;
import java.util.List;

/** Data of markers as JSON, with the numbers of their call stacks. */
final class Payloads {
    private final Rows.Budget budget;
    private final List<byte[]> jsons = new ArrayList<>();
    private final IntColumn stacks = new IntColumn();

    Payloads(Rows.Budget budget) {
        this.budget = budget;
    }

    /** Keeps data; returns its place. */
    int add(int stack, byte[] json) throws TooLargeException {
        budget.addData(json.length);
        jsons.add(json);
        stacks.add(stack);
        return stacks.count() - 1;
    }

    byte[] json(int place) {
        return jsons.get(place);
    }

    /** {@link FirefoxStacks#NONE} for none. */
    int stack(int place) {
        return stacks.get(place);
    }
}
