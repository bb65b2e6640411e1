/** GPU zones of OpenCL command queues. */
package dev.zonecast.gpu.cl;
