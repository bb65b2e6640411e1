package dev.zonecast.core.recording;

/** What the recorded program is called, in viewers and recordings. */
public final class ProgramName {
    /** Main class of a program that Java compiles at its start; the source file is the first argument. */
    private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher ";

    private ProgramName() {}

    /**
     * The name to show.
     *
     * @param given by the user; blank: that of the main class or of the jar
     */
    public static String of(String given) {
        return given.isBlank()
                ? ofCommand(System.getProperty("sun.java.command", ""), System.getProperty("java.class.path", ""))
                : given;
    }

    /**
     * {@code dev.game.Main arg} and {@code module/dev.game.Main} give {@code Main}, {@code /home/me/game.jar arg} gives {@code game},
     * {@code java Game.java} gives {@code Game}: no path and no other argument, which are nobody's business.
     *
     * @param classPath the jar alone, when the program was started from one: a path may hold spaces, and an argument may look like one
     */
    static String ofCommand(String command, String classPath) {
        String first = command.strip();
        if (first.startsWith(SOURCE_LAUNCHER)) {
            first = first.substring(SOURCE_LAUNCHER.length());
            int end = first.indexOf(".java");
            first = end < 0 ? first : first.substring(0, end);
        } else if (classPath.endsWith(".jar") && first.startsWith(classPath)) {
            first = classPath.substring(0, classPath.length() - ".jar".length());
        } else {
            int space = first.indexOf(' ');
            first = space < 0 ? first : first.substring(0, space);
            first = first.substring(first.lastIndexOf('.') + 1);
        }
        first = first.substring(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1);
        return first.isEmpty() ? "Java" : first;
    }
}
