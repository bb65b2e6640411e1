package dev.zonecast.core.clock;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/**
 * Vendor and model of an x86 processor, as Tracy's welcome message carries them.
 *
 * @param vendor the 12 characters of CPUID leaf 0, or empty
 * @param packedSignature CPUID leaf 1 EAX with bits 0 to 11 kept and bits 16 to 27 moved to 12 to 23; 0 if unknown
 */
public record CpuIdentity(String vendor, int packedSignature) {
    /** Not an x86 processor, or not read. */
    public static final CpuIdentity UNKNOWN = new CpuIdentity("", 0);

    /** @param cpuid gives eax, ebx, ecx, edx of a leaf */
    static CpuIdentity read(IntFunction<int[]> cpuid) {
        int[] leaf0 = cpuid.apply(0);
        byte[] text = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(leaf0[1])
                .putInt(leaf0[3])
                .putInt(leaf0[2])
                .array();
        int signature = cpuid.apply(1)[0];
        int packed = (signature & 0xFFF) | ((signature & 0xFFF0000) >>> 4);
        return new CpuIdentity(new String(text, StandardCharsets.US_ASCII), packed);
    }
}
