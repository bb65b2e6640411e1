/**
 * The agent: profiles programs that know nothing of Zonecast. It weaves hooks into LWJGL's functions ({@link
 * dev.zonecast.agent.LeafWeaver}), links them to the part that knows the library ({@link dev.zonecast.agent.Hooks}), and sets the profiler's
 * options from its own ({@link dev.zonecast.agent.AgentOptions}).
 */
package dev.zonecast.agent;
