package dev.zonecast.framecapture.gl;

import dev.zonecast.framecapture.engine.CaptureSlot;

/** What a picture goes through: a small framebuffer, a buffer object, and a fence behind the commands for the one or the other. */
final class GlSlot extends CaptureSlot {
    /** Null before there is one. */
    GlStage picture;
    /** True while the picture shows that it is not drawn: see {@link GlMark}. */
    boolean marked;
    /** True if the commands that fill the buffer have been given. */
    boolean reading;
    /** True if the buffer takes blocks, which the GPU compresses. */
    boolean compressed;
    /** Name of the buffer, 0 before there is one. */
    int buffer;
    /** Size of the buffer. */
    int bytes;
    /** 0 if there is none. */
    long fence;
}
