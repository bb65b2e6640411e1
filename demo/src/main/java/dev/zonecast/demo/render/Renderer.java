package dev.zonecast.demo.render;

import dev.zonecast.demo.scene.FrameView;
import dev.zonecast.demo.scene.InstanceList;

/**
 * Draws frames. The calls of a frame come in the order {@link #upload}, {@link #render}, {@link #present}; the methods record
 * the zones of their work, on the CPU and on the GPU, themselves.
 *
 * <p>Every method may throw {@link RenderingException} when the graphics API reports an error.
 */
public interface Renderer extends AutoCloseable {
    /** Which driver draws. */
    RendererInfo info();

    /** Copies the objects of the next frame to the GPU. */
    void upload(InstanceList visible, InstanceList shadowCasters);

    /** Submits all passes of the frame: shadow, main, post. */
    void render(FrameView view);

    /** Shows the frame, or finishes it where there is no window; keeps the number of frames in flight bounded. */
    void present();

    /** Polls events: whether a person has closed the window; never true without one. */
    boolean closeRequested();

    /** Waits for the last frame and copies it out. */
    Picture readFrame();

    /** Waits for the GPU, hands the last GPU zones over and frees everything. */
    @Override
    void close();
}
