package dev.zonecast.bench;

import java.util.List;

/**
 * One line of the table.
 *
 * @param quick true if it is asked by {@code ./zonecast bench} alone
 * @param subject readings whose sum is compared
 * @param baseline readings whose sum it is compared with
 * @param beside what the baseline is called
 */
record Question(String text, boolean quick, List<Reading> subject, List<Reading> baseline, String beside, Goal goal) {}
