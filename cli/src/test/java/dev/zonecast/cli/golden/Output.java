package dev.zonecast.cli.golden;

/** What a reader of a recording may look at. */
enum Output {
    STATS("stats", "INPUT", "--messages", "1000", "--limit", "0"),
    JSON("stats", "INPUT", "--json", "--messages", "1000"),
    PAGE("report", "INPUT", "-o", "OUTPUT"),
    FIREFOX("export", "INPUT", "--to", "firefox", "-o", "OUTPUT"),
    CHROME("export", "INPUT", "--to", "chrome", "-o", "OUTPUT"),
    PERFETTO("export", "INPUT", "--to", "perfetto", "-o", "OUTPUT"),
    CSV("export", "INPUT", "--to", "csv", "-o", "OUTPUT");

    @SuppressWarnings("ImmutableEnumChecker") // Nobody else has it.
    private final String[] command;

    Output(String... command) {
        this.command = command;
    }

    /** With words for the files, {@code INPUT} and {@code OUTPUT}. */
    String[] command() {
        return command.clone();
    }
}
