package dev.zonecast.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** The data of a page as text. */
public final class PageText {
    private PageText() {}

    /** Its names, and its columns. */
    public static String of(String page) throws IOException {
        StringBuilder text = new StringBuilder();
        Matcher part = Pattern.compile("id=\"(meta|columns)\">([^<]*)<").matcher(page);
        while (part.find()) {
            byte[] bytes = Base64.getMimeDecoder().decode(part.group(2));
            try (InflaterInputStream in =
                    new InflaterInputStream(new ByteArrayInputStream(bytes), new Inflater(true))) {
                text.append(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return text.toString();
    }
}
