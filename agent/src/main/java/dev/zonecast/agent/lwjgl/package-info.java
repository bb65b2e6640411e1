/** Hooks of LWJGL's core. */
package dev.zonecast.agent.lwjgl;
