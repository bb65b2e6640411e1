package dev.zonecast.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tutorial's program as a reader has it at each step: every block of code replaces the file of its class. */
final class TutorialPage {
    static final String NAME = "tutorial/first-slow-frame.md";

    private static final Pattern BLOCK = Pattern.compile("```(java|diff)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS_NAME = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);

    private TutorialPage() {}

    /** The files by name, after each block from the first one on that completes the program. */
    static List<Map<String, String>> steps(Path page) throws IOException {
        List<Map<String, String>> steps = new ArrayList<>();
        Map<String, String> files = new TreeMap<>();
        for (var block : BLOCK.matcher(Files.readString(page)).results().toList()) {
            if (block.group(1).equals("diff")) {
                files.put("Neighbours.java", patched(files.get("Neighbours.java"), block.group(2)));
            } else {
                Matcher name = CLASS_NAME.matcher(block.group(2));
                if (!name.find()) {
                    throw new IllegalStateException("no class in: " + block.group(2));
                }
                files.put(name.group(1) + ".java", block.group(2));
            }
            if (files.size() == 3) {
                steps.add(Map.copyOf(files));
            }
        }
        return steps;
    }

    /** The text with the lines that begin with a minus replaced by those with a plus. */
    private static String patched(String text, String diff) {
        String old = lines(diff, '-');
        if (!text.contains(old)) {
            throw new IllegalStateException("not in the file: " + old);
        }
        return text.replace(old, lines(diff, '+'));
    }

    private static String lines(String diff, char mark) {
        StringBuilder lines = new StringBuilder();
        diff.lines()
                .filter(line -> line.charAt(0) == mark)
                .forEach(line -> lines.append(line.substring(1)).append('\n'));
        return lines.toString();
    }
}
