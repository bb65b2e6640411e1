package dev.zonecast.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one script of JavaScript modules: each becomes a function that returns what the module exports, called in the order in which
 * they need each other. A page from the disk cannot load modules: they would be fetched.
 *
 * <p>What is understood is what our modules keep to: {@code import { a, b } from "./name.js";} on lines of their own, without
 * renaming, and {@code export} in front of a function, class or constant.
 */
final class ScriptBundle {
    /** Gives a module's source. */
    interface Source {
        String of(String name);
    }

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import \\{([^}]*)} from \"\\./([\\w-]+)\\.js\";\\R", Pattern.DOTALL);
    private static final Pattern EXPORT = Pattern.compile("(?m)^export ((?:async )?function|class|const) (\\w+)");

    private final Source source;
    private final Map<String, String> functions = new LinkedHashMap<>();

    private ScriptBundle(Source source) {
        this.source = source;
    }

    /** The script that runs a module, with all that it needs. */
    static String of(String main, Source source) {
        ScriptBundle bundle = new ScriptBundle(source);
        bundle.add(main);
        StringBuilder script = new StringBuilder("\"use strict\";\n");
        bundle.functions.forEach((name, function) -> script.append(function));
        return script.toString();
    }

    private void add(String name) {
        if (functions.containsKey(name)) {
            return;
        }
        StringBuilder body = new StringBuilder();
        Matcher imports = IMPORT.matcher(source.of(name));
        while (imports.find()) {
            add(imports.group(2));
            imports.appendReplacement(
                    body,
                    Matcher.quoteReplacement(
                            "const {" + imports.group(1) + "} = " + variable(imports.group(2)) + ";\n"));
        }
        imports.appendTail(body);
        List<String> exported = new ArrayList<>();
        Matcher exports = EXPORT.matcher(body);
        while (exports.find()) {
            exported.add(exports.group(2));
        }
        functions.put(
                name,
                "const " + variable(name) + " = (() => {\n" + exports.replaceAll("$1 $2") + "return { "
                        + String.join(", ", exported) + " };\n})();\n");
    }

    private static String variable(String module) {
        return "module_" + module.replace('-', '_');
    }
}
