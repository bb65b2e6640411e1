/**
 * The league table: what a zone costs with Zonecast and with its peers, measured alike, each in a process of its own.
 * {@link dev.zonecast.bench.league.League} starts the processes, {@code LeagueRun} is one of them, a {@code Contestant} one way to
 * record a zone.
 */
package dev.zonecast.bench.league;
