package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
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

        new JavaProgram("LoggingProgram")
                .classes(folder.resolve("classes"))
                .flags("-Dzonecast.listen=false", "-Dzonecast.record=" + folder.resolve("log.fxt"))
                .output();

        List<String> messages = TraceLog.of(folder.resolve("log.fxt")).messages.stream()
                .filter(message -> !message.ofProfiler())
                .map(message -> message.severity() + " " + message.text())
                .toList();
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
}
