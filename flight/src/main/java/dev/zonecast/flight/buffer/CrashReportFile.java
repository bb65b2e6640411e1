package dev.zonecast.flight.buffer;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * The report that the JVM writes when a program crashes in native code ({@code hs_err_pid1234.log}).
 *
 * @param file absolute
 * @param lines the first ones: signal, versions, the frame at which it crashed
 */
public record CrashReportFile(Path file, List<String> lines) {
    private static final String OPTION = "-XX:ErrorFile=";
    private static final String FIRST_LINE = "A fatal error has been detected by the Java Runtime Environment";
    private static final int READ_BYTES = 8 << 10;
    private static final int MOST_LINES = 8;

    /** Copies the lines. */
    public CrashReportFile {
        lines = List.copyOf(lines);
    }

    /** Where the JVM of this process would write its report: the first one that it can write to. */
    static List<String> expected() {
        String pid = Long.toString(ProcessHandle.current().pid());
        String name = "hs_err_pid" + pid + ".log";
        String chosen = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith(OPTION))
                .reduce((first, last) -> last)
                .map(argument ->
                        argument.substring(OPTION.length()).replace("%p", pid).replace("%%", "%"))
                .orElse(name);
        return List.of(
                Path.of(chosen).toAbsolutePath().toString(),
                Path.of(System.getProperty("java.io.tmpdir"), name).toString());
    }

    /**
     * The report of a dead program; null if there is none.
     *
     * @param expected paths that the program left; each is believed only if the file is the report of that process
     */
    public static CrashReportFile find(List<String> expected, long pid) {
        for (String path : expected) {
            try {
                CrashReportFile found = read(Path.of(path), pid);
                if (found != null) {
                    return found;
                }
            } catch (IOException | InvalidPathException e) {
                // The next one may be there.
            }
        }
        return null;
    }

    private static CrashReportFile read(Path file, long pid) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        String text;
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            text = new String(in.readNBytes(READ_BYTES), StandardCharsets.UTF_8);
        }
        List<String> lines = text.lines()
                .takeWhile(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .filter(line -> !line.isEmpty())
                .limit(MOST_LINES)
                .toList();
        boolean isReport = !lines.isEmpty()
                && lines.getFirst().startsWith(FIRST_LINE)
                && lines.stream().anyMatch(line -> line.contains("pid=" + pid + ","));
        return isReport ? new CrashReportFile(file, lines) : null;
    }
}
