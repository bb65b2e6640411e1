package dev.zonecast.capture.tracy;

import java.io.IOException;

/** Applies an event whose names are known. */
interface Handler {
    void apply(byte[] bytes, int at) throws IOException;
}
