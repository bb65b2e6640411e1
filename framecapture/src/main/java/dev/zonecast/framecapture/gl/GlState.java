package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import java.util.stream.IntStream;
import org.lwjgl.opengl.GL41C;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.MemoryUtil;

/**
 * The part of a context's state that a capture changes: read before it, put back after it, where it was not the wanted already. Nothing is
 * allocated on the Java heap.
 */
final class GlState {
    final GlCalls gl;
    private final long scratch = MemoryUtil.nmemCallocChecked(1, 16);
    private final boolean indexedScissors;
    private final GlModes packing;
    private final GlModes unpacking;
    private final GlModes transfer;
    private int readFramebuffer;
    private int drawFramebuffer;
    private int packBuffer;
    private int unpackBuffer;
    private int texture;
    private boolean scissor;
    private boolean srgb;

    /** @param capabilities of OpenGL; null in OpenGL ES */
    GlState(GlCalls gl, GLCapabilities capabilities) {
        this.gl = gl;
        indexedScissors = capabilities != null && capabilities.OpenGL41;
        packing = GlModes.packing(gl, hasPackInvert());
        unpacking = GlModes.unpacking(gl);
        transfer = GlModes.transfer(gl, capabilities);
    }

    private boolean hasPackInvert() {
        int extensions = integer(GL_NUM_EXTENSIONS);
        return IntStream.range(0, extensions)
                .mapToObj(i -> gl.getStringi(GL_EXTENSIONS, i))
                .anyMatch("GL_MESA_pack_invert"::equals);
    }

    /**
     * Why a capture could not put bindings back, or null. An object that another context has deleted stays bound, but has no name any more.
     */
    String obstacle() {
        return canRead() && isBuffer(integer(GL_PIXEL_UNPACK_BUFFER_BINDING))
                ? null
                : "a buffer or a texture is bound that another context has deleted";
    }

    /** False if what {@link #saveReading} saves cannot be put back. */
    boolean canRead() {
        int boundTexture = integer(GL_TEXTURE_BINDING_2D);
        return (boundTexture == 0 || gl.isTexture(boundTexture)) && isBuffer(integer(GL_PIXEL_PACK_BUFFER_BINDING));
    }

    /** True also for no buffer. */
    boolean isBuffer(int name) {
        return name == 0 || gl.isBuffer(name);
    }

    /** Before a copy between framebuffers: it is cut at the first scissors, and converts to linear values if that is on. */
    void saveDrawing() {
        readFramebuffer = integer(GL_READ_FRAMEBUFFER_BINDING);
        drawFramebuffer = integer(GL_DRAW_FRAMEBUFFER_BINDING);
        scissor = gl.isEnabled(GL_SCISSOR_TEST);
        if (scissor) {
            enableScissor(false);
        }
        srgb = !gl.es() && gl.isEnabled(GL_FRAMEBUFFER_SRGB);
        if (srgb) {
            gl.disable(GL_FRAMEBUFFER_SRGB);
        }
    }

    void restoreDrawing() {
        if (srgb) {
            gl.enable(GL_FRAMEBUFFER_SRGB);
        }
        if (scissor) {
            enableScissor(true);
        }
        gl.bindFramebuffer(GL_READ_FRAMEBUFFER, readFramebuffer);
        gl.bindFramebuffer(GL_DRAW_FRAMEBUFFER, drawFramebuffer);
    }

    /** Before pixels are read into a buffer, and copied into a texture. */
    void saveReading() {
        savePackBuffer();
        readFramebuffer = integer(GL_READ_FRAMEBUFFER_BINDING);
        texture = integer(GL_TEXTURE_BINDING_2D);
        packing.save();
        transfer.save();
    }

    void restoreReading() {
        transfer.restore();
        packing.restore();
        gl.bindTexture(GL_TEXTURE_2D, texture);
        gl.bindFramebuffer(GL_READ_FRAMEBUFFER, readFramebuffer);
        restorePackBuffer();
    }

    /** Before a texture is made. */
    void saveUploading() {
        unpackBuffer = integer(GL_PIXEL_UNPACK_BUFFER_BINDING);
        texture = integer(GL_TEXTURE_BINDING_2D);
        gl.bindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        unpacking.save();
        transfer.save();
    }

    void restoreUploading() {
        transfer.restore();
        unpacking.restore();
        gl.bindTexture(GL_TEXTURE_2D, texture);
        gl.bindBuffer(GL_PIXEL_UNPACK_BUFFER, unpackBuffer);
    }

    /** Before a buffer is bound for packing. */
    void savePackBuffer() {
        packBuffer = integer(GL_PIXEL_PACK_BUFFER_BINDING);
    }

    void restorePackBuffer() {
        gl.bindBuffer(GL_PIXEL_PACK_BUFFER, packBuffer);
    }

    /** The first rectangle's alone, where there are several. */
    private void enableScissor(boolean on) {
        if (indexedScissors) {
            if (on) {
                GL41C.glEnablei(GL_SCISSOR_TEST, 0);
            } else {
                GL41C.glDisablei(GL_SCISSOR_TEST, 0);
            }
        } else if (on) {
            gl.enable(GL_SCISSOR_TEST);
        } else {
            gl.disable(GL_SCISSOR_TEST);
        }
    }

    int integer(int what) {
        MemoryUtil.memPutInt(scratch, 0);
        gl.getIntegerv(what, scratch);
        return MemoryUtil.memGetInt(scratch);
    }

    int integer(int what, int index) {
        MemoryUtil.memPutInt(scratch, 0);
        nglGetIntegeri_v(what, index, scratch);
        return MemoryUtil.memGetInt(scratch);
    }

    long longInteger(int what, int index) {
        MemoryUtil.memPutLong(scratch, 0);
        nglGetInteger64i_v(what, index, scratch);
        return MemoryUtil.memGetLong(scratch);
    }

    int attachment(int attachment, int what) {
        MemoryUtil.memPutInt(scratch, 0);
        gl.getFramebufferAttachmentParameteriv(GL_READ_FRAMEBUFFER, attachment, what, scratch);
        return MemoryUtil.memGetInt(scratch);
    }

    void free() {
        MemoryUtil.nmemFree(scratch);
        packing.free();
        unpacking.free();
        transfer.free();
    }
}
