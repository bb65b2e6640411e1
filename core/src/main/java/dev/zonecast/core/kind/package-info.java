/** The kinds of events, each declared once: number, order and fields. Written by producers, read by the collector and its sinks. */
package dev.zonecast.core.kind;
