package dev.zonecast.capture.cli;

/** What the program tells the shell. */
final class ExitCode {
    static final int OK = 0;
    /** A condition of {@code --fail-if} is met. */
    static final int CONDITION_MET = 1;
    /** Wrong options, a file that cannot be read or written, a trace that is damaged. */
    static final int FAILED = 2;

    private ExitCode() {}
}
