/** The command line: one class a command, what they share beside them. */
package dev.zonecast.cli;
