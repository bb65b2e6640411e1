package dev.zonecast.fxt.write;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;

/** Headers of events, as far as they are constant. */
public final class Events {
    private Events() {}

    /**
     * Header of an event without thread.
     *
     * @param type {@link FxtLayout#INSTANT} and so on
     * @param words of the record
     * @param arguments count
     * @param category of the event
     * @param nameReference string reference
     */
    public static long header(int type, int words, int arguments, Term category, int nameReference) {
        return header(type, words, arguments, category.index(), nameReference);
    }

    /** As the other one, with an index of the string table as its category. */
    public static long header(int type, int words, int arguments, int category, int nameReference) {
        return FxtLayout.EVENT
                | (long) words << FxtLayout.WORDS_SHIFT
                | (long) type << FxtLayout.EVENT_TYPE_SHIFT
                | (long) arguments << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | (long) category << FxtLayout.EVENT_CATEGORY_SHIFT
                | name(nameReference);
    }

    public static long category(Term category) {
        return (long) category.index() << FxtLayout.EVENT_CATEGORY_SHIFT;
    }

    public static long name(int reference) {
        return (long) reference << FxtLayout.EVENT_NAME_SHIFT;
    }
}
