package dev.zonecast.core.clock;

import java.util.HexFormat;

/**
 * Machine code that reads the processor's time-stamp counter, as a C function {@code int64_t f(void)}, and (x86-64 only) one that
 * runs {@code cpuid}. Nothing here depends on the running machine: callers pass the operating system and processor.
 *
 * <p>Sources: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2 (RDTSC, CPUID) and volume 3, 17.17
 * (time-stamp counter); Arm Architecture Reference Manual, CNTVCT_EL0; System V AMD64 ABI and Microsoft x64 calling convention.
 */
final class CounterCode {
    /** {@code rdtsc; shl rdx, 32; or rax, rdx; ret}: no argument and no callee-saved register, so both x64 conventions agree. */
    static final byte[] X64_RDTSC = bytes("0F31 48C1E220 4809D0 C3");

    /** {@code mrs x0, cntvct_el0; ret}, little-endian words D53BE040 and D65F03C0. */
    static final byte[] ARM64_CNTVCT = bytes("40E03BD5 C0035FD6");

    /** {@code mrs x0, cntfrq_el0; ret}: the counter's nominal frequency in hertz; words D53BE000 and D65F03C0. */
    static final byte[] ARM64_CNTFRQ = bytes("00E03BD5 C0035FD6");

    /**
     * {@code void cpuid(uint32_t leaf, uint32_t out[4])}, System V: push rbx; mov eax, edi; xor ecx, ecx; mov r8, rsi; cpuid;
     * mov [r8], eax; mov [r8+4], ebx; mov [r8+8], ecx; mov [r8+12], edx; pop rbx; ret.
     */
    static final byte[] SYSV_CPUID = cpuid("89F8", "4989F0");

    /** The same for Microsoft x64: the leaf comes in ecx and the pointer in rdx. */
    static final byte[] WIN64_CPUID = cpuid("89C8", "4989D0");

    private CounterCode() {}

    private static byte[] cpuid(String leafToEax, String pointerToR8) {
        return bytes("53 " + leafToEax + pointerToR8 + " 31C9 0FA2 418900 41895804 41894808 4189500C 5B C3");
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
