package dev.zonecast.jvm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which threads are looked at. Thread-safe. */
final class ThreadFilter {
    /** Threads of the profiler and of JFR; they are taken only where a pattern names them. */
    private static final List<String> OURS = List.of("zonecast-", "JFR ");

    private static final int MAX_NAMES = 4096;

    private final List<Pattern> patterns;
    private final boolean onlyRecording;
    private final Set<Long> registered = ConcurrentHashMap.newKeySet();
    private final Map<String, Boolean> byName = new ConcurrentHashMap<>();

    ThreadFilter(List<String> names, boolean onlyRecording) {
        this.patterns = names.stream().map(ThreadFilter::pattern).toList();
        this.onlyRecording = onlyRecording;
    }

    private static Pattern pattern(String name) {
        return Pattern.compile(
                name.chars()
                        .mapToObj(c -> c == '*' ? ".*" : Pattern.quote(String.valueOf((char) c)))
                        .collect(Collectors.joining()),
                Pattern.DOTALL);
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
        boolean ours = OURS.stream().anyMatch(name::startsWith);
        for (Pattern pattern : patterns) {
            if (pattern.matcher(name).matches() && !(ours && pattern.pattern().equals(".*"))) {
                return true;
            }
        }
        return false;
    }

    /** True if the thread counts only if it records something itself. */
    boolean onlyIfRecording(long threadId) {
        return onlyRecording && !registered.contains(threadId);
    }
}
