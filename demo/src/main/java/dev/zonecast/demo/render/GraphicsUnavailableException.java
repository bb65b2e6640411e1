package dev.zonecast.demo.render;

import java.util.List;

/** No way to a usable graphics context was found on this machine. */
public final class GraphicsUnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<String> reasons;

    /**
     * @param what what was looked for
     * @param reasons one for each way that was tried
     */
    public GraphicsUnavailableException(String what, List<String> reasons) {
        super(what + ": " + String.join("; ", reasons));
        this.reasons = List.copyOf(reasons);
    }

    /** One line for each way that was tried. */
    public List<String> reasons() {
        return reasons;
    }
}
