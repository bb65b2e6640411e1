package dev.zonecast.framecapture.engine;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.bench.BurstBenchmark;
import dev.zonecast.bench.HeadlessContext;
import dev.zonecast.bench.LiveRecording;
import dev.zonecast.core.Frame;
import dev.zonecast.framecapture.CaptureOptions;
import dev.zonecast.framecapture.gl.GlFrameCapture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a captured frame cost the render thread, beside the driver's calls? {@code ./zonecast bench FrameCaptureBenchmark -prof gc}
 *
 * <p>To be read: the median (p0.50), and the bytes allocated. {@link #engine} is our own part without a driver, with pictures of 320x180
 * that are handed to the compression; {@link #capture} is all of it, {@link #bareCalls} the calls that it makes, both on a real OpenGL (as a
 * rule Mesa's llvmpipe) with a source of 640x360. Each invocation takes up the frame before, which the GPU has finished.
 */
@State(Scope.Thread)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class FrameCaptureBenchmark extends BurstBenchmark {
    private static final long LIMIT_NANOS = 10_000_000_000L;
    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;
    private static final int PIXELS = 320 * 180;

    /** A GPU that is done at once. */
    private static final class InstantDevice implements CaptureDevice<InstantDevice.Slot> {
        static final class Slot extends CaptureSlot {}

        @Override
        public Slot createSlot() {
            return new Slot();
        }

        @Override
        public void destroySlot(Slot slot) {
            // It has nothing.
        }

        @Override
        public boolean advance(Slot slot) {
            return true;
        }

        @Override
        public Progress poll(Slot slot) {
            return Progress.READY;
        }

        @Override
        public String read(Slot slot, int[] words) {
            words[0]++;
            return null;
        }

        @Override
        public boolean giveUp(Slot slot) {
            return false;
        }

        @Override
        public void recycle(Slot slot) {
            // It is free.
        }

        @Override
        public boolean isCompressed(Slot slot) {
            return false;
        }

        @Override
        public boolean compresses() {
            return false;
        }

        @Override
        public boolean bottomUp() {
            return true;
        }
    }

    /** The compression has done what it was given: none is dropped for want of a buffer. */
    @State(Scope.Thread)
    public static class CompressionIdle {
        @Setup(Level.Invocation)
        public void await() {
            if (!CompressionWorker.INSTANCE.await(LIMIT_NANOS)) {
                throw new IllegalStateException("the compression hangs");
            }
        }
    }

    /** An engine without a driver. */
    @State(Scope.Thread)
    public static class Engine {
        private final CaptureEngine<InstantDevice.Slot> engine =
                new CaptureEngine<>(new InstantDevice(), CaptureOptions.DEFAULT);

        @TearDown
        public void close() {
            engine.close(LIMIT_NANOS);
        }
    }

    /** A context without a window, a framebuffer with a picture in it, and what the bare calls need. */
    @State(Scope.Thread)
    public static class OpenGl {
        private final int[] pixels = new int[PIXELS];
        private int source;
        private int picture;
        private int buffer;
        private long drawn;
        private long read;
        private GlFrameCapture capture;

        @Setup
        public void open() {
            HeadlessContext.makeCurrent();
            source = framebuffer(WIDTH, HEIGHT);
            picture = framebuffer(320, 180);
            buffer = glGenBuffers();
            glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
            glBufferData(GL_PIXEL_PACK_BUFFER, PIXELS * 4L, GL_STREAM_READ);
            glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
            capture = GlFrameCapture.builder().create();
        }

        private static int framebuffer(int width, int height) {
            int framebuffer = glGenFramebuffers();
            glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
            int renderbuffer = glGenRenderbuffers();
            glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
            glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
            return framebuffer;
        }

        @TearDown
        public void requireAllWereTaken() {
            var statistics = capture.statistics();
            if (statistics.skippedLate() + statistics.skippedSource() + statistics.dropped() > 0) {
                throw new IllegalStateException("not a valid run: " + statistics);
            }
            capture.close();
        }

        /** The frame before is finished, and there is something new to draw. */
        void finish() {
            glFinish();
            glBindFramebuffer(GL_FRAMEBUFFER, source);
            glClear(GL_COLOR_BUFFER_BIT);
            glFinish();
        }

        void bareCalls() {
            if (drawn != 0) {
                glClientWaitSync(drawn, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
                glDeleteSync(drawn);
                glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
                glBindFramebuffer(GL_READ_FRAMEBUFFER, picture);
                glReadPixels(0, 0, 320, 180, GL_RGBA, GL_UNSIGNED_BYTE, 0);
                read = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
                glClientWaitSync(read, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
                glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, pixels);
                glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
                glDeleteSync(read);
            }
            glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, picture);
            glBlitFramebuffer(0, 0, WIDTH, HEIGHT, 0, 0, 320, 180, GL_COLOR_BUFFER_BIT, GL_LINEAR);
            glBindFramebuffer(GL_FRAMEBUFFER, source);
            drawn = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        }
    }

    /** See {@link OpenGl#finish}. */
    @State(Scope.Thread)
    public static class Finished {
        @Setup(Level.Invocation)
        public void finish(OpenGl gl) {
            gl.finish();
        }
    }

    @Benchmark
    public void engine(Engine own, LiveRecording recording, CompressionIdle idle) {
        own.engine.collect();
        InstantDevice.Slot slot = own.engine.begin(WIDTH, HEIGHT);
        own.engine.submitted(slot);
        Frame.mark();
    }

    @Benchmark
    public void capture(OpenGl gl, LiveRecording recording, CompressionIdle idle, Finished finished) {
        gl.capture.capture(gl.source, WIDTH, HEIGHT);
        Frame.mark();
    }

    @Benchmark
    public void bareCalls(OpenGl gl, LiveRecording recording, Finished finished) {
        gl.bareCalls();
        Frame.mark();
    }
}
