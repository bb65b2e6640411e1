package dev.zonecast.cli.export;

import java.io.OutputStream;
import java.io.PrintWriter;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** JSON into a file, in UTF-8, or on the standard output. */
public final class ExportJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();

    private ExportJson() {}

    /** JSON on the standard output. Closing it leaves the output open. */
    public static JsonGenerator generator(PrintWriter out) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), out);
    }

    /** Closing it leaves the stream open; flushing it gives all that it has to the stream, and does not flush that. */
    public static JsonGenerator generator(OutputStream out) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8);
    }
}
