package dev.zonecast.core.clock;

import java.util.Locale;

/**
 * Machine code that reads the processor's time-stamp counter, as a C function {@code int64_t f(void)}, and (x86-64 only) one that
 * runs {@code cpuid}. Nothing here depends on the running machine: callers pass the operating system and processor.
 *
 * <p>Sources: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2 (RDTSC, CPUID) and volume 3, 17.17
 * (time-stamp counter); Arm Architecture Reference Manual, CNTVCT_EL0; System V AMD64 ABI and Microsoft x64 calling convention.
 */
final class CounterCode {
    /** {@code rdtsc; shl rdx, 32; or rax, rdx; ret}: no argument and no callee-saved register, so both x64 conventions agree. */
    static final byte[] X64_RDTSC = bytes(0x0F, 0x31, 0x48, 0xC1, 0xE2, 0x20, 0x48, 0x09, 0xD0, 0xC3);

    /** {@code mrs x0, cntvct_el0; ret}, little-endian words D53BE040 and D65F03C0. */
    static final byte[] ARM64_CNTVCT = bytes(0x40, 0xE0, 0x3B, 0xD5, 0xC0, 0x03, 0x5F, 0xD6);

    /** {@code mrs x0, cntfrq_el0; ret}: the counter's nominal frequency in hertz; words D53BE000 and D65F03C0. */
    static final byte[] ARM64_CNTFRQ = bytes(0x00, 0xE0, 0x3B, 0xD5, 0xC0, 0x03, 0x5F, 0xD6);

    /**
     * {@code void cpuid(uint32_t leaf, uint32_t out[4])}, System V: push rbx; mov eax, edi; xor ecx, ecx; mov r8, rsi; cpuid;
     * mov [r8], eax; mov [r8+4], ebx; mov [r8+8], ecx; mov [r8+12], edx; pop rbx; ret.
     */
    static final byte[] SYSV_CPUID = cpuid(new int[] {0x89, 0xF8}, new int[] {0x49, 0x89, 0xF0});

    /** The same for Microsoft x64: the leaf comes in ecx and the pointer in rdx. */
    static final byte[] WIN64_CPUID = cpuid(new int[] {0x89, 0xC8}, new int[] {0x49, 0x89, 0xD0});

    private CounterCode() {}

    /** {@code x64}, {@code arm64} or another name as {@code os.arch} gives it. */
    static String processor() {
        String arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        return switch (arch) {
            case "amd64", "x86_64" -> "x64";
            case "aarch64", "arm64" -> "arm64";
            default -> arch;
        };
    }

    private static byte[] cpuid(int[] leafToEax, int[] pointerToR8) {
        int[] code = new int[64];
        int n = 0;
        code[n++] = 0x53;
        for (int b : leafToEax) {
            code[n++] = b;
        }
        for (int b : pointerToR8) {
            code[n++] = b;
        }
        int[] rest = {
            0x31, 0xC9, 0x0F, 0xA2, 0x41, 0x89, 0x00, 0x41, 0x89, 0x58, 0x04, 0x41, 0x89, 0x48, 0x08, 0x41, 0x89, 0x50,
            0x0C, 0x5B, 0xC3
        };
        for (int b : rest) {
            code[n++] = b;
        }
        return bytes(java.util.Arrays.copyOf(code, n));
    }

    private static byte[] bytes(int... values) {
        byte[] result = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            result[i] = (byte) values[i];
        }
        return result;
    }
}
