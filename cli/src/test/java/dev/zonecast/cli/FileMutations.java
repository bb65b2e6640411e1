package dev.zonecast.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Damages files: bytes, words and pieces of a binary one, words and numbers of a text. The same number gives the same damage. */
final class FileMutations {
    private static final int WORD = Long.BYTES;
    private static final long[] ODD_WORDS = {
        0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 0xFFFF_FFFFL, 0x7FF8_0000_0000_0000L, 0x7FF0_0000_0000_0000L
    };
    private static final String[] ODD_TEXTS = {
        "-1",
        "1e400",
        "99999999999999999999",
        "1".repeat(1_100),
        "NaN",
        "null",
        "{}",
        "[",
        "]",
        "[".repeat(300),
        "{\"a\":".repeat(300),
        "\"",
        "\\u0000",
        "\\ud800",
        "\0",
        ",",
        "\n",
        "\"\"",
        "\"ph\":\"E\"",
        "\"ph\":\"b\"",
        "\"ts\":-5",
        "\"dur\":1e300",
        "\"id\":\"x\""
    };

    private FileMutations() {}

    /** Some damages, one on top of the other. */
    static byte[] damaged(byte[] whole, byte[] other, boolean isText, Random random) {
        byte[] bytes = whole;
        for (int i = random.nextInt(6); i >= 0; i--) {
            bytes = isText && random.nextInt(3) > 0 ? text(bytes, random) : binary(bytes, other, random);
        }
        return bytes;
    }

    private static byte[] text(byte[] bytes, Random random) {
        byte[] odd = ODD_TEXTS[random.nextInt(ODD_TEXTS.length)].getBytes(StandardCharsets.UTF_8);
        int from = place(bytes, random);
        return spliced(bytes, from, Math.min(bytes.length, from + random.nextInt(8)), odd);
    }

    private static byte[] binary(byte[] bytes, byte[] other, Random random) {
        int at = place(bytes, random);
        int word = at & -WORD;
        byte[] copy = bytes.clone();
        switch (random.nextInt(8)) {
            case 0 -> flip(copy, at, random);
            case 1 -> fill(copy, word, ODD_WORDS[random.nextInt(ODD_WORDS.length)]);
            case 2 -> fill(copy, word, random.nextLong() >>> random.nextInt(Long.SIZE));
            case 3 -> {
                // A part twice.
                int end = Math.min(copy.length, word + WORD * (1 + random.nextInt(64)));
                return spliced(copy, end, end, Arrays.copyOfRange(copy, word, end));
            }
            case 4 -> {
                int end = Math.min(copy.length, word + WORD * (1 + random.nextInt(16)));
                return spliced(copy, word, end, new byte[0]);
            }
            case 5 -> {
                int from = place(other, random) & -WORD;
                int end = Math.min(other.length, from + WORD * (1 + random.nextInt(64)));
                return spliced(copy, word, word, Arrays.copyOfRange(other, from, end));
            }
            case 6 -> {
                return Arrays.copyOf(copy, random.nextInt(8) == 0 ? at : Math.max(copy.length - at % 64, 0));
            }
            default -> {
                int from = place(bytes, random) & -WORD;
                System.arraycopy(bytes, from, copy, word, Math.min(WORD, bytes.length - Math.max(from, word)));
            }
        }
        return copy;
    }

    /** Half of all places are near the beginning, where names and tables are. */
    private static int place(byte[] bytes, Random random) {
        int limit = random.nextBoolean() ? Math.min(bytes.length, 1_024) : bytes.length;
        return limit == 0 ? 0 : random.nextInt(limit);
    }

    private static void flip(byte[] bytes, int at, Random random) {
        if (at < bytes.length) {
            bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
    }

    private static void fill(byte[] bytes, int at, long word) {
        for (int i = 0; i < WORD && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (word >>> (Byte.SIZE * i));
        }
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] between) {
        byte[] result = Arrays.copyOf(bytes, from + between.length + bytes.length - to);
        System.arraycopy(between, 0, result, from, between.length);
        System.arraycopy(bytes, to, result, from + between.length, bytes.length - to);
        return result;
    }
}
