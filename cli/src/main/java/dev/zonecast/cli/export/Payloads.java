package dev.zonecast.cli.export;

import java.util.ArrayList;
import java.util.List;

/** Data of markers. */
final class Payloads {
    /**
     * Data of a marker.
     *
     * @param stack number of its call stack; {@link FirefoxStacks#NONE} for none
     * @param moments keys and times of the trace: the profile's zero is known only when the trace has been read
     */
    record Payload(String json, int stack, List<Argument> moments) {}

    private final Rows.Budget budget;
    private final List<Payload> all = new ArrayList<>();

    Payloads(Rows.Budget budget) {
        this.budget = budget;
    }

    /** Keeps data; returns its place. */
    int add(int stack, JsonObject data, List<Argument> moments) throws TooLargeException {
        String json = data.text();
        budget.addData(json.length());
        all.add(new Payload(json, stack, moments));
        return all.size() - 1;
    }

    Payload get(int place) {
        return all.get(place);
    }
}
