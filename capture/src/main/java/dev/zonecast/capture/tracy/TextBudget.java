package dev.zonecast.capture.tracy;

/** Limit for the texts of a client. */
final class TextBudget {
    /** A text, and its copies in the registry and in the recording. */
    private static final int COPIES = 3;

    private final SessionTables.Room texts;
    long unknown;

    TextBudget(SessionTables tables) {
        texts = tables.room(SessionTables.Kind.TEXTS);
    }

    /** False if there is no room for a text of that length; it is counted then. */
    boolean take(int length) {
        boolean taken = texts.take((long) COPIES * length);
        unknown += taken ? 0 : 1;
        return taken;
    }

    /** A text of that length is gone. */
    void giveBack(int length) {
        texts.giveBack(1, (long) COPIES * length);
    }

    void countUnknown() {
        unknown++;
    }
}
