package dev.zonecast.core.state;

import dev.zonecast.core.kind.ParameterKind;
import java.util.concurrent.atomic.AtomicBoolean;

/** A registered parameter. Thread-safe. */
public final class ParameterState {
    private final int index;
    private final String name;
    private final int nameId;
    private final ParameterKind kind;
    private final AtomicBoolean queued = new AtomicBoolean();
    private volatile int value;
    private volatile Runnable action;

    ParameterState(int index, String name, int nameId, ParameterKind kind, int value) {
        this.index = index;
        this.name = name;
        this.nameId = nameId;
        this.kind = kind;
        this.value = value;
    }

    /** The viewer's number for it, from 0 on; -1 beyond the limit: viewers do not get it. */
    public int index() {
        return index;
    }

    public String name() {
        return name;
    }

    /** Id of the name in the table of names. */
    public int nameId() {
        return nameId;
    }

    public ParameterKind kind() {
        return kind;
    }

    public int value() {
        return value;
    }

    /** Sets the action after a change; null: none. */
    public void action(Runnable newAction) {
        action = newAction;
    }

    /** Sets the value. No action runs. */
    public void set(int newValue) {
        switch (kind) {
            case INTEGER -> value = newValue;
            case BOOLEAN -> value = newValue == 0 ? 0 : 1;
            case TRIGGER -> {}
        }
    }

    /** True if it was not in the queue: the caller has to put it there. */
    boolean queue() {
        return queued.compareAndSet(false, true);
    }

    /** Leaves the queue: a later change causes another run. */
    void run() {
        queued.set(false);
        Runnable present = action;
        if (present != null) {
            present.run();
        }
    }

    @Override
    public String toString() {
        return kind == ParameterKind.TRIGGER ? name : name + " = " + value;
    }
}
