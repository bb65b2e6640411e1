package dev.zonecast.capture.convert;

import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads the Trace Event Format of Chrome ("Trace Event Format", Google): an array of events, or an object with {@code traceEvents}.
 * A file that was cut is read up to there; the array need not be closed.
 */
public final class ChromeJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .build();

    private static final int NANOS_PER_MICRO_DIGITS = 3;
    /** Objects and arrays in the arguments are flattened as deep. */
    private static final int MAX_ARGUMENT_DEPTH = 4;

    private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE / 4);

    private final ImportedTrace trace;
    private final JsonParser json;

    // The event that is read.
    private String phase;
    private String name;
    private String category;
    private String process;
    private String thread;
    private String id;
    private boolean localId;
    private long nanos;
    private boolean hasTime;
    private long durationNanos;
    private String argumentName;

    private ChromeJson(ImportedTrace trace, JsonParser json) {
        this.trace = trace;
        this.json = json;
    }

    /**
     * Reads all events.
     *
     * @throws ImportException if it is no JSON, or not of this format, with the place
     */
    public static void read(InputStream in, ImportedTrace trace) throws java.io.IOException {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), in)) {
            new ChromeJson(trace, json).file();
        } catch (JacksonIOException e) {
            throw e.getCause();
        } catch (JacksonException e) {
            if (isEnd(e) && trace.eventCount() > 0) {
                trace.cutShort();
                return;
            }
            throw new ImportException(place(e.getLocation()) + e.getOriginalMessage(), e);
        }
    }

    /** Empty where the parser has none: it checks its limits (digits, depth, length of a name) without one. */
    private static String place(TokenStreamLocation location) {
        return location == null || location.getLineNr() < 0
                ? ""
                : "line " + location.getLineNr() + ", column " + location.getColumnNr() + ": ";
    }

    /** The parser has two ways to say it, and one has no type of its own. */
    private static boolean isEnd(JacksonException e) {
        return e instanceof UnexpectedEndOfInputException
                || e.getOriginalMessage().startsWith("Unexpected end-of-input");
    }

    private void file() throws ImportException {
        JsonToken first = json.nextToken();
        if (first == JsonToken.START_ARRAY) {
            events();
        } else if (first == JsonToken.START_OBJECT) {
            boolean found = false;
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean events = json.currentName().equals("traceEvents");
                JsonToken value = json.nextToken();
                if (events && value == JsonToken.START_ARRAY) {
                    found = true;
                    events();
                } else {
                    json.skipChildren();
                }
            }
            if (!found) {
                throw new ImportException("an object without an array traceEvents is no trace of Chrome's", null);
            }
        } else {
            throw new ImportException("neither an array nor an object: no trace of Chrome's", null);
        }
    }

    private void events() {
        JsonToken token = next();
        while (token != JsonToken.END_ARRAY) {
            if (token == JsonToken.START_OBJECT) {
                event();
            } else {
                json.skipChildren();
                trace.skip();
            }
            token = next();
        }
    }

    /** The end of the file is an error here, and in the middle of an array it comes as no token at all. */
    private JsonToken next() {
        JsonToken token = json.nextToken();
        if (token == null) {
            throw new UnexpectedEndOfInputException(json, null, "the file ends");
        }
        return token;
    }

    private void event() {
        phase = "";
        name = "";
        category = "";
        process = "0";
        thread = "0";
        id = "";
        localId = false;
        hasTime = false;
        durationNanos = 0;
        argumentName = null;
        trace.arguments.clear();
        while (next() == JsonToken.PROPERTY_NAME) {
            String field = json.currentName();
            next();
            field(field);
        }
        add();
    }

    private void field(String field) {
        switch (field) {
            case "ph" -> phase = text();
            case "name" -> name = text();
            case "cat" -> category = text();
            case "pid" -> process = text();
            case "tid" -> thread = text();
            case "ts" -> {
                nanos = nanos();
                hasTime = true;
            }
            case "dur" -> durationNanos = Math.max(0, nanos());
            case "id" -> id = text();
            case "id2" -> scopedId();
            case "args" -> {
                if (json.currentToken() == JsonToken.START_OBJECT) {
                    argumentObject("", 1);
                } else {
                    json.skipChildren();
                }
            }
            default -> json.skipChildren();
        }
    }

    private String text() {
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
            return "";
        }
        return json.getString();
    }

    /** {@code {"local": "0x1"}} or {@code {"global": "0x1"}}. */
    private void scopedId() {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (next() == JsonToken.PROPERTY_NAME) {
            localId = json.currentName().equals("local");
            next();
            id = text();
        }
    }

    /** Microseconds, perhaps with a fraction, perhaps in quotes. */
    private long nanos() {
        String text = text();
        try {
            BigDecimal exact = new BigDecimal(text).movePointRight(NANOS_PER_MICRO_DIGITS);
            return exact.abs().compareTo(MAX_NANOS) > 0
                    ? 0
                    : exact.setScale(0, RoundingMode.HALF_EVEN).longValue();
        } catch (NumberFormatException | ArithmeticException e) {
            trace.skip();
            return 0;
        }
    }

    // --- arguments

    private void argumentObject(String prefix, int depth) {
        while (next() == JsonToken.PROPERTY_NAME) {
            String key = prefix + json.currentName();
            next();
            argument(key, depth);
        }
    }

    private void argument(String key, int depth) {
        ArgumentBuffer arguments = trace.arguments;
        JsonToken token = json.currentToken();
        if (token.isStructStart() && depth == MAX_ARGUMENT_DEPTH) {
            json.skipChildren();
        } else if (token == JsonToken.START_OBJECT) {
            argumentObject(key + ".", depth + 1);
        } else if (token == JsonToken.START_ARRAY) {
            for (int i = 0; next() != JsonToken.END_ARRAY; i++) {
                argument(key + "[" + i + "]", depth + 1);
            }
        } else if (token == JsonToken.VALUE_NUMBER_INT && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            arguments.add(key, json.getLongValue());
        } else if (token.isNumeric()) {
            arguments.add(key, json.getDoubleValue());
        } else if (token != JsonToken.VALUE_NULL) {
            String text = json.getString();
            argumentName = key.equals("name") ? text : argumentName;
            arguments.add(key, text);
        }
    }

    private void add() {
        ImportedEvent.Kind kind = ImportedEvent.Kind.ofPhase(phase);
        if (phase.equals("M")) {
            metadata();
        } else if (kind == null || !hasTime) {
            trace.skip();
        } else {
            long extra = kind == ImportedEvent.Kind.COMPLETE ? durationNanos : id(kind);
            trace.add(kind, trace.tracks.track(process, thread), nanos, extra, name, category);
        }
    }

    private void metadata() {
        if (name.equals("process_name") && argumentName != null) {
            trace.tracks.nameProcess(process, argumentName);
        } else if (name.equals("thread_name") && argumentName != null && !argumentName.isEmpty()) {
            trace.tracks.track(process, thread).name(argumentName);
        }
    }

    /** Ids are texts here, and good within their category; those of flows and counters are numbers in FXT. */
    private long id(ImportedEvent.Kind kind) {
        if (id.isEmpty()) {
            return 0;
        }
        String scope = kind == ImportedEvent.Kind.COUNTER ? process : category;
        String whole = (localId ? process + "/" : "") + scope + "/" + id;
        // FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), 64 bits: two ids that fall together are as unlikely as need be.
        long hash = 0xCBF2_9CE4_8422_2325L;
        for (int i = 0; i < whole.length(); i++) {
            hash = (hash ^ whole.charAt(i)) * 0x100_0000_01B3L;
        }
        // Signed in some readers.
        return hash & Long.MAX_VALUE;
    }
}
