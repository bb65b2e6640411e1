package dev.zonecast.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.kind.EventField;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.IdSpace;
import dev.zonecast.core.kind.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The docs' list of kinds is made of the declarations. {@code -Dzonecast.docs.write=true} writes it. */
class EventListTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "events.md");
    private static final String HEAD = "| kind | number | order | fields | what happens |\n|---|---|---|---|---|\n";

    private static String field(EventField field) {
        String type = switch (field.part()) {
            case SMALL -> field.space() == IdSpace.NONE ? "8 bits" : "id: " + word(field.space());
            case ID -> field.space() == IdSpace.NONE ? "32 bits" : "id: " + word(field.space());
            case WORD -> field.space() == IdSpace.NONE ? "64 bits" : "id: " + word(field.space());
            case TEXT -> "UTF-8";
            case SCHEMA -> "by its schema";
            case STACK -> "optional";
            case NONE -> "";
        };
        return "`" + field.name() + "`" + (type.isEmpty() ? "" : " (" + type + ")");
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String row(EventKind kind) {
        String fields = kind.fields().stream()
                .filter(field -> !field.name().equals("unused"))
                .map(EventListTest::field)
                .collect(Collectors.joining(", "));
        String number = kind.order() == Order.TOLD ? "-" : Integer.toString(kind.code());
        return "| `%s` | %s | %s | %s | %s |\n".formatted(kind, number, word(kind.order()), fields, kind.meaning());
    }

    @Test
    void shouldHaveARowForEachKindWithItsFields() throws IOException {
        String table = Stream.of(EventKind.values()).map(EventListTest::row).collect(Collectors.joining("", HEAD, ""));
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(HEAD));
        if (Boolean.getBoolean("zonecast.docs.write")) {
            Files.writeString(PAGE, before + table);
        }

        assertEquals(before + table, Files.readString(PAGE));
    }
}
