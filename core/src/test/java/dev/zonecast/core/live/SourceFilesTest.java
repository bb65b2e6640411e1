package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.tracy.QueryType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a viewer may read, and what not. */
class SourceFilesTest {
    @TempDir
    Path folder;

    private Path root;
    private SourceFiles files;

    @BeforeEach
    void makeFiles() throws IOException {
        root = Files.createDirectories(folder.resolve("src"));
        file("src/game/Wolf.java", "class Wolf {}");
        file("src/scripts/wolf.lua", "-- howl");
        file("src/a/Twice.java", "first");
        file("src/b/Twice.java", "second");
        file("secret.txt", "secret");
        file("src/Unregistered.java", "not asked for by any zone");
        for (String name : List.of(
                "Wolf.java",
                "scripts/wolf.lua",
                "Twice.java",
                "a/Twice.java",
                "secret.txt",
                "../secret.txt",
                "Link.java",
                "linked/secret.txt",
                "Large.java",
                "Empty.java",
                "Pipe.java",
                "/etc/passwd",
                "..",
                "",
                "/",
                "Late.java",
                folder.resolve("secret.txt").toString())) {
            registered(name);
        }
        files = new SourceFiles(List.of(root, folder.resolve("no such root")));
    }

    private static void registered(String file) {
        assertNotNull(SourceLocation.of("source test", "f", file, 1, 0));
    }

    private void file(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String read(String name) {
        byte[] bytes = files.read(name);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void shouldReadAFileWhenAZoneIsInItAndItLiesBelowARoot() {
        assertEquals("class Wolf {}", read("Wolf.java"));
        assertEquals("-- howl", read("scripts/wolf.lua"));
        assertEquals("first", read("a/Twice.java"));
    }

    @Test
    void shouldReadNothingWhenSeveralFilesHaveTheName() {
        assertNull(read("Twice.java"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Unregistered.java",
                "secret.txt",
                "../secret.txt",
                "/etc/passwd",
                "..",
                "",
                "/",
                "src/game/Wolf.java",
                "game",
                "Wolf.java\0",
                "wolf.java/../Wolf.java"
            })
    void shouldReadNothingWhenTheNameIsNotThatOfASourceFile(String name) {
        assertNull(read(name));
    }

    @Test
    void shouldReadNothingOutsideWhenTheNameIsAWholePath() {
        assertNull(read(folder.resolve("secret.txt").toString()));
    }

    @Test
    void shouldFollowNoLinkOutOfTheRoot() throws IOException {
        Files.createSymbolicLink(root.resolve("Link.java"), folder.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("linked"), folder);

        assertNull(read("Link.java"));
        assertNull(read("linked/secret.txt"));
    }

    @Test
    void shouldFollowNoLinkThatComesAfterTheWalk() throws IOException {
        file("src/late/Late.java", "late");
        assertEquals("late", read("Late.java"));

        Files.delete(root.resolve("late/Late.java"));
        Files.delete(root.resolve("late"));
        file("outside/Late.java", "outside");
        Files.createSymbolicLink(root.resolve("late"), folder.resolve("outside"));

        assertNull(read("Late.java"));
    }

    @Test
    void shouldReadWhatFitsIntoAnEventAndNoMore() throws IOException {
        byte[] most = new byte[SourceFiles.MAX_BYTES];
        Files.write(root.resolve("Large.java"), most);
        Files.createFile(root.resolve("Empty.java"));
        assertArrayEquals(most, files.read("Large.java"));
        assertEquals("", read("Empty.java"));

        Files.write(root.resolve("Large.java"), new byte[SourceFiles.MAX_BYTES + 1]);
        assertNull(read("Large.java"));
    }

    @Test
    void shouldReadNothingWhenTheFileIsGone() throws IOException {
        assertNotNull(read("Wolf.java"));
        Files.delete(root.resolve("game/Wolf.java"));

        assertNull(read("Wolf.java"));
    }

    @Test
    void shouldSendTextsOverTheWireWhenTheRootsAreNamed() throws IOException {
        ListenOptions options = new ListenOptions("", CollectorStandIn.freePort(), "test program", 0, List.of(root));
        try (CollectorStandIn host = new CollectorStandIn(options)) {
            TracyViewer viewer = TracyViewer.join(host.listen(), 82);
            viewer.await("the session", () -> host.liveCount() == 1);
            host.feed(s -> {
                EventThread main = EventThread.of(1, "main");
                SourceLocation wolf = SourceLocation.of("wolf", "Wolf.howl", "Wolf.java", 1, 0);
                s.zones(main, new ZoneRun().onlyBegin(System.nanoTime(), Ids.of(wolf)));
                s.zones(main, new ZoneRun().onlyEnd(System.nanoTime()));
            });
            viewer.askForSource(0, "Wolf.java");
            viewer.askForSource(1, "../secret.txt");
            viewer.ask(QueryType.DATA_TRANSFER, 10);
            viewer.ask(QueryType.SOURCE_CODE, 2);
            viewer.ask(QueryType.DATA_TRANSFER, Long.MIN_VALUE);
            viewer.ask(QueryType.DATA_TRANSFER_PART, -1);
            viewer.ask(QueryType.SOURCE_CODE, 3);
            for (int i = 4; i < 200; i++) {
                viewer.askForSource(i, "Wolf.java");
            }

            LiveTrace trace = viewer.awaitAnswers();

            assertEquals(5, trace.flags, "on demand, and texts may be asked for");
            assertEquals("class Wolf {}", trace.sources.get(0));
            assertEquals(197, trace.sources.size());
            assertEquals(
                    List.of(1, 2, 3), trace.refusedSources.stream().sorted().toList());
            host.finish(viewer);
            assertTrue(host.log.has("has everything"), host.log.lines().toString());
        }
    }

    @Test
    void shouldRefuseEveryTextWhenNoRootIsNamed() throws IOException {
        try (CollectorStandIn host = new CollectorStandIn()) {
            TracyViewer viewer = TracyViewer.join(host.listen(), 82);
            viewer.await("the session", () -> host.liveCount() == 1);
            viewer.askForSource(0, "Wolf.java");

            assertEquals(List.of(0), viewer.awaitAnswers().refusedSources);
            assertEquals(1, viewer.trace().flags);
            viewer.terminate();
        }
    }
}
