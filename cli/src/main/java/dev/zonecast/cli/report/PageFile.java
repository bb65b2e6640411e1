package dev.zonecast.cli.report;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * A page: a template whose marks are replaced by a title, a style, data and a script. One file that needs nothing else. Its
 * Content-Security-Policy lets it run its own script and style, known by their hashes, and load nothing.
 */
public final class PageFile {
    private static final int BUFFER_BYTES = 1 << 16;
    /** Deflater: at higher levels twice the time for some percent less. */
    private static final int LEVEL = 6;

    /** Something that goes into the page in place of its name. */
    public interface Part {
        void writeTo(OutputStream out) throws IOException;
    }

    private static Part text(String text) {
        return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void fill(String template, Map<String, Part> parts, OutputStream out) throws IOException {
        int at = 0;
        for (Map.Entry<String, Part> part : parts.entrySet()) {
            String mark = "{{" + part.getKey() + "}}";
            int place = template.indexOf(mark, at);
            if (place < 0) {
                throw new IllegalStateException("the template has no " + mark + " after the part before it");
            }
            text(template.substring(at, place)).writeTo(out);
            part.getValue().writeTo(out);
            at = place + mark.length();
        }
        text(template.substring(at)).writeTo(out);
    }

    private PageFile() {}

    /**
     * Writes a page.
     *
     * @param own lies beside the page's own files: {@code .html}, {@code .js} and, in another package than this one, {@code .css}
     * @param template name of these files, without their ending
     * @param main name of the script's main module
     * @param data what the page carries, in the order of the template
     */
    public static void write(
            Class<?> own, String template, String main, String title, Map<String, Part> data, OutputStream out)
            throws IOException {
        String style = resource(own, "page.css") + (own == PageFile.class ? "" : resource(own, template + ".css"));
        String script = ScriptBundle.of(main, name -> resource(own, name + ".js"));
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("title", text(escaped(title)));
        parts.put("script-hash", text(hash(script)));
        parts.put("style-hash", text(hash(style)));
        parts.put("style", text(style));
        parts.putAll(data);
        parts.put("script", text(script));
        fill(resource(own, "head.html") + resource(own, template + ".html"), parts, out);
    }

    /** Writes content deflated, in base64. */
    public static void deflated(OutputStream out, Part content) throws IOException {
        Deflater deflater = new Deflater(LEVEL, true);
        OutputStream open = new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() {
                // The page goes on.
            }
        };
        try (OutputStream deflating = new BufferedOutputStream(
                new DeflaterOutputStream(Base64.getEncoder().wrap(open), deflater, BUFFER_BYTES), BUFFER_BYTES)) {
            content.writeTo(deflating);
        } finally {
            deflater.end();
        }
    }

    private static String resource(Class<?> own, String name) {
        try (InputStream there = own.getResourceAsStream(name);
                InputStream in = there != null ? there : PageFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return Base64.getEncoder().encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
