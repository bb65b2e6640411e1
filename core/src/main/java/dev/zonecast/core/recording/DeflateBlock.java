package dev.zonecast.core.recording;

import java.nio.ByteBuffer;

/** Literals and matches of a block of Deflate (RFC 1951, 3.2.3 to 3.2.7). */
final class DeflateBlock {
    static final int MAX_DISTANCE = 32 << 10;
    private static final int MIN_LENGTH = 3;
    private static final int MAX_LENGTH = 258;
    private static final int MAX_SYMBOLS = 32 << 10;

    /** A match: this bit, the length less {@link #MIN_LENGTH}, the distance less 1. A literal: the byte. */
    private static final int MATCH = 1 << 31;

    private static final int LENGTH_SHIFT = 16;
    private static final int END = 256;
    private static final int FIRST_LENGTH = 257;
    private static final int DISTANCES = 30;
    private static final int MAX_CODE_BITS = 15;
    private static final int STORED = 0;
    private static final int DYNAMIC = 2;
    private static final int MAX_STORED_BYTES = 65535;

    /** Symbols of the code for lengths of codes, and the order of its lengths in the header of a block. */
    private static final int REPEAT = 16;

    private static final int ZEROS = 17;
    private static final int MANY_ZEROS = 18;
    private static final int[] ORDER = {REPEAT, ZEROS, MANY_ZEROS, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
    };

    /** By the length of a match less {@link #MIN_LENGTH}: its symbol; then extra bits and first length of each symbol. */
    private static final byte[] LENGTH_SYMBOLS = new byte[MAX_LENGTH - MIN_LENGTH + 1];

    private static final int[] LENGTH_EXTRA = new int[29];
    private static final int[] LENGTH_FIRST = new int[29];

    static {
        int first = 0;
        for (int i = 0; i < LENGTH_FIRST.length - 1; i++) {
            LENGTH_EXTRA[i] = i < 8 ? 0 : (i >>> 2) - 1;
            LENGTH_FIRST[i] = first;
            for (int k = 0; k < 1 << LENGTH_EXTRA[i] && first < LENGTH_SYMBOLS.length; k++) {
                LENGTH_SYMBOLS[first] = (byte) i;
                first++;
            }
        }
        // The last length has a symbol of its own.
        LENGTH_FIRST[28] = MAX_LENGTH - MIN_LENGTH;
        LENGTH_SYMBOLS[MAX_LENGTH - MIN_LENGTH] = 28;
    }

    private final int[] symbols = new int[MAX_SYMBOLS];
    private int count;
    private final PrefixCode literals = new PrefixCode(FIRST_LENGTH + LENGTH_FIRST.length, MAX_CODE_BITS);
    private final PrefixCode distances = new PrefixCode(DISTANCES, MAX_CODE_BITS);
    private final PrefixCode codeLengths = new PrefixCode(ORDER.length, 7);

    /** Lengths of both codes in runs: the symbol in the low 8 bits, extra bits above. */
    private final int[] runs = new int[literals.lengths.length + DISTANCES];

    private int runCount;

    /** Length of the next part of a long match. A rest of 1 or 2 bytes is never left. */
    static int partOf(int length) {
        if (length <= MAX_LENGTH) {
            return length;
        }
        return Math.min(MAX_LENGTH, length - MIN_LENGTH);
    }

    int room() {
        return symbols.length - count;
    }

    void addLiteral(int literal) {
        symbols[count] = literal;
        count++;
        literals.counts[literal]++;
    }

    /**
     * @param length of {@link #partOf}
     * @param distance up to {@link #MAX_DISTANCE}
     */
    void addMatch(int length, int distance) {
        int coded = length - MIN_LENGTH;
        symbols[count] = MATCH | coded << LENGTH_SHIFT | distance - 1;
        count++;
        literals.counts[FIRST_LENGTH + LENGTH_SYMBOLS[coded]]++;
        distances.counts[distanceSymbol(distance - 1)]++;
    }

    /**
     * Writes the block, and begins the next one.
     *
     * @param input the bytes of the symbols; written as they are if that is shorter
     */
    void write(BitOutput out, ByteBuffer input, boolean isLast) {
        literals.counts[END]++;
        literals.make();
        distances.make();
        int literalsUsed = Math.max(literals.used(), FIRST_LENGTH);
        int distancesUsed = distances.used();
        findRuns(literalsUsed, distancesUsed);
        codeLengths.make();
        int lengthsUsed = ORDER.length;
        while (codeLengths.lengths[ORDER[lengthsUsed - 1]] == 0) {
            lengthsUsed--;
        }
        if (bits(lengthsUsed) >>> 3 > input.remaining()) {
            store(out, input, isLast);
        } else {
            out.add(isLast ? 1 : 0, 1);
            out.add(DYNAMIC, 2);
            out.add(literalsUsed - FIRST_LENGTH, 5);
            out.add(distancesUsed - 1, 5);
            out.add(lengthsUsed - 4, 4);
            writeCodes(out, lengthsUsed);
            writeSymbols(out);
        }
        count = 0;
        literals.clear();
        distances.clear();
        codeLengths.clear();
    }

    /** Upper bound for the bits of a block with codes. */
    private long bits(int lengthsUsed) {
        long bits = 17 + 3L * lengthsUsed + codeLengths.bits() + literals.bits() + distances.bits();
        for (int i = 0; i < runCount; i++) {
            bits += runExtra(runs[i] & 0xFF);
        }
        for (int i = 0; i < LENGTH_EXTRA.length; i++) {
            bits += (long) literals.counts[FIRST_LENGTH + i] * LENGTH_EXTRA[i];
        }
        for (int i = 0; i < DISTANCES; i++) {
            bits += (long) distances.counts[i] * distanceExtra(i);
        }
        return bits;
    }

    private void findRuns(int literalsUsed, int distancesUsed) {
        byte[] lengths = new byte[literalsUsed + distancesUsed];
        System.arraycopy(literals.lengths, 0, lengths, 0, literalsUsed);
        System.arraycopy(distances.lengths, 0, lengths, literalsUsed, distancesUsed);
        runCount = 0;
        int at = 0;
        while (at < lengths.length) {
            int length = lengths[at];
            int same = 1;
            while (at + same < lengths.length && lengths[at + same] == length) {
                same++;
            }
            at += length == 0 ? addZeros(same) : addLengths(length, same);
        }
    }

    /** Returns the length of the run. */
    private int addZeros(int zeros) {
        if (zeros < 3) {
            addRun(0, 0);
            return 1;
        }
        int part = Math.min(zeros, 138);
        if (part <= 10) {
            addRun(ZEROS, part - 3);
        } else {
            addRun(MANY_ZEROS, part - 11);
        }
        return part;
    }

    private int addLengths(int length, int same) {
        addRun(length, 0);
        if (same < 4) {
            return 1;
        }
        int part = Math.min(same - 1, 6);
        addRun(REPEAT, part - 3);
        return part + 1;
    }

    private void addRun(int symbol, int extra) {
        runs[runCount] = symbol | extra << 8;
        runCount++;
        codeLengths.counts[symbol]++;
    }

    private static int runExtra(int symbol) {
        return switch (symbol) {
            case REPEAT -> 2;
            case ZEROS -> 3;
            case MANY_ZEROS -> 7;
            default -> 0;
        };
    }

    private void writeCodes(BitOutput out, int lengthsUsed) {
        for (int i = 0; i < lengthsUsed; i++) {
            out.add(codeLengths.lengths[ORDER[i]], 3);
            out.write();
        }
        for (int i = 0; i < runCount; i++) {
            int symbol = runs[i] & 0xFF;
            add(out, codeLengths, symbol);
            out.add(runs[i] >>> 8, runExtra(symbol));
            out.write();
        }
    }

    private void writeSymbols(BitOutput out) {
        for (int i = 0; i < count; i++) {
            int symbol = symbols[i];
            if (symbol >= 0) {
                add(out, literals, symbol);
            } else {
                int length = symbol >>> LENGTH_SHIFT & 0xFF;
                int lengthSymbol = LENGTH_SYMBOLS[length];
                add(out, literals, FIRST_LENGTH + lengthSymbol);
                out.add(length - LENGTH_FIRST[lengthSymbol], LENGTH_EXTRA[lengthSymbol]);
                int distance = symbol & (1 << LENGTH_SHIFT) - 1;
                int distanceSymbol = distanceSymbol(distance);
                int extra = distanceExtra(distanceSymbol);
                add(out, distances, distanceSymbol);
                out.add(distance & (1 << extra) - 1, extra);
            }
            // A match has at most 48 bits.
            out.write();
        }
        add(out, literals, END);
        out.write();
    }

    private static void add(BitOutput out, PrefixCode code, int symbol) {
        out.add(code.codes[symbol], code.lengths[symbol]);
    }

    private static void store(BitOutput out, ByteBuffer input, boolean isLast) {
        do {
            int bytes = Math.min(input.remaining(), MAX_STORED_BYTES);
            out.add(isLast && bytes == input.remaining() ? 1 : 0, 1);
            out.add(STORED, 2);
            out.alignToByte();
            out.add(bytes, 16);
            out.add(~bytes & 0xFFFF, 16);
            out.write();
            out.copy(input.slice(input.position(), bytes));
            input.position(input.position() + bytes);
        } while (input.hasRemaining());
    }

    /**
     * The symbol of 2 and more is twice the place of the highest bit, plus the next lower bit.
     *
     * @param distance less 1
     */
    private static int distanceSymbol(int distance) {
        if (distance < 2) {
            return distance;
        }
        int highest = 31 - Integer.numberOfLeadingZeros(distance);
        return 2 * highest + (distance >>> (highest - 1) & 1);
    }

    private static int distanceExtra(int symbol) {
        return Math.max(0, (symbol >>> 1) - 1);
    }
}
