package dev.zonecast.cli;

/** Exit codes of the command line; {@code docs/reference/exit-codes.md} lists them for users. */
public final class ExitCode {
    public static final int OK = 0;
    /** A condition of {@code --fail-if} is met; a zone became slower. */
    public static final int CONDITION_MET = 1;
    /** Wrong options, an unreadable or unwritable file, a damaged trace, a choice that matches nothing. */
    public static final int FAILED = 2;
    /** A defect of Zonecast: {@code EX_SOFTWARE} of BSD's {@code sysexits.h}. */
    public static final int INTERNAL_ERROR = 70;

    private ExitCode() {}
}
