package dev.zonecast.capture.convert;

import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private static final long NO_TIME = Long.MIN_VALUE;

    /** As many as the parser allows outside of quotes. */
    private static final int MAX_NUMBER_CHARS = 1000;

    private final ImportedTrace trace;
    private final JsonParser json;

    /** A number with a fraction, or one beyond 64 bits. */
    private record Decimal(String text, double value) {
        @Override
        public String toString() {
            return text;
        }
    }

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
                throw new ImportException("not a Chrome trace: the object has no array traceEvents", null);
            }
        } else {
            throw new ImportException("not a Chrome trace: neither an array nor an object", null);
        }
    }

    private void events() {
        for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
            if (value() instanceof Map<?, ?> event) {
                add(event);
            } else {
                trace.skip();
            }
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

    /** The value that begins here: a map, a list, a {@link Long}, a {@link Decimal}, another text, or null. */
    private Object value() {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> object = new LinkedHashMap<>();
                while (next() == JsonToken.PROPERTY_NAME) {
                    String name = json.currentName();
                    next();
                    object.put(name, value());
                }
                yield object;
            }
            case START_ARRAY -> {
                List<Object> array = new ArrayList<>();
                while (next() != JsonToken.END_ARRAY) {
                    array.add(value());
                }
                yield array;
            }
            case VALUE_NUMBER_INT ->
                json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? new Decimal(json.getString(), json.getDoubleValue())
                        : (Object) json.getLongValue();
            case VALUE_NUMBER_FLOAT -> new Decimal(json.getString(), json.getDoubleValue());
            case VALUE_NULL -> null;
            default -> json.getString();
        };
    }

    private void add(Map<?, ?> event) {
        String phase = text(event, "ph", "");
        String process = text(event, "pid", "0");
        String thread = text(event, "tid", "0");
        String name = text(event, "name", "");
        Map<?, ?> arguments = event.get("args") instanceof Map<?, ?> given ? given : Map.of();
        if (phase.equals("M")) {
            metadata(name, process, thread, text(arguments, "name", ""));
            return;
        }
        ImportedEvent.Kind kind = ImportedEvent.Kind.ofPhase(phase);
        long duration = Math.max(0, nanos(event, "dur"));
        long nanos = nanos(event, "ts");
        if (kind == null || nanos == NO_TIME) {
            trace.skip();
            return;
        }
        trace.arguments.clear();
        arguments.forEach((key, value) -> argument((String) key, value, 1));
        String category = text(event, "cat", "");
        long extra = kind == ImportedEvent.Kind.COMPLETE
                ? duration
                : id(event, kind == ImportedEvent.Kind.COUNTER ? process : category, process);
        trace.add(kind, trace.tracks.track(process, thread), nanos, extra, name, category);
    }

    private void metadata(String what, String process, String thread, String name) {
        if (what.equals("process_name") && !name.isEmpty()) {
            trace.tracks.nameProcess(process, name);
        } else if (what.equals("thread_name") && !name.isEmpty()) {
            trace.tracks.track(process, thread).name = name;
        }
    }

    private static String text(Map<?, ?> object, String name, String absent) {
        Object value = object.get(name);
        if (value == null) {
            return absent;
        }
        return value instanceof Map || value instanceof List ? "" : value.toString();
    }

    /** Microseconds, perhaps with a fraction, perhaps in quotes; {@link #NO_TIME} if there are none. */
    private static long nanos(Map<?, ?> event, String field) {
        try {
            String text = text(event, field, "");
            if (text.length() > MAX_NUMBER_CHARS) {
                return NO_TIME;
            }
            BigDecimal exact = new BigDecimal(text).movePointRight(NANOS_PER_MICRO_DIGITS);
            if (exact.abs().compareTo(MAX_NANOS) > 0) {
                return NO_TIME;
            }
            // Below 0.1. The time to round a number grows with its exponent.
            boolean isNothing = exact.precision() - exact.scale() < 0;
            return isNothing ? 0 : exact.setScale(0, RoundingMode.HALF_EVEN).longValue();
        } catch (NumberFormatException | ArithmeticException e) {
            return NO_TIME;
        }
    }

    private void argument(String key, Object value, int depth) {
        switch (value) {
            case null -> {
                // No value.
            }
            case Map<?, ?> object when object.isEmpty() -> {
                // Likewise.
            }
            case List<?> array when array.isEmpty() -> {
                // Likewise.
            }
            case Object container
            when depth == MAX_ARGUMENT_DEPTH && (container instanceof Map || container instanceof List) ->
                trace.arguments.tooDeep++;
            case Map<?, ?> object -> object.forEach((name, inner) -> argument(key + "." + name, inner, depth + 1));
            case List<?> array -> {
                for (int i = 0; i < array.size(); i++) {
                    argument(key + "[" + i + "]", array.get(i), depth + 1);
                }
            }
            case Long number -> trace.arguments.add(key, number);
            case Decimal number -> trace.arguments.add(key, number.value);
            default -> trace.arguments.add(key, value.toString());
        }
    }

    /** Ids are texts here, and good within their category; those of flows and counters are numbers in FXT. */
    private static long id(Map<?, ?> event, String scope, String process) {
        // {"local": "0x1"} or {"global": "0x1"}.
        Map<?, ?> scoped = event.get("id2") instanceof Map<?, ?> given ? given : Map.of();
        boolean isLocal = scoped.containsKey("local");
        String id = text(scoped, isLocal ? "local" : "global", text(event, "id", ""));
        if (id.isEmpty()) {
            return 0;
        }
        String whole = (isLocal ? process + "/" : "") + scope + "/" + id;
        // FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), 64 bits: two ids that fall together are as unlikely as need be.
        long hash = 0xCBF2_9CE4_8422_2325L;
        for (int i = 0; i < whole.length(); i++) {
            hash = (hash ^ whole.charAt(i)) * 0x100_0000_01B3L;
        }
        // Signed in some readers.
        return hash & Long.MAX_VALUE;
    }
}
