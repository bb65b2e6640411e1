package dev.zonecast.core.event;

/** A thread, fiber or track as sinks see it. Its name and group change only between the events of a sink. */
public class EventThread {
    private final long id;
    private final boolean virtual;
    private final boolean fiber;
    private String name;
    private int group;

    protected EventThread(long id, boolean virtual, boolean fiber, String name, int group) {
        this.id = id;
        this.virtual = virtual;
        this.fiber = fiber;
        this.name = name;
        this.group = group;
    }

    /**
     * A thread whose name does not change.
     *
     * @param id above 0
     */
    public static EventThread of(long id, String name) {
        return new EventThread(id, false, false, name, 0);
    }

    /**
     * A thread of another program.
     *
     * @param virtual true for a virtual thread
     * @param group viewers show threads of equal numbers together; 0: none
     */
    public static EventThread of(long id, boolean virtual, String name, int group) {
        return new EventThread(id, virtual, false, name, group);
    }

    /** A fiber. */
    public static EventThread ofFiber(long id, String name) {
        return new EventThread(id, false, true, name, 0);
    }

    /** {@link Thread#threadId}; above 0, unique while the process lives. */
    public final long id() {
        return id;
    }

    /** True for a fiber, which runs on several threads in turn. */
    public final boolean isFiber() {
        return fiber;
    }

    /** True for a virtual thread. */
    public final boolean virtual() {
        return virtual;
    }

    /** The name, never null. */
    public final String name() {
        return name;
    }

    /** Viewers show threads of equal numbers together; 0: none. */
    public final int group() {
        return group;
    }

    /** Changes the name and the group. */
    protected final void rename(String newName, int newGroup) {
        name = newName;
        group = newGroup;
    }
}
