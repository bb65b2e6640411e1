package dev.zonecast.framecapture.engine;

/**
 * What a graphics API has to offer for {@link CaptureEngine}. The calls come on the thread that captures, while its context or device is
 * usable; none of them throws.
 */
public interface CaptureDevice<S extends CaptureSlot> {
    /**
     * A word that a buffer has until a shader writes blocks: a conditional render of the program may discard the shader's run. No block
     * begins like this: its first colour would be the darker one.
     */
    int NO_BLOCKS = 0xFFFF0001;

    /** How far the GPU is with a slot. */
    enum Progress {
        PENDING,
        READY,
        /** It will never be ready. */
        FAILED
    }

    /** A slot without memory yet. */
    S createSlot();

    /** Frees a slot's memory on the GPU, as soon as no command uses it. Its picture is not needed any more. */
    void destroySlot(S slot);

    /**
     * Goes on with a picture that is under way, if the GPU is far enough; never waits.
     *
     * @return false if it is not: pictures that were submitted later are not either
     */
    boolean advance(S slot);

    /** Looks, and never waits. */
    Progress poll(S slot);

    /**
     * Copies a picture that is ready out of its slot.
     *
     * @param words takes exactly the picture: blocks of the protocol's order if it {@linkplain #isCompressed}, else pixels
     * @return why the picture was not drawn, or null
     */
    String read(S slot, int[] words);

    /** Lets a slot that was read or failed be used again. */
    void recycle(S slot);

    /**
     * Takes a slot over whose picture is not expected any more. The device destroys it when the GPU cannot write it any more.
     *
     * @return false if the slot stays with the caller
     */
    boolean giveUp(S slot);

    /** Whether a slot's picture comes as blocks. */
    boolean isCompressed(S slot);

    /** Whether pictures come as blocks as a rule. */
    boolean compresses();

    /** Whether the first row of a picture is its lowest. */
    boolean bottomUp();
}
