package dev.zonecast.flight.buffer;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The report that the JVM writes when a program crashes in native code, or when the system has no memory for the JVM
 * ({@code hs_err_pid1234.log}).
 *
 * @param file absolute
 * @param lines the first ones and that of the process: signal, versions, the frame at which it crashed
 */
public record CrashReportFile(Path file, List<String> lines) {
    private static final String OPTION = "-XX:ErrorFile=";
    private static final List<String> FIRST_LINES = List.of(
            "A fatal error has been detected by the Java Runtime Environment",
            "There is insufficient memory for the Java Runtime Environment to continue");
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
        Stream<String> chosen = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith(OPTION))
                .reduce((first, last) -> last)
                .map(argument ->
                        argument.substring(OPTION.length()).replace("%p", pid).replace("%%", "%"))
                .stream();
        String temporary = Path.of(System.getProperty("java.io.tmpdir"), name).toString();
        return Stream.concat(chosen, Stream.of(name, temporary))
                .map(path -> Path.of(path).toAbsolutePath().toString())
                .toList();
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
                .toList();
        // Behind the first lines if memory was short: those list what may help.
        int ofProcess = 0;
        while (ofProcess < lines.size() && !lines.get(ofProcess).contains("pid=" + pid + ",")) {
            ofProcess++;
        }
        if (ofProcess == lines.size() || FIRST_LINES.stream().noneMatch(lines.getFirst()::startsWith)) {
            return null;
        }
        List<String> kept = new ArrayList<>(lines.subList(0, Math.min(lines.size(), MOST_LINES)));
        if (ofProcess >= MOST_LINES) {
            kept.set(MOST_LINES - 1, lines.get(ofProcess));
        }
        return new CrashReportFile(file, kept);
    }
}
