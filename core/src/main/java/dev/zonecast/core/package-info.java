/** The API of a profiled program: zones, frames, plots, messages, thread names. */
package dev.zonecast.core;
