package dev.zonecast.bench;

/**
 * One line of the table.
 *
 * @param quick true if it is asked by {@code ./zonecast bench} alone
 * @param baseline what the subject is compared with
 * @param beside what the baseline is called
 */
record Question(String text, boolean quick, Reading subject, Reading baseline, String beside, Goal goal) {}
