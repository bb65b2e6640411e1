package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.collect.TestMemoryBlocks;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryRecordsTest {
    @TempDir
    Path folder;

    @Test
    void shouldWriteEqualCallStacksOnceWhereverTheyAre() throws IOException {
        Script script = Script.begun(folder);
        EventThread main = script.thread(5, "main");
        MemoryPool pool = MemoryPool.of("recorded pool");
        for (int i = 0; i < 100; i++) {
            script.recording.event(
                    new ZoneBegin().begin(main, 1_000_000 + 10 * i, Script.location("zone"), equalStack()));
            script.recording.event(new MessageEvent()
                    .message(
                            main,
                            1_000_001 + 10 * i,
                            Severity.INFO,
                            MessageSource.USER,
                            -1,
                            Utf8Text.of("text"),
                            equalStack()));
            script.recording.event(new MemoryEvent()
                    .block(EventKind.MEMORY_ALLOCATED, pool, main, 1_000_002 + 10 * i, 0x1000 + i, 1, i, equalStack()));
            script.recording.zones(main, new ZoneRun().onlyEnd(1_000_003 + 10 * i));
        }

        long texts = script.items().stream()
                .filter(item -> item instanceof FxtReader.StringEntry text
                        && text.text().equals("Game.equalStack\tGame.java:7"))
                .count();

        assertEquals(1, texts);
    }

    private static CallStack equalStack() {
        return new CallStack(List.of(new CallStack.Call("Game.equalStack", "Game.java", 7)));
    }

    @Test
    void shouldWriteACounterOfTheBytesInUseAndABlobForEachBlock() throws IOException {
        Script script = Script.begun(folder);
        EventThread main = script.thread(5, "main");
        MemoryPool pool = MemoryPool.of("recorded pool");
        MemoryPool nameless = MemoryPool.of("");
        script.recording.event(
                new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, pool, main, 1_000_001, 0x1000, 100, 100, null));
        script.recording.event(
                new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, nameless, main, 1_000_002, 0x1000, 7, 7, null));
        script.recording.event(
                new MemoryEvent().block(EventKind.MEMORY_FREED, pool, main, 1_000_003, 0x1000, 100, 0, null));
        script.recording.event(new MemoryEvent()
                .all(EventKind.MEMORY_DISCARDED, nameless, main, 1_000_004, TestMemoryBlocks.of(0x1000), 0));

        List<FxtReader.Item> items = script.items();

        List<String> counters = items.stream()
                .filter(item ->
                        item instanceof FxtReader.Event e && e.category().equals("memory"))
                .map(FxtReader.Event.class::cast)
                .map(e -> e.time() + " " + e.arguments().getFirst().name() + "="
                        + e.arguments().getFirst().value())
                .toList();
        assertEquals(
                List.of("1000001 recorded pool=100", "1000002 memory=7", "1000003 recorded pool=0", "1000004 memory=0"),
                counters);
        List<ByteBuffer> blobs = items.stream()
                .filter(item -> item instanceof FxtReader.Blob b && b.name().equals(ExtensionLayout.MEMORY))
                .map(item -> ((FxtReader.Blob) item).payload().duplicate().order(ByteOrder.LITTLE_ENDIAN))
                .toList();
        assertEquals(
                List.of(0, 0, 1, 2),
                blobs.stream().map(b -> (int) b.getShort(2)).toList());
        ByteBuffer first = blobs.getFirst();
        assertEquals("recorded pool", name(items, first.getInt(ExtensionLayout.ID_OFFSET)));
        assertEquals(0, blobs.get(1).getInt(ExtensionLayout.ID_OFFSET));
        assertEquals(
                List.of(1_000_001L, 5L, 0x1000L, 100L),
                Stream.of(
                                ExtensionLayout.MEMORY_TIME,
                                ExtensionLayout.MEMORY_THREAD,
                                ExtensionLayout.MEMORY_ADDRESS,
                                ExtensionLayout.MEMORY_SIZE)
                        .map(first::getLong)
                        .toList());
        assertEquals(ExtensionLayout.MEMORY_BYTES, first.capacity());
    }

    @Test
    void shouldWriteTheCallsThatLedThereAsTexts() throws IOException {
        CallStack stack = new CallStack(List.of(new CallStack.Call("a.B.c", "B.java", 7)));
        Script script = Script.begun(folder);
        EventThread main = script.thread(5, "main");
        MemoryPool pool = MemoryPool.of("recorded pool");
        script.recording.event(
                new MemoryEvent().all(EventKind.MEMORY_STANDS, pool, null, 1_000_001, TestMemoryBlocks.of(0x2000), 8));
        script.recording.event(
                new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, pool, main, 1_000_002, 0x1000, 100, 108, stack));
        script.recording.event(
                new MemoryEvent().block(EventKind.MEMORY_FREED, pool, main, 1_000_003, 0x1000, 100, 8, stack));
        script.recording.event(new MemoryEvent()
                .all(EventKind.MEMORY_DISCARDED, pool, main, 1_000_003, TestMemoryBlocks.of(0x2000), 0)
                .from(stack));
        script.recording.event(new ZoneBegin().begin(main, 1_000_004, Script.location("with stack"), stack));
        script.recording.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, main, Utf8Text.of("and text")));
        script.recording.zones(main, new ZoneRun().onlyEnd(1_000_005));
        script.recording.event(new MessageEvent()
                .message(main, 1_000_006, Severity.ERROR, MessageSource.USER, -1, Utf8Text.of("said"), stack));

        List<FxtReader.Item> items = script.items();

        List<ByteBuffer> blobs = items.stream()
                .filter(item -> item instanceof FxtReader.Blob b && b.name().equals(ExtensionLayout.MEMORY))
                .map(item -> ((FxtReader.Blob) item).payload().duplicate().order(ByteOrder.LITTLE_ENDIAN))
                .toList();
        assertEquals(
                List.of(
                        ExtensionLayout.MEMORY_BYTES,
                        ExtensionLayout.MEMORY_STACK_BYTES,
                        ExtensionLayout.MEMORY_STACK_BYTES,
                        ExtensionLayout.MEMORY_STACK_BYTES),
                blobs.stream().map(ByteBuffer::capacity).toList());
        assertEquals(stack.text(), name(items, blobs.get(1).getShort(ExtensionLayout.MEMORY_STACK)));
        FxtReader.Event zone = Script.event(items, FxtLayout.DURATION_BEGIN, "zone");
        assertEquals(
                List.of("loc", "function", "stack", "text"),
                zone.arguments().stream().map(FxtReader.Argument::name).toList());
        assertEquals(stack.text(), zone.arguments().get(2).value());
        FxtReader.Event message = Script.event(items, FxtLayout.INSTANT, "message");
        assertEquals(stack.text(), message.arguments().getLast().value());
    }

    private static String name(List<FxtReader.Item> items, int index) {
        return items.stream()
                .filter(item -> item instanceof FxtReader.StringEntry s && s.index() == index)
                .map(item -> ((FxtReader.StringEntry) item).text())
                .findFirst()
                .orElseThrow();
    }
}
