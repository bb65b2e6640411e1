package dev.zonecast.demo.render.gl;

import static org.lwjgl.egl.EGL10.*;
import static org.lwjgl.egl.EGL12.EGL_RENDERABLE_TYPE;
import static org.lwjgl.egl.EGL14.EGL_OPENGL_API;
import static org.lwjgl.egl.EGL14.EGL_OPENGL_BIT;
import static org.lwjgl.system.MemoryUtil.NULL;

import java.nio.IntBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.egl.EGL;
import org.lwjgl.egl.EGL12;
import org.lwjgl.egl.EGL15;
import org.lwjgl.egl.EXTDeviceEnumeration;
import org.lwjgl.egl.EXTPlatformDevice;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryStack;

/**
 * A context made by EGL alone, for machines on which GLFW's null platform gets none: on a graphics device
 * (EGL_EXT_platform_device) or without any (EGL_MESA_platform_surfaceless).
 */
final class EglContext implements GlContext {
    /** From EGL_MESA_platform_surfaceless; LWJGL has no constant for it. */
    private static final int EGL_PLATFORM_SURFACELESS_MESA = 0x31DD;

    private static final int MAXIMUM_DEVICES = 32;

    private final String description;
    private final long display;
    private final long surface;
    private final long context;

    private EglContext(String description, long display, long surface, long context) {
        this.description = description;
        this.display = display;
        this.surface = surface;
        this.context = context;
    }

    static EglContext open(ContextKind kind) throws GlContextException {
        if (EGL.getCapabilities().eglGetPlatformDisplayEXT == NULL) {
            throw new GlContextException("this EGL does not know platforms (EGL_EXT_platform_base)");
        }
        if (kind == ContextKind.EGL_SURFACELESS) {
            return onDisplay(kind.description(), platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL));
        }
        return onFirstUsableDevice(kind);
    }

    private static EglContext onFirstUsableDevice(ContextKind kind) throws GlContextException {
        if (EGL.getCapabilities().eglQueryDevicesEXT == NULL) {
            throw new GlContextException("this EGL cannot list devices (EGL_EXT_device_enumeration)");
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer devices = stack.mallocPointer(MAXIMUM_DEVICES);
            IntBuffer count = stack.mallocInt(1);
            if (!EXTDeviceEnumeration.eglQueryDevicesEXT(devices, count)) {
                throw new GlContextException(error("the devices cannot be listed"));
            }
            String lastReason = "EGL lists no device";
            for (int i = 0; i < count.get(0); i++) {
                try {
                    long display = platformDisplay(EXTPlatformDevice.EGL_PLATFORM_DEVICE_EXT, devices.get(i));
                    return onDisplay(kind.description() + " " + i, display);
                } catch (GlContextException e) {
                    lastReason = "device " + i + ": " + e.getMessage();
                }
            }
            throw new GlContextException(lastReason);
        }
    }

    private static long platformDisplay(int platform, long nativeDisplay) throws GlContextException {
        // Called by address: LWJGL's method refuses the NULL (EGL_DEFAULT_DISPLAY) that surfaceless platforms ask for.
        long display = JNI.callPPP(platform, nativeDisplay, NULL, EGL.getCapabilities().eglGetPlatformDisplayEXT);
        if (display == EGL_NO_DISPLAY) {
            throw new GlContextException(error("EGL gives no display"));
        }
        return display;
    }

    private static EglContext onDisplay(String description, long display) throws GlContextException {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer major = stack.mallocInt(1);
            IntBuffer minor = stack.mallocInt(1);
            if (!eglInitialize(display, major, minor)) {
                throw new GlContextException(error("EGL does not start on the display"));
            }
            EGL.createDisplayCapabilities(display, major.get(0), minor.get(0));
            try {
                if (!EGL12.eglBindAPI(EGL_OPENGL_API)) {
                    throw new GlContextException(error("EGL has no desktop OpenGL"));
                }
                long config = chooseConfig(stack, display);
                long surface = createPbuffer(stack, display, config);
                long context = createContext(stack, display, config);
                if (!eglMakeCurrent(display, surface, surface, context)) {
                    throw new GlContextException(error("the context cannot be made current"));
                }
                return new EglContext(description, display, surface, context);
            } catch (GlContextException e) {
                eglTerminate(display);
                throw e;
            }
        }
    }

    private static long chooseConfig(MemoryStack stack, long display) throws GlContextException {
        PointerBuffer configs = stack.mallocPointer(1);
        IntBuffer count = stack.mallocInt(1);
        IntBuffer attributes =
                stack.ints(EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE);
        if (!eglChooseConfig(display, attributes, configs, count) || count.get(0) == 0) {
            throw new GlContextException(error("no EGL configuration has OpenGL and off-screen surfaces"));
        }
        return configs.get(0);
    }

    /** Every EGL has pixel buffers; contexts without any surface are an extension. One pixel is enough: nothing is drawn there. */
    private static long createPbuffer(MemoryStack stack, long display, long config) throws GlContextException {
        long surface = eglCreatePbufferSurface(display, config, stack.ints(EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE));
        if (surface == EGL_NO_SURFACE) {
            throw new GlContextException(error("EGL creates no off-screen surface"));
        }
        return surface;
    }

    private static long createContext(MemoryStack stack, long display, long config) throws GlContextException {
        IntBuffer attributes = stack.ints(
                EGL15.EGL_CONTEXT_MAJOR_VERSION,
                3,
                EGL15.EGL_CONTEXT_MINOR_VERSION,
                3,
                EGL15.EGL_CONTEXT_OPENGL_PROFILE_MASK,
                EGL15.EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                EGL15.EGL_CONTEXT_OPENGL_DEBUG,
                EGL_TRUE,
                EGL_NONE);
        long context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
        if (context == EGL_NO_CONTEXT) {
            throw new GlContextException(error("EGL creates no OpenGL 3.3 core context"));
        }
        return context;
    }

    private static String error(String what) {
        return what + " (EGL error 0x" + Integer.toHexString(eglGetError()) + ")";
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public void close() {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
        eglDestroySurface(display, surface);
        eglTerminate(display);
    }
}
