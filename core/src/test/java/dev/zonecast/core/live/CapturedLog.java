package dev.zonecast.core.live;

import java.text.MessageFormat;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Log lines, kept for a test to look at. */
public final class CapturedLog implements System.Logger {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** Called with each line, on the thread that logs it. */
    public volatile Consumer<String> onLine = line -> {};

    @Override
    public String getName() {
        return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
        return level.getSeverity() >= Level.INFO.getSeverity();
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
        log(level, bundle, "{0}: {1}", message, thrown);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
        if (isLoggable(level)) {
            String line = level + " " + (parameters == null ? format : MessageFormat.format(format, parameters));
            lines.add(line);
            onLine.accept(line);
        }
    }

    public List<String> lines() {
        return lines;
    }

    public boolean has(String part) {
        return lines.stream().anyMatch(line -> line.contains(part));
    }

    /** Lines with a part in them. */
    public long count(String part) {
        return lines.stream().filter(line -> line.contains(part)).count();
    }
}
