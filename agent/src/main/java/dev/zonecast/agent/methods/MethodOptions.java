package dev.zonecast.agent.methods;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * What is woven.
 *
 * @param patterns of the methods
 * @param constructors whether constructors are zones
 * @param lambdas whether the bodies of lambdas are zones
 * @param budget share of the process's CPU time that zones of methods may cost, above 0; 1 or more: no limit
 */
public record MethodOptions(MethodPatterns patterns, boolean constructors, boolean lambdas, double budget) {
    private static final double USUAL_BUDGET = 0.03;

    /**
     * A budget as a user writes it: {@code 3%}, {@code 0.5 %}, {@code off}.
     *
     * @param log of a text that is none; the default holds then
     */
    public static double budget(String text, Consumer<String> log) {
        String number = text.toLowerCase(Locale.ROOT).replace("%", "").strip();
        if (number.equals("off") || number.equals("false")) {
            return 1;
        }
        try {
            double percent = Double.parseDouble(number);
            if (percent > 0) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // As a number that is out of range.
        }
        log.accept("budget=" + text + " is no share such as 3%: 3% is used");
        return USUAL_BUDGET;
    }
}
