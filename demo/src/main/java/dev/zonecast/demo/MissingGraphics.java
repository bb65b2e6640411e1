package dev.zonecast.demo;

import dev.zonecast.demo.render.GraphicsUnavailableException;
import java.util.StringJoiner;
import org.lwjgl.system.Platform;

/** Says what a machine without OpenGL or Vulkan lacks and how to get it. */
final class MissingGraphics {
    private MissingGraphics() {}

    static String explain(GraphicsUnavailableException e, DemoCommand.Api api, boolean window) {
        return api == DemoCommand.Api.VULKAN ? explainVulkan(e, window) : explainOpenGl(e, window);
    }

    private static String explainVulkan(GraphicsUnavailableException e, boolean window) {
        StringJoiner text = new StringJoiner(System.lineSeparator());
        text.add("zonecast demo: this machine gives no Vulkan 1.3 for the demo:");
        e.reasons().forEach(reason -> text.add("  - " + reason));
        if (window) {
            text.add("A window needs a desktop session; without --window none is needed.");
        }
        text.add("Install the driver of the graphics card. Vulkan in software is enough (Mesa's lavapipe):");
        text.add("  Debian, Ubuntu:  apt-get install libvulkan1 mesa-vulkan-drivers vulkan-validationlayers");
        text.add("  Fedora:          dnf install vulkan-loader mesa-vulkan-drivers vulkan-validation-layers");
        text.add("  Arch:            pacman -S vulkan-icd-loader vulkan-swrast vulkan-validation-layers");
        return text.toString();
    }

    private static String explainOpenGl(GraphicsUnavailableException e, boolean window) {
        StringJoiner text = new StringJoiner(System.lineSeparator());
        text.add("zonecast demo: this machine gives no OpenGL 3.3 context. What was tried:");
        e.reasons().forEach(reason -> text.add("  - " + reason));
        switch (Platform.get()) {
            case LINUX, FREEBSD -> {
                if (window) {
                    text.add("A window needs a running X11 or Wayland session; without --window none is needed.");
                }
                text.add("OpenGL in software is enough (Mesa). Install it and try again:");
                text.add("  Debian, Ubuntu:  apt-get install libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri libgles2");
                text.add("  Fedora:          dnf install mesa-libEGL mesa-libGL mesa-dri-drivers");
                text.add("  Arch:            pacman -S mesa libglvnd");
                text.add("  Alpine:          apk add mesa-egl mesa-gl mesa-dri-gallium");
            }
            case WINDOWS ->
                text.add("Install the driver of the graphics card; without a card, Mesa's opengl32.dll"
                        + " (llvmpipe) beside java.exe.");
            case MACOSX ->
                text.add(
                        "The demo needs a logged-in desktop session, and Java started with" + " -XstartOnFirstThread.");
        }
        return text.toString();
    }
}
