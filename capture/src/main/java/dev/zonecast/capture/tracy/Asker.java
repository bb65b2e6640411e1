package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Questions;

/** Asks the client for one kind of thing, as long as there is room for the answers. */
final class Asker {
    private final QueryType query;
    private final Questions questions;
    private final TextBudget budget;
    private final SessionTables.Room room;

    Asker(QueryType query, Questions questions, TextBudget budget, SessionTables.Room room) {
        this.query = query;
        this.questions = questions;
        this.budget = budget;
        this.room = room;
    }

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

    /** Room for the things themselves. */
    SessionTables.Room room() {
        return room;
    }

    /** Room for their texts. */
    TextBudget budget() {
        return budget;
    }
}
