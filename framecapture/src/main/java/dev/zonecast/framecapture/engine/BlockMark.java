package dev.zonecast.framecapture.engine;

/** A word that a buffer has until a shader writes blocks: a conditional render of the program may discard the shader's run. */
public final class BlockMark {
    /** No block begins like this: its first colour would be the darker one. */
    public static final int WORD = 0xFFFF0001;

    private BlockMark() {}

    /** Whether no blocks were written. */
    public static boolean isIn(int[] words) {
        return words[0] == WORD;
    }
}
