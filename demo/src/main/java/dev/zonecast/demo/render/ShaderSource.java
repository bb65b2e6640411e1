package dev.zonecast.demo.render;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * GLSL texts from the resources of this module, the same for all graphics APIs; a line {@code #include "name"} inserts another of them.
 * What differs between the APIs are macros that a header defines.
 */
public final class ShaderSource {
    private static final String FOLDER = "shaders/";
    private static final String INCLUDE = "#include \"";

    private ShaderSource() {}

    /** A shader behind the header of an API, {@code opengl.glsl} or {@code vulkan.glsl}. */
    public static String read(String header, String name) {
        return expand(header) + expand(name);
    }

    private static String expand(String name) {
        return text(name)
                .lines()
                .map(line -> line.startsWith(INCLUDE)
                        ? expand(line.substring(INCLUDE.length(), line.lastIndexOf('"')))
                        : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String text(String name) {
        try (InputStream in = ShaderSource.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("the shader " + name + " is missing from the program's resources");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the shader " + name + " cannot be read", e);
        }
    }
}
