package dev.zonecast.gpu.vk;

/**
 * When the GPU writes its clock, for begins and for ends.
 *
 * @param begin a bit of VkPipelineStageFlagBits2; what is below 2^32 is the same in VkPipelineStageFlagBits
 * @param end as {@code begin}
 * @param isLong true if vkCmdWriteTimestamp2 is used
 */
record VkStages(long begin, long end, boolean isLong) {
    private static final long OLD_STAGES = 0x7FFF_FFFFL;

    /** @throws IllegalArgumentException if a stage is not one bit, or needs vkCmdWriteTimestamp2 */
    VkStages {
        check(begin, isLong);
        check(end, isLong);
    }

    private static void check(long stage, boolean isLong) {
        if (Long.bitCount(stage) != 1) {
            throw new IllegalArgumentException("a stage is one bit, not 0x" + Long.toHexString(stage));
        }
        if (!isLong && stage > OLD_STAGES) {
            throw new IllegalArgumentException(
                    "stage 0x" + Long.toHexString(stage) + " needs synchronization2, which was not said to be enabled");
        }
    }

    long of(boolean isBegin) {
        return isBegin ? begin : end;
    }
}
