package dev.zonecast.demo;

import dev.zonecast.demo.render.Picture;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes pictures. */
final class PngFile {
    private PngFile() {}

    /** @throws IOException if the file cannot be written; the message names it and the reason */
    static void write(Picture picture, Path file) throws IOException {
        BufferedImage image = new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, picture.width(), picture.height(), picture.rgb(), 0, picture.width());
        // Held in memory: the default cache, a file, needs a shutdown hook, and there is none after a Ctrl-C.
        try (OutputStream out = Files.newOutputStream(file);
                ImageOutputStream buffered = new MemoryCacheImageOutputStream(out)) {
            ImageIO.write(image, "png", buffered);
        } catch (IOException e) {
            throw new IOException("the picture cannot be written: " + e, e);
        }
    }
}
