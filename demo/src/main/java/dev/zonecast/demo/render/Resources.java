package dev.zonecast.demo.render;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a renderer has opened, closed from the last to the first. */
public final class Resources implements AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    public <T extends AutoCloseable> T keep(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("a resource of the renderer cannot be freed", e);
            }
        }
    }
}
