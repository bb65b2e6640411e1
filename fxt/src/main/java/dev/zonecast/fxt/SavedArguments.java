package dev.zonecast.fxt;

/** Arguments of an open zone in the layout of records ({@link ExtensionLayout#LATE}). Names and texts are terms or inline. */
public final class SavedArguments {
    private final int count;
    private final byte[] bytes;

    /**
     * Takes the bytes as they are.
     *
     * @param count how many arguments
     */
    public SavedArguments(int count, byte[] bytes) {
        this.count = count;
        this.bytes = bytes;
    }

    public int count() {
        return count;
    }

    /** Not to be changed. */
    public byte[] bytes() {
        return bytes;
    }
}
