package dev.zonecast.demo;

import dev.zonecast.demo.render.GraphicsUnavailableException;
import java.util.StringJoiner;
import org.lwjgl.system.Platform;

/** Says what a machine without OpenGL or Vulkan lacks and how to get it. */
final class MissingGraphics {
    private MissingGraphics() {}

    static String explain(GraphicsUnavailableException e, DemoCommand.Api api, boolean window) {
        boolean vulkan = api == DemoCommand.Api.VULKAN;
        StringJoiner text = new StringJoiner(System.lineSeparator());
        text.add(
                vulkan
                        ? "zonecast demo: this machine has no Vulkan 1.3 that the demo can use:"
                        : "zonecast demo: this machine has no OpenGL 3.3 context. Attempts:");
        e.reasons().forEach(reason -> text.add("  - " + reason));
        (vulkan ? vulkanAdvice(window) : openGlAdvice(window)).lines().forEach(text::add);
        return text.toString();
    }

    private static String vulkanAdvice(boolean window) {
        return (window ? "A window needs a desktop session; without --window none is needed.\n" : "") + """
                Install the driver of the graphics card. Vulkan in software is enough (Mesa's lavapipe):
                  Debian, Ubuntu:  apt-get install libvulkan1 mesa-vulkan-drivers vulkan-validationlayers
                  Fedora:          dnf install vulkan-loader mesa-vulkan-drivers vulkan-validation-layers
                  Arch:            pacman -S vulkan-icd-loader vulkan-swrast vulkan-validation-layers
                """;
    }

    private static String openGlAdvice(boolean window) {
        return switch (Platform.get()) {
            case LINUX, FREEBSD ->
                (window ? "A window needs a running X11 or Wayland session; without --window none is needed.\n" : "")
                        + """
                        OpenGL in software is enough (Mesa). Install it and try again:
                          Debian, Ubuntu:  apt-get install libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri libgles2
                          Fedora:          dnf install mesa-libEGL mesa-libGL mesa-dri-drivers
                          Arch:            pacman -S mesa libglvnd
                          Alpine:          apk add mesa-egl mesa-gl mesa-dri-gallium
                        """;
            case WINDOWS ->
                "Install the driver of the graphics card; without a card, Mesa's opengl32.dll (llvmpipe) beside"
                        + " java.exe.";
            case MACOSX -> "The demo needs a logged-in desktop session, and Java started with -XstartOnFirstThread.";
        };
    }
}
