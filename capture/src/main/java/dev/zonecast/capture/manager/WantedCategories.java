package dev.zonecast.capture.manager;

import dev.zonecast.core.registry.NamePattern;
import dev.zonecast.core.registry.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The categories that a recording names, beside those that its programs know. */
final class WantedCategories {
    private WantedCategories() {}

    /**
     * A line for each name that no program knows which it is for. Names for programs that are not there, or do not report their
     * categories, have none.
     *
     * @param limitNanos a program that has just come gets so long for its report
     */
    static List<String> unknown(Recording recording, Collection<ProviderSession> programs, long limitNanos)
            throws InterruptedException {
        long deadline = System.nanoTime() + limitNanos;
        Map<String, Set<String>> knownByName = new TreeMap<>();
        Set<String> unsure = new TreeSet<>();
        for (ProviderSession program : programs) {
            Set<String> wanted = recording.categories(program.name);
            Set<String> known = wanted.isEmpty() ? null : program.known(deadline - System.nanoTime());
            for (String name : wanted) {
                if (known == null) {
                    unsure.add(name);
                } else {
                    knownByName.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(known);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        knownByName.forEach((name, known) -> {
            boolean fits =
                    known.stream().anyMatch(NamePattern.any(List.of(name)).asMatchPredicate());
            if (!fits && !unsure.contains(name)) {
                lines.add("no program has the category \"" + name + "\"" + NearestName.hint(name, known));
            }
        });
        return lines;
    }
}
