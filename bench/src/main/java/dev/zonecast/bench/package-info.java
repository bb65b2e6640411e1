/** Benchmarks, each with its baseline and its peers in the same run, and tests of memory order. */
package dev.zonecast.bench;
