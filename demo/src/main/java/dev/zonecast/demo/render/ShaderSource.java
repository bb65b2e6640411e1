package dev.zonecast.demo.render.gl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** GLSL texts from the resources of this module; a line {@code #include "name"} stands for another of them. */
final class ShaderSource {
    private static final String FOLDER = "shaders/";
    private static final String INCLUDE = "#include \"";

    private ShaderSource() {}

    static String read(String name) {
        return text(name)
                .lines()
                .map(line ->
                        line.startsWith(INCLUDE) ? read(line.substring(INCLUDE.length(), line.lastIndexOf('"'))) : line)
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
