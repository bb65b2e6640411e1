package dev.zonecast.jvm;

/** How often stacks are sampled when the rate follows the load: {@link AdaptiveSampling}. */
public enum SamplingMode {
    /** For a loaded machine, or a program that is slow already. */
    LOW,
    /** In between. */
    MEDIUM,
    /** For fine paths, while there is processor time to spare. */
    HIGH
}
