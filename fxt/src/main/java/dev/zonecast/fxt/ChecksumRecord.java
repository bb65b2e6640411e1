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
        return NAME.record(ExtensionLayout.VERSION | crc32c << 32, coveredBytes);
    }
}
