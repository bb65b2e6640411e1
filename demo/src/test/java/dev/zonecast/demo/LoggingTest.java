package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes of the page about logs, in a program that logs by all three libraries: each line is a message with its level. */
class LoggingTest {
    private static final Path PAGE = Path.of("../docs/how-to/logging.md");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?class (\\w+).*?)```", Pattern.DOTALL);
    private static final String PROGRAM = """
            public class LoggingProgram {
                public static void main(String[] arguments) {
                    dev.zonecast.core.Zonecast.start();
                    ProfileHandler.install();
                    var jul = java.util.logging.Logger.getLogger("jul");
                    jul.setLevel(java.util.logging.Level.ALL);
                    jul.severe("a");
                    jul.log(java.util.logging.Level.WARNING, "{0} and {1}", new Object[] {"b", "c"});
                    jul.fine("d");
                    System.getLogger("system").log(System.Logger.Level.INFO, "e", new IllegalStateException("f"));
                    java.util.logging.Logger.getLogger("dev.zonecast.other").severe("not this");
                    org.apache.logging.log4j.core.config.Configurator.setRootLevel(org.apache.logging.log4j.Level.ALL);
                    ProfileLog4jAppender.install();
                    var log4j = org.apache.logging.log4j.LogManager.getLogger("log4j");
                    log4j.fatal("g {}", 1);
                    log4j.trace("h", new IllegalStateException("i"));
                    ProfileLogbackAppender.install();
                    var slf4j = org.slf4j.LoggerFactory.getLogger("slf4j");
                    slf4j.warn("j {}", 2);
                    slf4j.debug("k", new IllegalStateException("l"));
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void shouldRecordEachLineWithItsLevel() throws Exception {
        List<Path> sources = new ArrayList<>();
        for (var block : BLOCK.matcher(Files.readString(PAGE)).results().toList()) {
            sources.add(Files.writeString(folder.resolve(block.group(2) + ".java"), block.group(1)));
        }
        sources.add(Files.writeString(folder.resolve("LoggingProgram.java"), PROGRAM));
        assertEquals(4, sources.size());
        DocumentationTest.compile(sources, folder.resolve("classes"));

        run();

        List<String> messages = new ArrayList<>();
        TraceReader.read(folder.resolve("log.fxt"), new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof TraceMessage message && !message.ofProfiler()) {
                    messages.add(message.severity() + " " + message.text());
                }
            }
        });
        assertEquals(
                List.of(
                        "ERROR jul: a",
                        "WARNING jul: b and c",
                        "DEBUG jul: d",
                        "INFO system: e: java.lang.IllegalStateException: f",
                        "FATAL log4j: g 1",
                        "TRACE log4j: h: java.lang.IllegalStateException: i",
                        "WARNING slf4j: j 2",
                        "DEBUG slf4j: k: java.lang.IllegalStateException: l"),
                messages);
    }

    private void run() throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        int exit = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dzonecast.listen=false",
                        "-Dzonecast.record=" + folder.resolve("log.fxt"),
                        "-cp",
                        folder.resolve("classes") + File.pathSeparator + DocumentationTest.classPath(),
                        "LoggingProgram")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        assertEquals(0, exit, Files.readString(output));
    }
}
