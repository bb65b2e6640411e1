package dev.zonecast.jvm;

import dev.zonecast.core.registry.NamePattern;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Which threads are looked at. Thread-safe. */
final class ThreadFilter {
    /** Threads of the profiler and of JFR; they are taken only where a pattern names them. */
    private static final List<String> OURS = List.of("zonecast-", "JFR ");

    private static final int MAX_NAMES = 4096;

    private final Pattern names;

    /** Without the pattern of all names. */
    private final Pattern chosenNames;

    private final boolean onlyRecording;
    private final Set<Long> registered = ConcurrentHashMap.newKeySet();
    private final Map<String, Boolean> byName = new ConcurrentHashMap<>();

    ThreadFilter(List<String> names, boolean onlyRecording) {
        this.names = NamePattern.any(names);
        this.chosenNames =
                NamePattern.any(names.stream().filter(name -> !name.equals("*")).toList());
        this.onlyRecording = onlyRecording;
    }

    void register(long threadId) {
        registered.add(threadId);
    }

    boolean accepts(long threadId, String name) {
        if (registered.contains(threadId)) {
            return true;
        }
        Boolean known = byName.get(name);
        if (known == null) {
            known = matches(name);
            if (byName.size() < MAX_NAMES) {
                byName.put(name, known);
            }
        }
        return known;
    }

    private boolean matches(String name) {
        boolean isOurs = OURS.stream().anyMatch(name::startsWith);
        return (isOurs ? chosenNames : names).matcher(name).matches();
    }

    /** True if the thread counts only if it records something itself. */
    boolean onlyIfRecording(long threadId) {
        return onlyRecording && !registered.contains(threadId);
    }
}
