package dev.zonecast.agent.methods;

import java.util.Locale;

/**
 * What is woven.
 *
 * @param patterns of the methods
 * @param constructors whether constructors are zones
 * @param lambdas whether the bodies of lambdas are zones
 * @param budget share of the process's CPU time that zones of methods may cost, above 0; 1 or more: no limit
 */
public record MethodOptions(MethodPatterns patterns, boolean constructors, boolean lambdas, double budget) {
    /**
     * A budget as a user writes it: {@code 3%}, {@code 0.5 %}, {@code off}.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static double budget(String text) {
        String number = text.toLowerCase(Locale.ROOT).replace("%", "").strip();
        if (number.equals("off") || number.equals("false")) {
            return 1;
        }
        double percent = Double.parseDouble(number);
        if (!(percent > 0)) {
            throw new IllegalArgumentException(text);
        }
        return percent / 100;
    }
}
