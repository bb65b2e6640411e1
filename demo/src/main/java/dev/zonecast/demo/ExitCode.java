package dev.zonecast.demo;

/** What the program tells the shell. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILED = 1;
    /** Also the answer to wrong options. */
    static final int WRONG_USE = 2;

    static final int NO_GRAPHICS = 3;

    private ExitCode() {}
}
