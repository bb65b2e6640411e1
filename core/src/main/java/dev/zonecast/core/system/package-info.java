/** What the operating system and the JDK say of the machine: its processors and memory, how busy it is, how much power it draws; and figures of its GPUs. */
package dev.zonecast.core.system;
