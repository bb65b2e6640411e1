package dev.zonecast.framecapture.vk;

import dev.zonecast.framecapture.engine.CaptureSlot;

/** What a picture goes through: a target, and an event that the GPU sets when the picture is in it. */
final class VkSlot extends CaptureSlot {
    /** 0 before there is one. */
    long event;
    /** Null before there is one. */
    VkTarget target;
    /** What lies between the source and the picture that is under way; null if none is. */
    VkScaler.Steps steps;
    /** Number of the capture that is under way; see {@link VkDeletions#nextCapture}. */
    long capture;
    /** The command buffer of the capture that is under way. */
    long commands;
}
