package dev.zonecast.core.collect;

/** What the recorded program is called, in viewers and recordings. */
public final class ProgramName {
    private ProgramName() {}

    /**
     * The name to show.
     *
     * @param given by the user; blank: that of the main class or of the jar
     */
    public static String of(String given) {
        return given.isBlank() ? ofCommand(System.getProperty("sun.java.command", "")) : given;
    }

    /**
     * {@code dev.game.Main arg} and {@code module/dev.game.Main} give {@code Main}, {@code /home/me/game.jar arg} gives {@code game}:
     * no path and no argument, which are nobody's business.
     */
    static String ofCommand(String command) {
        String first = command.strip();
        int jar = first.indexOf(".jar");
        if (jar >= 0) {
            first = first.substring(0, jar);
        } else {
            int space = first.indexOf(' ');
            first = space < 0 ? first : first.substring(0, space);
            first = first.substring(first.lastIndexOf('.') + 1);
        }
        first = first.substring(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1);
        return first.isEmpty() ? "Java" : first;
    }
}
