package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comments, texts of the programs and pages avoid the expressions of docs/words.txt. */
class WordsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Comments, string literals, character literals; the quotes of one kind may be in another. */
    private static final Pattern PARTS = Pattern.compile(
            "(?<comment>//[^\n]*|/\\*.*?\\*/)|(?<text>\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\])*+\")|'(?:\\\\.|[^'\\\\]){1,8}'",
            Pattern.DOTALL);

    /** What begins a line of a comment. */
    private static final Pattern LEADER = Pattern.compile("(?m)^\\s*(?:\\*(?!/)|//)");

    private static final int LONGEST_SENTENCE = 30;

    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```$");

    /** The end of a sentence, of a paragraph, of a title, an item or a cell. */
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+|\\n\\s*\\n|\\n(?=[-#])|\\s*\\|\\s*");

    private record Expression(Pattern pattern, String instead) {
        static Expression of(String line) {
            String[] parts = line.split(" = ", 2);
            String words = parts[0].replace(" ", "\\s+");
            return new Expression(Pattern.compile("(?i)\\b(?:" + words + ")\\b"), parts[1]);
        }
    }

    @Test
    void shouldAvoidTheExpressionsOfTheList() throws IOException {
        List<Expression> expressions = expressions();
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            found.addAll(find(expressions, file, words(Files.readString(file), isShipped(file))));
        }
        for (Path file : pages()) {
            found.addAll(find(expressions, file, Files.readString(file)));
        }

        assertTrue(found.isEmpty(), () -> String.join("\n", found));
    }

    @Test
    void shouldFindAnExpressionInCommentsAndShippedTextsAlone() {
        List<Expression> expressions = List.of(Expression.of("says? so = names it"));
        String source = "int says; /** It says\n     * so. */ // say so\nchar c = '\"'; String s = \"// it says so\";";
        Path file = ROOT.resolve("A.java");

        assertEquals(
                List.of(
                        "A.java:1: \"says so\": write instead: names it",
                        "A.java:2: \"say so\": write instead: names it"),
                find(expressions, file, words(source, false)));
        assertEquals(3, find(expressions, file, words(source, true)).size());
    }

    @Test
    void shouldHaveShortSentencesWhereReadersBegin() throws IOException {
        List<String> found = new ArrayList<>();
        for (String page : List.of("README.md", "docs/tutorial/first-slow-frame.md")) {
            for (String sentence : sentences(Files.readString(ROOT.resolve(page)))) {
                long words = sentence.split("\\s+").length;
                if (words > LONGEST_SENTENCE) {
                    found.add(page + ": " + words + " words: " + sentence);
                }
            }
        }

        assertTrue(found.isEmpty(), () -> String.join("\n", found));
    }

    @Test
    void shouldCountTheWordsOfASentenceWithoutCodeLinksAndTables() {
        String page =
                "# A title\n\nOne [link](a.md), two. See `a. b`!\n```java\nint code;\n```\n- item\n- next\n| cell | other. cell |\n";

        assertEquals(
                List.of("# A title", "One link, two.", "See code!", "- item", "- next", "cell", "other.", "cell"),
                sentences(page));
    }

    /** Sentences, titles, items of lists and cells of tables; code is one word. */
    private static List<String> sentences(String page) {
        String prose = CODE_BLOCK
                .matcher(page)
                .replaceAll("\n\n")
                .replaceAll("`[^`]*`", "code")
                .replaceAll("!?\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
        return SENTENCE_END
                .splitAsStream(prose)
                .map(String::strip)
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    private static List<Expression> expressions() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/words.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Expression::of)
                .toList();
    }

    private static List<String> find(List<Expression> expressions, Path file, String words) {
        List<String> found = new ArrayList<>();
        for (Expression expression : expressions) {
            for (MatchResult hit : expression.pattern.matcher(words).results().toList()) {
                long line = words.substring(0, hit.start()).lines().count();
                found.add(ROOT.relativize(file) + ":" + line + ": \""
                        + hit.group().replaceAll("\\s+", " ") + "\": write instead: " + expression.instead);
            }
        }
        return found;
    }

    /** The source with blanks for all but comments and, if asked for, string literals. */
    private static String words(String source, boolean texts) {
        StringBuilder words = new StringBuilder(source.replaceAll("[^\n]", " "));
        PARTS.matcher(source)
                .results()
                .filter(part -> part.group("comment") != null || (texts && part.group("text") != null))
                .forEach(part -> words.replace(part.start(), part.end(), blankLeaders(part.group())));
        return words.toString();
    }

    private static String blankLeaders(String part) {
        return LEADER.matcher(part).replaceAll(leader -> leader.group().replaceAll("\\S", " "));
    }

    private static boolean isShipped(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/').contains("/src/main/");
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT);
                Stream<Path> examples = Files.list(ROOT.resolve("examples"))) {
            for (Path folder : Stream.concat(modules, examples)
                    .map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    /** Of the root, the docs and the examples. */
    static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> examples = Files.walk(ROOT.resolve("examples"))) {
            return Stream.of(root, docs, examples, Stream.of(ROOT.resolve("demo/README.md")))
                    .flatMap(files -> files)
                    .filter(page -> page.toString().endsWith(".md"))
                    .toList();
        }
    }
}
