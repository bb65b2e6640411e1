package dev.zonecast.core.gpu;

/** A GPU in real time that does what it was given when it is told to: a counter of 36 bits that runs 50 ppm too fast. */
class FakeGpu extends GpuQueries {
    private static final double RATE = 1 + 50e-6;

    private final long originNanos = System.nanoTime();

    /** Queries that were issued, oldest first. */
    private Chunk[] issuedChunks = new Chunk[1 << 17];

    private int[] issuedIndexes = new int[1 << 17];
    private int issued;

    private long counter() {
        return (long) ((System.nanoTime() - originNanos) * RATE) + 0xF_FFFF_0000L;
    }

    void finish() {
        for (int i = 0; i < issued; i++) {
            issuedChunks[i].raws[issuedIndexes[i]] = counter() & 0xF_FFFF_FFFFL;
            issuedChunks[i].ready[issuedIndexes[i]] = true;
        }
        issued = 0;
    }

    @Override
    public int validBits() {
        return 36;
    }

    @Override
    public double nanosPerTick() {
        return 1;
    }

    @Override
    public boolean isUsable() {
        return true;
    }

    @Override
    protected long gpuTicksNow() {
        return counter();
    }

    @Override
    public QueryChunk createChunk(int queries) {
        return new Chunk(queries);
    }

    private final class Chunk extends QueryChunk {
        private final long[] raws = new long[size()];
        private final boolean[] ready = new boolean[size()];

        Chunk(int queries) {
            super(queries);
        }

        @Override
        protected void issue(int index, long target) {
            ready[index] = false;
            issuedChunks[issued] = this;
            issuedIndexes[issued++] = index;
        }

        @Override
        protected int readyCount(int from, int to) {
            int end = from;
            while (end < to && ready[end]) {
                end++;
            }
            return end - from;
        }

        @Override
        protected long result(int index) {
            return raws[index];
        }

        @Override
        protected void destroy() {}
    }
}
