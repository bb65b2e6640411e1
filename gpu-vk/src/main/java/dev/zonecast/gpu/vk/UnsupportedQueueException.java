package dev.zonecast.gpu.vk;

/** A queue cannot have GPU zones: its family has no timestamps, or no way to reset queries. A fact of the device, known before anything runs. */
public final class UnsupportedQueueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int queueFamily;

    UnsupportedQueueException(int queueFamily, String message) {
        super(message);
        this.queueFamily = queueFamily;
    }

    /** Index of the queue family. */
    public int queueFamily() {
        return queueFamily;
    }
}
