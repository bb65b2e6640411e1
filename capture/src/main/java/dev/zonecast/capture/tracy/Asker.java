package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Questions;

/** Asks the client for one kind of thing, as long as there is room for the answers. */
record Asker(QueryType query, Questions questions, TextBudget budget, SessionTables.Room room) {
    /** False if there is no room for the answer: the thing counts as unknown. */
    boolean ask(long id) {
        if (room.take()) {
            if (questions.ask(query, id)) {
                return true;
            }
            room.giveBack(1);
        }
        budget.countUnknown();
        return false;
    }

    /** An answer has come. */
    void answered() {
        questions.answered();
    }
}
