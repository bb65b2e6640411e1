package dev.zonecast.cli;

import java.lang.Character.UnicodeScript;
import java.util.Set;

/** Columns that a text takes on a terminal: two for East Asian letters and pictures, none for marks on a letter. */
final class TextWidth {
    private static final Set<UnicodeScript> WIDE_SCRIPTS =
            Set.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HANGUL);

    private static final int FULL_WIDTH_FIRST = 0xFF01;
    private static final int FULL_WIDTH_LAST = 0xFF60;
    private static final int HALF_WIDTH_LAST = 0xFFDC;
    /** No letter before it is wide or a mark. */
    private static final int LATIN_END = 0x300;

    private TextWidth() {}

    static int of(String text) {
        return text.codePoints().map(TextWidth::of).sum();
    }

    private static int of(int letter) {
        if (letter < LATIN_END) {
            return 1;
        }
        int type = Character.getType(letter);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean isHalfWidth = letter > FULL_WIDTH_LAST && letter <= HALF_WIDTH_LAST;
        boolean isWide = (letter >= FULL_WIDTH_FIRST && letter <= FULL_WIDTH_LAST)
                || Character.isEmojiPresentation(letter)
                || (!isHalfWidth && WIDE_SCRIPTS.contains(UnicodeScript.of(letter)));
        return isWide ? 2 : 1;
    }

    /** A text of at most that width; one that is cut ends with an ellipsis. */
    static String cut(String text, int most) {
        if (text.length() * 2L <= most || of(text) <= most) {
            return text;
        }
        int width = 1;
        int end = 0;
        while (end < text.length()) {
            int letter = text.codePointAt(end);
            width += of(letter);
            if (width > most) {
                break;
            }
            end += Character.charCount(letter);
        }
        return text.substring(0, end) + "\u2026";
    }
}
