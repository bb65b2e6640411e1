/** File operations that an interrupt of the program's threads must not break. */
package dev.zonecast.core.disk;
