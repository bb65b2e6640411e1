/**
 * Tracy's wire protocol, for both of its ends: {@link dev.zonecast.tracy.EventType} and {@link dev.zonecast.tracy.Protocol} are the
 * tables of events and versions; {@link dev.zonecast.tracy.EventEncoder} writes events into blocks and
 * {@link dev.zonecast.tracy.EventLengths} finds them; {@link dev.zonecast.tracy.BlockSender} and
 * {@link dev.zonecast.tracy.BlockReader} compress and decompress blocks; {@link dev.zonecast.tracy.Welcome} is the handshake.
 */
package dev.zonecast.tracy;
