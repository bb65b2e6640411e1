/** Which system and processor this is, for the classes that choose by it. */
package dev.zonecast.core.platform;
