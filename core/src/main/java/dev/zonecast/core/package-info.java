/** What a program calls to be profiled: zones, frames, plots, messages, thread names. */
package dev.zonecast.core;
