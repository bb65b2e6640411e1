/** A screenshot of every frame: read-back, DXT1 compression, hand-over to the viewer and the recording. */
module dev.zonecast.framecapture {
    requires transitive dev.zonecast.core;
    // Used where the program is started with it: --add-modules jdk.incubator.vector.
    requires static jdk.incubator.vector;
    // A program requires those that it draws with. Not transitive: javac would then look for them in every program.
    requires static org.lwjgl;
    requires static org.lwjgl.opengl;
    requires static org.lwjgl.opengles;
    requires static org.lwjgl.vulkan;

    exports dev.zonecast.framecapture;
    exports dev.zonecast.framecapture.gl;
    exports dev.zonecast.framecapture.pixels;
    exports dev.zonecast.framecapture.vk;
}
