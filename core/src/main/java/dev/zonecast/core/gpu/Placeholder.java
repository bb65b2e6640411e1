package dev.zonecast.core.gpu;

/** Keeps the exported package from being empty, which javac refuses; goes with the first real class. */
final class Placeholder {
    private Placeholder() {}
}
