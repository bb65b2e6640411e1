/** Figures of the machine from the operating system and the JDK: processors, memory, load, power, GPUs. */
package dev.zonecast.core.system;
