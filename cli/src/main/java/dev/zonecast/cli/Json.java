package dev.zonecast.cli;

import java.io.PrintWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** JSON on the standard output. */
final class Json {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private Json() {}

    /** Closing it leaves the output open. */
    static JsonGenerator generator(PrintWriter out) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), out);
    }
}
