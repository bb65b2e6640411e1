/**
 * Benchmarks, each with its baseline and its peers in the same run.
 *
 * <p>How they measure. What is measured is a burst of many operations in a row ({@link dev.zonecast.bench.Burst}), and what counts is
 * the median burst ({@code Mode.SampleTime}): a burst of 20 microseconds is either interrupted by another program or not, and on a
 * machine that does other things as well the median is one that was not, where an average over an iteration is always a mixture. The
 * unit is chosen so that a burst's time reads as nanoseconds an operation: microseconds for bursts of 1,000.
 *
 * <p>{@link dev.zonecast.bench.BenchMain} runs baseline and subject in turn, round after round, each in a JVM of its own, and compares
 * within a round, so that a machine that grows slower is slower for both.
 */
package dev.zonecast.bench;
