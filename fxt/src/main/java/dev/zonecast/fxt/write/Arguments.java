package dev.zonecast.fxt.write;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;

/** First words of arguments. Their names are indexes of the string table. */
public final class Arguments {
    private Arguments() {}

    /** An argument whose value is a string of the table: the whole of it. */
    public static long string(int name, int reference) {
        return head(FxtLayout.ARGUMENT_STRING, 1, name) | (long) reference << FxtLayout.ARGUMENT_VALUE_SHIFT;
    }

    /** An argument whose value is a term: the whole of it. */
    public static long term(Term name, Term value) {
        return string(name.index(), value.index());
    }

    /** An argument with an unsigned value of 32 bits: the whole of it. */
    public static long unsigned(int name, int value) {
        return head(FxtLayout.ARGUMENT_U32, 1, name) | (long) value << FxtLayout.ARGUMENT_VALUE_SHIFT;
    }

    /** An argument with a signed value of 32 bits: the whole of it. */
    public static long signed(Term name, int value) {
        return head(FxtLayout.ARGUMENT_I32, 1, name.index()) | (long) value << FxtLayout.ARGUMENT_VALUE_SHIFT;
    }

    /** An argument without a value: the whole of it. */
    public static long missing(int name) {
        return head(FxtLayout.ARGUMENT_NULL, 1, name);
    }

    /** First of two words. */
    public static long whole(Term name) {
        return whole(name.index());
    }

    /** First of two words. */
    public static long whole(int name) {
        return head(FxtLayout.ARGUMENT_I64, 2, name);
    }

    /** First of two words. */
    public static long decimal(int name) {
        return head(FxtLayout.ARGUMENT_F64, 2, name);
    }

    private static long head(int type, int words, int name) {
        return type | (long) words << FxtLayout.WORDS_SHIFT | (long) name << FxtLayout.ARGUMENT_NAME_SHIFT;
    }
}
