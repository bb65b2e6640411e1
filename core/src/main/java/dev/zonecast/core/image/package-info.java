/** The way of frame images to the collector, for modules that make them. */
package dev.zonecast.core.image;
