package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.util.JavacTask;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.lua.LuaZones;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.luaj.vm2.Globals;
import org.luaj.vm2.lib.jse.JsePlatform;

/** What the README and the pages under docs/ say must compile, run, and name things that exist. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LUA_BLOCK = Pattern.compile("```lua\n(.*?)```", Pattern.DOTALL);
    private static final Pattern STATEMENT_END = Pattern.compile("(?m);$");
    private static final Pattern CLASS_NAME = Pattern.compile("^(?:public )?class (\\w+)", Pattern.MULTILINE);
    private static final Pattern PROPERTY = Pattern.compile("(?<!dev\\.)zonecast\\.[a-z]+(?:\\.[a-z]+)*");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    /** What a fragment of OpenGL, Vulkan or OpenCL code finds around it in a program. */
    private static final String FRAGMENT_FRAME = """
        import dev.zonecast.core.*;
        import dev.zonecast.framecapture.*;
        import static org.lwjgl.opencl.CL10.*;
        import static org.lwjgl.vulkan.VK10.*;
        import dev.zonecast.framecapture.gl.*;
        import dev.zonecast.framecapture.pixels.*;
        import dev.zonecast.framecapture.vk.*;
        import dev.zonecast.gpu.cl.*;
        import dev.zonecast.gpu.gl.*;
        import dev.zonecast.gpu.vk.*;
        class FragmentNUMBER {
            static final SourceLocation SHADOW_PASS = SourceLocation.here("shadow pass");
            org.lwjgl.vulkan.VkPhysicalDevice physicalDevice;
            org.lwjgl.vulkan.VkDevice device;
            long image;
            int format;
            org.lwjgl.vulkan.VkCommandBuffer commandBuffer;
            int queueFamily;
            static final SourceLocation MAIN = SourceLocation.here("main");
            org.lwjgl.vulkan.VkCommandBuffer commands;
            VkGpuCtx gpu;
            org.lwjgl.vulkan.VkRenderPassBeginInfo info;
            java.nio.ByteBuffer pixels;
            static final SourceLocation SIMULATE = SourceLocation.here("simulate");
            ClGpuCtx compute;
            long queue;
            long kernel;
            org.lwjgl.PointerBuffer size;
            org.lwjgl.system.MemoryStack stack;
            void drawShadows() {}
            void run() {
        BLOCK
            }
        }
        """;

    /** Their snippets are parts of an example, which is compiled with its engine. */
    private static final Map<String, String> PAGES_OF_EXAMPLES =
            Map.of("jmonkeyengine.md", "jmonkeyengine", "libgdx.md", "libgdx");

    /** Snippets with Mixin need Minecraft: the build has neither. */
    private static final String NEEDS_MINECRAFT = "org.spongepowered";

    @Test
    void shouldShowCodeOfTheExamplesOfEngines() throws IOException {
        for (Map.Entry<String, String> page : PAGES_OF_EXAMPLES.entrySet()) {
            StringBuilder example = new StringBuilder();
            try (Stream<Path> files = Files.walk(ROOT.resolve("examples/" + page.getValue() + "/src"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    example.append(Files.readString(file));
                }
            }
            List<String> blocks = blocks(ROOT.resolve("docs/how-to/" + page.getKey()));
            assertTrue(blocks.size() > 1, page.getKey());
            for (String block : blocks) {
                for (String statement : STATEMENT_END.splitAsStream(block).toList()) {
                    assertTrue(oneLine(example.toString()).contains(oneLine(statement)), statement);
                }
            }
        }
    }

    private static String oneLine(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }

    @Test
    void shouldCompileEverySnippet(@TempDir Path folder) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path page : WordsTest.pages()) {
            // The tutorial's classes are written several times: TutorialTest compiles and runs them.
            boolean isElsewhere = page.endsWith(TutorialPage.NAME)
                    || PAGES_OF_EXAMPLES.containsKey(page.getFileName().toString());
            for (String block : isElsewhere ? List.<String>of() : blocks(page)) {
                if (block.contains(NEEDS_MINECRAFT)) {
                    parse(block);
                    continue;
                }
                sources.add(source(block, sources.size(), folder));
            }
        }

        assertTrue(sources.size() >= 5, "snippets found: " + sources.size());
        compile(sources, folder.resolve("classes"));
    }

    @Test
    void shouldRecordWhatTheReadmeShowsEvenWhenKilled(@TempDir Path folder) throws Exception {
        String game = blocks(ROOT.resolve("README.md")).stream()
                .filter(block -> block.contains("class Game"))
                .findFirst()
                .orElseThrow();
        Path classes = folder.resolve("classes");
        compile(List.of(source(game, 0, folder)), classes);
        Path recording = folder.resolve("game.fxt");
        Process process = new JavaProgram("Game")
                .classes(classes)
                .flags("-Dzonecast.record=" + recording, "-Dzonecast.listen=false")
                .startInto(folder.resolve("output.txt"));

        try {
            // A few hundred frames, each with a zone of at least 40 bytes.
            while (process.isAlive() && (!Files.exists(recording) || Files.size(recording) < 20_000)) {
                Thread.sleep(50);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }

        String output = Files.readString(folder.resolve("output.txt"));
        assertFalse(output.contains("WARNING"), output);
        byte[] bytes = Files.readAllBytes(recording);
        assertTrue(bytes.length >= 20_000, output);
        assertEquals("1000044678541600", hex(bytes, 8));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("update") && text.contains("Game.java"));
    }

    @Test
    void shouldRunEveryScript() throws IOException {
        int scripts = 0;
        for (Path page : WordsTest.pages()) {
            for (String script : blocks(page, LUA_BLOCK)) {
                Globals globals = JsePlatform.standardGlobals();
                LuaZones.install(globals);
                globals.load(script, "@" + page.getFileName()).call();
                scripts++;
            }
        }

        assertTrue(scripts > 0);
    }

    @Test
    void shouldListEveryPropertyThatTheOptionsRead() throws IOException {
        String code = Files.readString(ROOT.resolve("core/src/main/java/dev/zonecast/core/Option.java"));
        String page = Files.readString(ROOT.resolve("docs/reference/options.md"));

        assertEquals(names(code), names(page));
    }

    @Test
    void shouldLinkToFilesThatExist() throws IOException {
        for (Path page : WordsTest.pages()) {
            for (MatchResult link :
                    LINK.matcher(Files.readString(page)).results().toList()) {
                Path target = page.resolveSibling(link.group(1));
                assertTrue(Files.exists(target), page.getFileName() + " links to " + link.group(1));
            }
        }
    }

    private static List<String> blocks(Path page) throws IOException {
        return blocks(page, JAVA_BLOCK);
    }

    private static List<String> blocks(Path page, Pattern kind) throws IOException {
        return kind.matcher(Files.readString(page))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static Path source(String block, int number, Path folder) throws IOException {
        boolean whole = block.contains("import ");
        String text = whole
                ? block
                : FRAGMENT_FRAME.replace("NUMBER", String.valueOf(number)).replace("BLOCK", block);
        var name = CLASS_NAME.matcher(text);
        assertTrue(name.find(), "a class in: " + text);
        Path file = folder.resolve("snippet" + number).resolve(name.group(1) + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return file;
    }

    static void compile(List<Path> sources, Path classes) {
        List<String> arguments =
                new ArrayList<>(List.of("-Xlint:all", "-d", classes.toString(), "--class-path", classPath()));
        sources.forEach(source -> arguments.add(source.toString()));
        StringWriter messages = new StringWriter();
        int result = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(messages), new PrintWriter(messages), arguments.toArray(String[]::new));
        assertEquals(0, result, messages.toString());
    }

    /** Checks the syntax alone. */
    private static void parse(String block) throws IOException {
        var source = new SimpleJavaFileObject(URI.create("string:///Block.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return block;
            }
        };
        var problems = new DiagnosticCollector<JavaFileObject>();
        var task = (JavacTask) javax.tools.ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problems, null, null, List.of(source));
        task.parse();
        assertEquals(List.of(), problems.getDiagnostics());
    }

    static String classPath() {
        return System.getProperty("java.class.path");
    }

    private static Set<String> names(String text) {
        return PROPERTY.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(name -> !name.startsWith("zonecast.core"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String hex(byte[] bytes, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(String.format(Locale.ROOT, "%02x", bytes[i]));
        }
        return text.toString();
    }
}
