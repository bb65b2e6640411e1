package dev.zonecast.core.registry;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** A hint for a name that is not known: the nearest known name. */
public final class NearestName {
    private static final int MOST_LENGTH = 100;

    private NearestName() {}

    /** The name with the fewest characters to insert, remove or replace, in brackets; empty if there is none that is similar. */
    public static String hint(String wanted, Collection<String> names) {
        return names.stream()
                .filter(each -> distance(wanted, each) <= Math.max(1, Math.max(wanted.length(), each.length()) / 3))
                .min(Comparator.comparingInt((String each) -> distance(wanted, each))
                        .thenComparing(Comparator.naturalOrder()))
                .map(each -> " (the nearest is \"" + each + "\")")
                .orElse("");
    }

    /** Levenshtein's distance; case does not count. */
    private static int distance(String a, String b) {
        if (a.length() > MOST_LENGTH || b.length() > MOST_LENGTH) {
            return Integer.MAX_VALUE;
        }
        String from = a.toLowerCase(Locale.ROOT);
        String to = b.toLowerCase(Locale.ROOT);
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[row.length - 1];
    }
}
