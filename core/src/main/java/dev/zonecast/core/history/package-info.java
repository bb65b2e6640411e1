/** The last seconds of a program in memory, for viewers that connect later. */
package dev.zonecast.core.history;
