package dev.zonecast.fxt.write;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;

/** First words of arguments. */
public final class Arguments {
    private static final String DIGITS = "0123456789ABCDEF";

    private Arguments() {}

    /** An argument whose value is a string of the table: the whole of it. */
    public static long string(Term name, int reference) {
        return string(name.index(), reference);
    }

    /** An argument whose value is a string of the table: the whole of it. */
    public static long string(int nameReference, int reference) {
        return head(FxtLayout.ARGUMENT_STRING, 1, nameReference) | (long) reference << FxtLayout.ARGUMENT_VALUE_SHIFT;
    }

    /** An argument whose value is a term: the whole of it. */
    public static long term(Term name, Term value) {
        return string(name, value.index());
    }

    /** An argument with an unsigned value of 32 bits: the whole of it. */
    public static long unsigned(Term name, int value) {
        return unsigned(name.index(), value);
    }

    /** An argument with an unsigned value of 32 bits: the whole of it. */
    public static long unsigned(int nameReference, int value) {
        return head(FxtLayout.ARGUMENT_U32, 1, nameReference) | (long) value << FxtLayout.ARGUMENT_VALUE_SHIFT;
    }

    /** An argument that says that there is no value: the whole of it. */
    public static long missing(int nameReference) {
        return head(FxtLayout.ARGUMENT_NULL, 1, nameReference);
    }

    /** First of two words. */
    public static long longHead(Term name) {
        return longHead(name.index());
    }

    /** First of two words. */
    public static long longHead(int nameReference) {
        return head(FxtLayout.ARGUMENT_I64, 2, nameReference);
    }

    /** First of two words. */
    public static long doubleHead(int nameReference) {
        return head(FxtLayout.ARGUMENT_F64, 2, nameReference);
    }

    private static long head(int type, int words, int nameReference) {
        return type | (long) words << FxtLayout.WORDS_SHIFT | (long) nameReference << FxtLayout.ARGUMENT_NAME_SHIFT;
    }

    /** The seven characters {@code #RRGGBB} and a zero, as a word. */
    public static long colorText(int rgb) {
        long word = '#';
        for (int i = 0; i < 6; i++) {
            word |= (long) DIGITS.charAt((rgb >> (20 - 4 * i)) & 0xF) << (8 * (i + 1));
        }
        return word;
    }
}
