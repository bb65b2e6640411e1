/**
 * The demo's world, independent of any graphics API: meshes, objects, their simulation, the camera, the sun and culling.
 *
 * <p>Threads: the main thread owns everything. During {@link dev.zonecast.demo.scene.Simulation#advance} and {@link
 * dev.zonecast.demo.scene.VisibilityStage#cull} the workers of a {@link dev.zonecast.demo.scene.WorkerPool} write disjoint
 * parts of it; both methods return after every worker has finished, and the pool's hand-over orders those writes before the
 * return.
 *
 * <p>Units: lengths in metres, angles in radians, times in seconds unless the name says otherwise; colours are linear RGB.
 * Axes: x right, y up, z towards the viewer.
 */
package dev.zonecast.demo.scene;
