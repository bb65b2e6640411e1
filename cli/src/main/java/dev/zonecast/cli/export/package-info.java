/** A trace for other programs: each exporter is a listener of a reading, and writes as it listens where the format lets it. */
package dev.zonecast.cli.export;
