package dev.zonecast.framecapture.gl;

import org.lwjgl.opengl.GL33C;
import org.lwjgl.opengles.GLES30;
import org.lwjgl.system.MemoryUtil;

/**
 * The functions that a capture needs, of LWJGL's binding of OpenGL or of OpenGL ES; a program may have one of the two. Their numbers are
 * the same. Only where the context is current.
 */
record GlCalls(boolean es) {
    void bindBuffer(int target, int name) {
        if (es) {
            GLES30.glBindBuffer(target, name);
        } else {
            GL33C.glBindBuffer(target, name);
        }
    }

    void bindFramebuffer(int target, int name) {
        if (es) {
            GLES30.glBindFramebuffer(target, name);
        } else {
            GL33C.glBindFramebuffer(target, name);
        }
    }

    void bindTexture(int target, int name) {
        if (es) {
            GLES30.glBindTexture(target, name);
        } else {
            GL33C.glBindTexture(target, name);
        }
    }

    void blitFramebuffer(int fromWidth, int fromHeight, int width, int height, int mask, int filter) {
        if (es) {
            GLES30.glBlitFramebuffer(0, 0, fromWidth, fromHeight, 0, 0, width, height, mask, filter);
        } else {
            GL33C.glBlitFramebuffer(0, 0, fromWidth, fromHeight, 0, 0, width, height, mask, filter);
        }
    }

    void bufferData(int target, int bytes, int usage) {
        if (es) {
            GLES30.glBufferData(target, bytes, usage);
        } else {
            GL33C.glBufferData(target, bytes, usage);
        }
    }

    void bufferSubData(int target, int offset, int bytes, long address) {
        if (es) {
            GLES30.nglBufferSubData(target, offset, bytes, address);
        } else {
            GL33C.nglBufferSubData(target, offset, bytes, address);
        }
    }

    int checkFramebufferStatus(int target) {
        return es ? GLES30.glCheckFramebufferStatus(target) : GL33C.glCheckFramebufferStatus(target);
    }

    int clientWaitSync(long fence, int flags, long nanos) {
        return es ? GLES30.glClientWaitSync(fence, flags, nanos) : GL33C.glClientWaitSync(fence, flags, nanos);
    }

    void copyTexSubImage2D(int target, int width, int height) {
        if (es) {
            GLES30.glCopyTexSubImage2D(target, 0, 0, 0, 0, 0, width, height);
        } else {
            GL33C.glCopyTexSubImage2D(target, 0, 0, 0, 0, 0, width, height);
        }
    }

    void deleteBuffers(int name) {
        if (es) {
            GLES30.glDeleteBuffers(name);
        } else {
            GL33C.glDeleteBuffers(name);
        }
    }

    void deleteFramebuffers(int name) {
        if (es) {
            GLES30.glDeleteFramebuffers(name);
        } else {
            GL33C.glDeleteFramebuffers(name);
        }
    }

    void deleteSync(long fence) {
        if (es) {
            GLES30.glDeleteSync(fence);
        } else {
            GL33C.glDeleteSync(fence);
        }
    }

    void deleteTextures(int name) {
        if (es) {
            GLES30.glDeleteTextures(name);
        } else {
            GL33C.glDeleteTextures(name);
        }
    }

    void disable(int what) {
        if (es) {
            GLES30.glDisable(what);
        } else {
            GL33C.glDisable(what);
        }
    }

    void enable(int what) {
        if (es) {
            GLES30.glEnable(what);
        } else {
            GL33C.glEnable(what);
        }
    }

    long fenceSync(int condition, int flags) {
        return es ? GLES30.glFenceSync(condition, flags) : GL33C.glFenceSync(condition, flags);
    }

    void framebufferTexture2D(int target, int attachment, int textureTarget, int texture) {
        if (es) {
            GLES30.glFramebufferTexture2D(target, attachment, textureTarget, texture, 0);
        } else {
            GL33C.glFramebufferTexture2D(target, attachment, textureTarget, texture, 0);
        }
    }

    int genBuffers() {
        return es ? GLES30.glGenBuffers() : GL33C.glGenBuffers();
    }

    int genFramebuffers() {
        return es ? GLES30.glGenFramebuffers() : GL33C.glGenFramebuffers();
    }

    int genTextures() {
        return es ? GLES30.glGenTextures() : GL33C.glGenTextures();
    }

    void getFloatv(int what, long result) {
        if (es) {
            GLES30.nglGetFloatv(what, result);
        } else {
            GL33C.nglGetFloatv(what, result);
        }
    }

    void getFramebufferAttachmentParameteriv(int target, int attachment, int what, long result) {
        if (es) {
            GLES30.nglGetFramebufferAttachmentParameteriv(target, attachment, what, result);
        } else {
            GL33C.nglGetFramebufferAttachmentParameteriv(target, attachment, what, result);
        }
    }

    void getIntegerv(int what, long result) {
        if (es) {
            GLES30.nglGetIntegerv(what, result);
        } else {
            GL33C.nglGetIntegerv(what, result);
        }
    }

    String getStringi(int what, int index) {
        return es ? GLES30.glGetStringi(what, index) : GL33C.glGetStringi(what, index);
    }

    boolean isBuffer(int name) {
        return es ? GLES30.glIsBuffer(name) : GL33C.glIsBuffer(name);
    }

    boolean isEnabled(int what) {
        return es ? GLES30.glIsEnabled(what) : GL33C.glIsEnabled(what);
    }

    boolean isFramebuffer(int name) {
        return es ? GLES30.glIsFramebuffer(name) : GL33C.glIsFramebuffer(name);
    }

    boolean isTexture(int name) {
        return es ? GLES30.glIsTexture(name) : GL33C.glIsTexture(name);
    }

    void pixelStorei(int name, int value) {
        if (es) {
            GLES30.glPixelStorei(name, value);
        } else {
            GL33C.glPixelStorei(name, value);
        }
    }

    void readPixels(int width, int height, int format, int type, long offset) {
        if (es) {
            GLES30.nglReadPixels(0, 0, width, height, format, type, offset);
        } else {
            GL33C.nglReadPixels(0, 0, width, height, format, type, offset);
        }
    }

    void texImage2D(int target, int internalFormat, int width, int height, int format, int type, long pixels) {
        if (es) {
            GLES30.nglTexImage2D(target, 0, internalFormat, width, height, 0, format, type, pixels);
        } else {
            GL33C.nglTexImage2D(target, 0, internalFormat, width, height, 0, format, type, pixels);
        }
    }

    void texParameteri(int target, int name, int value) {
        if (es) {
            GLES30.glTexParameteri(target, name, value);
        } else {
            GL33C.glTexParameteri(target, name, value);
        }
    }

    /** Copies what is in a buffer. OpenGL ES has no such function, but can map it. */
    void getBufferSubData(int target, int offset, int[] words) {
        if (!es) {
            GL33C.glGetBufferSubData(target, offset, words);
            return;
        }
        long mapped =
                GLES30.nglMapBufferRange(target, offset, (long) Integer.BYTES * words.length, GL33C.GL_MAP_READ_BIT);
        if (mapped != MemoryUtil.NULL) {
            MemoryUtil.memIntBuffer(mapped, words.length).get(words);
            boolean ignored = GLES30.glUnmapBuffer(target);
        }
    }
}
