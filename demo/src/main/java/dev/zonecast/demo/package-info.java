/** The demonstration: a renderer that is profiled with Zonecast. */
package dev.zonecast.demo;
