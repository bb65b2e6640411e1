package dev.zonecast.demo.render;

import dev.zonecast.demo.scene.Mesh;
import java.util.List;

/**
 * How a renderer is opened.
 *
 * @param window whether a person shall see the frames
 * @param size of the frames, in pixels
 * @param shadowMapSize side of the shadow map in texels
 * @param meshes of the scene
 * @param screenshots which frames are captured
 * @param statistics whether passes count what the pipeline does
 */
public record RenderSettings(
        boolean window,
        FrameSize size,
        int shadowMapSize,
        List<Mesh> meshes,
        Screenshots screenshots,
        boolean statistics) {}
