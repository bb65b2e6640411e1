/** Tests that core's GPU engine shares with its back-ends; each of their modules compiles them among its own tests. */
package dev.zonecast.core.gpu.contract;
