package dev.zonecast.core.recording;

import java.util.Arrays;

/**
 * A Huffman code of Deflate (RFC 1951, 3.2.2): frequent symbols get short codes. The lengths come from Huffman's algorithm with two queues
 * (van Leeuwen, 1976). Codes over the limit are shortened, and others grow until the code is complete again.
 */
final class PrefixCode {
    private static final int SYMBOL_BITS = 16;

    private final int limit;

    /** Occurrences of each symbol. */
    final int[] counts;

    /** Bits of each symbol's code; 0 for symbols that do not occur. */
    final byte[] lengths;

    /** The code of each symbol, with its first bit lowest. */
    final int[] codes;

    /** Symbols by count: the count, and the symbol in the low bits. */
    private final long[] sorted;

    /** First of the leaves, then of the inner nodes. */
    private final long[] weights;

    private final int[] parents;
    private final byte[] depths;

    /**
     * @param limit bits of the longest code
     */
    PrefixCode(int symbols, int limit) {
        this.limit = limit;
        counts = new int[symbols];
        lengths = new byte[symbols];
        codes = new int[symbols];
        sorted = new long[symbols];
        weights = new long[2 * symbols];
        parents = new int[2 * symbols];
        depths = new byte[2 * symbols];
    }

    /** Makes the code for the counts. */
    void make() {
        requireTwoSymbols();
        int leaves = sort();
        makeTree(leaves);
        int[] ofLength = limited(leaves);
        Arrays.fill(lengths, (byte) 0);
        int next = leaves;
        for (int length = 1; length <= limit; length++) {
            for (int i = 0; i < ofLength[length]; i++) {
                next--;
                lengths[(int) sorted[next] & (1 << SYMBOL_BITS) - 1] = (byte) length;
            }
        }
        number(ofLength);
    }

    void clear() {
        Arrays.fill(counts, 0);
    }

    /** Bits of all occurrences. */
    long bits() {
        long bits = 0;
        for (int i = 0; i < counts.length; i++) {
            bits += (long) counts[i] * lengths[i];
        }
        return bits;
    }

    /** Symbols up to the last one that occurs. */
    int used() {
        int used = lengths.length;
        while (lengths[used - 1] == 0) {
            used--;
        }
        return used;
    }

    /** Some readers reject a code with one symbol: unused symbols fill up to two. */
    private void requireTwoSymbols() {
        int used = 0;
        for (int i = 0; i < counts.length && used < 2; i++) {
            used += Integer.signum(counts[i]);
        }
        for (int i = 0; used < 2; i++) {
            if (counts[i] == 0) {
                counts[i] = 1;
                used++;
            }
        }
    }

    private int sort() {
        int leaves = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                sorted[leaves] = (long) counts[i] << SYMBOL_BITS | i;
                leaves++;
            }
        }
        Arrays.sort(sorted, 0, leaves);
        return leaves;
    }

    /** Inner nodes are made by ascending weight. So the lightest node is always the next leaf or the next inner node. */
    private void makeTree(int leaves) {
        for (int i = 0; i < leaves; i++) {
            weights[i] = sorted[i] >>> SYMBOL_BITS;
        }
        int leaf = 0;
        int node = leaves;
        int root = 2 * leaves - 2;
        for (int made = leaves; made <= root; made++) {
            weights[made] = 0;
            for (int child = 0; child < 2; child++) {
                boolean isLeaf = leaf < leaves && (node == made || weights[leaf] <= weights[node]);
                int lightest = isLeaf ? leaf : node;
                weights[made] += weights[lightest];
                parents[lightest] = made;
                leaf += isLeaf ? 1 : 0;
                node += isLeaf ? 0 : 1;
            }
        }
        depths[root] = 0;
        for (int i = root - 1; i >= 0; i--) {
            depths[i] = (byte) (depths[parents[i]] + 1);
        }
    }

    /** Number of symbols of each length. A code of length n takes 2^(limit - n) shares; a complete code takes exactly 2^limit. */
    private int[] limited(int leaves) {
        int[] ofLength = new int[limit + 1];
        int shares = 0;
        for (int i = 0; i < leaves; i++) {
            int length = Math.min(depths[i], limit);
            ofLength[length]++;
            shares += 1 << (limit - length);
        }
        while (shares > 1 << limit) {
            // Lengthen a shorter code by a bit. One of the longest codes takes its new sibling. That saves one share.
            int shorter = limit - 1;
            while (ofLength[shorter] == 0) {
                shorter--;
            }
            ofLength[shorter]--;
            ofLength[shorter + 1] += 2;
            ofLength[limit]--;
            shares--;
        }
        return ofLength;
    }

    private void number(int[] ofLength) {
        int[] next = new int[limit + 1];
        for (int length = 1; length < limit; length++) {
            next[length + 1] = (next[length] + ofLength[length]) << 1;
        }
        for (int i = 0; i < lengths.length; i++) {
            int length = lengths[i];
            if (length > 0) {
                codes[i] = Integer.reverse(next[length]) >>> (Integer.SIZE - length);
                next[length]++;
            }
        }
    }
}
