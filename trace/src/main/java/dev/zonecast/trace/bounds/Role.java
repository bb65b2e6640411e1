package dev.zonecast.trace.bounds;

import dev.zonecast.trace.Location;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the zones of a place do. */
enum Role {
    WORK(Cause.CPU),
    COMPILE(Cause.COMPILE),
    UPLOAD(Cause.UPLOAD),
    IO(Cause.IO),
    /** Waits for the display or for the next frame's time. */
    DISPLAY(Cause.PRESENT),
    /** Waits for the GPU. */
    FENCE(Cause.GPU),
    /** Waits for something else. */
    WAIT(Cause.WAIT),
    /** Runs on the GPU. */
    GPU(Cause.GPU);

    /** Functions and names that wait whatever their category: most programs give these zones none. */
    private static final Pattern DISPLAY_CALLS = pattern("glfwSwapBuffers|eglSwapBuffers\\w*|glXSwapBuffers|SwapBuffers"
            + "|SDL_GL_SwapWindow|vkQueuePresentKHR|vkAcquireNextImage\\w*|swap ?buffers?|present|v-?sync"
            + "|(wait for )?(the )?(v-?sync|v-?blank|display)|frame (limit|limiter|cap|pacer)|limit frame ?rate");

    private static final Pattern GPU_CALLS =
            pattern("glFinish|n?glClientWaitSync\\w*|vkWaitForFences|vkWaitSemaphores\\w*"
                    + "|vkQueueWaitIdle|vkDeviceWaitIdle|wait for (the )?(GPU|fences?|a fence)");

    private static final Pattern DISPLAY_WORDS =
            pattern(".*(swap|present|display|v-?sync|v-?blank|acquire|limit|pacing|pacer|wait for events).*");
    private static final Pattern GPU_WORDS = pattern(
            ".*(\\bgpu\\b|fence|semaphore|glFinish|wait for a (queue|device)|queries|pixels|read.* back|map a buffer).*");
    private static final Pattern COMPILE_WORDS = pattern("shader compilation|pipeline compilation"
            + "|.*\\b(compil|link|creat|build)\\w* .*\\b(shader|pipeline|program)s?\\b.*"
            + "|n?glCompileShader|n?glLinkProgram|n?vkCreate\\w*Pipelines\\w*");
    private static final Pattern UPLOAD_WORDS = pattern("uploads?|gpu memory|.*\\bupload\\w*\\b.*|.*\\bstaging\\b.*"
            + "|n?gl(Named)?Buffer(Sub)?Data|n?glTex(ture)?(Sub)?Image\\dD|vkAllocateMemory");
    private static final Set<String> IO_CATEGORIES = Set.of("i/o", "io", "input/output", "disk", "file", "network");

    private final Cause cause;

    Role(Cause cause) {
        this.cause = cause;
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
    }

    Cause cause() {
        return cause;
    }

    boolean isWait() {
        return this == DISPLAY || this == FENCE || this == WAIT;
    }

    /** Passes on to zones inside that have no role of their own. */
    boolean isInherited() {
        return this == COMPILE || this == UPLOAD || this == IO;
    }

    /** Of zones on a thread. */
    static Role of(Location location) {
        String category = location.category().name();
        String about = location.category().subcategory();
        if (matches(DISPLAY_CALLS, location)) {
            return DISPLAY;
        }
        if (matches(GPU_CALLS, location)) {
            return FENCE;
        }
        if (isIo(category) || isIo(about)) {
            return IO;
        }
        if (location.isIdle()) {
            return DISPLAY_WORDS.matcher(about).matches() || matches(DISPLAY_WORDS, location)
                    ? DISPLAY
                    : GPU_WORDS.matcher(about).matches() || matches(GPU_WORDS, location) ? FENCE : WAIT;
        }
        if (COMPILE_WORDS.matcher(category).matches() || matches(COMPILE_WORDS, location)) {
            return COMPILE;
        }
        return UPLOAD_WORDS.matcher(category).matches() || matches(UPLOAD_WORDS, location) ? UPLOAD : WORK;
    }

    private static boolean isIo(String category) {
        return IO_CATEGORIES.contains(category.toLowerCase(Locale.ROOT));
    }

    private static boolean matches(Pattern pattern, Location location) {
        return pattern.matcher(location.displayName()).matches()
                || pattern.matcher(location.function()).matches();
    }
}
