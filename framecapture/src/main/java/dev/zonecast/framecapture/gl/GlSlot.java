package dev.zonecast.framecapture.gl;

import dev.zonecast.framecapture.engine.CaptureSlot;

/** A buffer object and the fence behind the commands that fill it. */
final class GlSlot extends CaptureSlot {
    /** Name of the buffer, 0 before there is one. */
    int buffer;
    /** Size of the buffer. */
    int bytes;
    /** 0 if there is none. */
    long fence;
}
