/**
 * Records several programs at once, after Fuchsia's trace manager. A thread a connection; each program's session guards its own state
 * with its lock, and no session takes another's.
 */
package dev.zonecast.capture.manager;
