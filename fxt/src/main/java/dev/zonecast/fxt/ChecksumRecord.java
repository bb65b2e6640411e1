package dev.zonecast.fxt;

/** The last record of a saved trace: {@link ExtensionLayout#CHECKSUM}. */
public final class ChecksumRecord {
    private static final InlineName NAME = new InlineName(ExtensionLayout.CHECKSUM);

    private ChecksumRecord() {}

    /**
     * The words of the record.
     *
     * @param crc32c of all bytes before it
     * @param coveredBytes how many bytes that are
     */
    public static long[] words(long crc32c, long coveredBytes) {
        long[] head = NAME.head(2);
        long[] words = java.util.Arrays.copyOf(head, head.length + 2);
        words[head.length] = ExtensionLayout.VERSION | crc32c << 32;
        words[head.length + 1] = coveredBytes;
        return words;
    }
}
