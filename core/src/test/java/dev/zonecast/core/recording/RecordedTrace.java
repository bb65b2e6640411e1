package dev.zonecast.core.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * What a recording says, put together from its records and nothing else, as {@code docs/fxt-extensions.md} describes it: the check
 * that a reader of ours gets everything back.
 */
final class RecordedTrace {
    record Location(int id, String name, String function, String file, int line, int rgb) {}

    record Track(long koid, int kind, long subject, long submitter, int group, boolean virtual) {}

    /** A zone, of the CPU or the GPU. */
    static final class Zone {
        long koid;
        Location location;
        String name;
        int depth;
        long begin;
        long end = -1;
        final List<String> texts = new ArrayList<>();
        final List<Long> values = new ArrayList<>();
        int rgb = -1;
        boolean endedByRecording;
        long cpuBegin = -1;
        long cpuEnd = -1;
        private final List<String> textsOfBlobs = new ArrayList<>();
        private final List<Long> valuesOfBlobs = new ArrayList<>();
        private boolean nameFromBlob;
        private boolean colorFromBlob;
    }

    /** Number: -1 for a named set. End: -1 if there is none. */
    record Frame(long koid, String name, long number, long begin, long end, boolean endedByRecording) {}

    record Message(long koid, long time, String text, String severity, String source, String color) {}

    record PlotValue(long koid, long time, String plot, Object value) {}

    record PlotConfig(int id, int format, int flags, int rgb) {}

    record Mark(long koid, long time, String category, String name) {}

    record GpuContext(int id, int api, long created, String name) {}

    record Calibration(int context, long time, long errorNanos) {}

    /** Blocks: of the picture in BC1's order. */
    record Image(long frame, int width, int height, boolean bottomUp, ByteBuffer blocks) {}

    record Session(int pid, long time, long epochMillis, long shiftNanos, long frameMarks, List<String> texts) {}

    String process;
    Session session;
    final Map<Long, String> threadNames = new HashMap<>();
    final Map<Long, Track> tracks = new HashMap<>();
    final List<Zone> zones = new ArrayList<>();
    final List<Zone> gpuZones = new ArrayList<>();
    final List<Frame> frames = new ArrayList<>();
    final List<Mark> marks = new ArrayList<>();
    final List<Message> messages = new ArrayList<>();
    final List<Message> infos = new ArrayList<>();
    final List<PlotValue> plotValues = new ArrayList<>();
    final Map<String, PlotConfig> plotConfigs = new HashMap<>();
    final List<GpuContext> gpuContexts = new ArrayList<>();
    final List<Calibration> calibrations = new ArrayList<>();
    final List<long[]> statistics = new ArrayList<>();
    final Map<String, Long> refusals = new HashMap<>();
    final List<Long> losses = new ArrayList<>();
    final List<Image> images = new ArrayList<>();
    long endTime = -1;
    private int pictures;

    private final Map<Integer, String> strings = new HashMap<>();
    private final Map<Integer, Location> locationOfLoc = new HashMap<>();
    private final Map<Long, Deque<Zone>> open = new HashMap<>();
    private final Map<Long, Frame> openFrames = new HashMap<>();
    private final Map<List<Object>, List<Consumer<Zone>>> deepAttributes = new HashMap<>();
    private final Map<Long, byte[]> attributes = new HashMap<>();

    static RecordedTrace of(List<FxtReader.Item> items) {
        RecordedTrace trace = new RecordedTrace();
        items.forEach(trace::add);
        trace.openFrames.values().forEach(trace.frames::add);
        trace.zones.forEach(zone -> {
            zone.texts.addAll(zone.textsOfBlobs);
            zone.values.addAll(zone.valuesOfBlobs);
        });
        return trace;
    }

    private void add(FxtReader.Item item) {
        switch (item) {
            case FxtReader.Initialization init -> check(init.ticksPerSecond() == 1_000_000_000, "not nanoseconds");
            case FxtReader.StringEntry entry -> {
                strings.put(entry.index(), entry.text());
                locationOfLoc.remove(entry.index());
            }
            case FxtReader.ThreadEntry entry ->
                check(threadNames.containsKey(entry.koids().thread()), "no name");
            case FxtReader.KernelObject object -> kernelObject(object);
            case FxtReader.Blob blob -> blob(blob);
            case FxtReader.Event event -> event(event);
        }
    }

    private void kernelObject(FxtReader.KernelObject object) {
        switch (object.type()) {
            case 0 -> check(object.koid() == 0 && object.name().isEmpty(), "an object of type 0");
            case 1 -> process = object.name();
            case 2 -> {
                check(argument(object.arguments(), "process") != null, "a thread without process");
                threadNames.put(object.koid(), object.name());
            }
            default -> throw new AssertionError("object type " + object.type());
        }
    }

    private void event(FxtReader.Event event) {
        switch (event.category()) {
            case "zone" -> zone(event, zones);
            case "gpu" -> zone(event, gpuZones);
            case "frame" -> frame(event);
            case "vsync" -> marks.add(new Mark(koid(event), event.time(), "vsync", event.name()));
            case "plot" -> {
                check(event.type() == 1 && event.name().equals("plot") && event.last() == 0, "plot");
                var value = event.arguments().getFirst();
                plotValues.add(new PlotValue(koid(event), event.time(), value.name(), value.value()));
            }
            case "message" -> messages.add(message(event));
            case "info" -> infos.add(message(event));
            case "profiler" -> {
                if (event.type() == 1 && argument(event.arguments(), "profiler losses") != null) {
                    losses.add((Long) argument(event.arguments(), "profiler losses"));
                }
            }
            default -> throw new AssertionError("category " + event.category());
        }
    }

    private void zone(FxtReader.Event event, List<Zone> list) {
        Deque<Zone> stack = open.computeIfAbsent(koid(event), k -> new ArrayDeque<>());
        final Zone zone;
        if (event.type() == 2 || event.type() == 4) {
            zone = new Zone();
            zone.koid = koid(event);
            zone.location = location(event);
            zone.name = event.name();
            zone.depth = stack.size();
            zone.begin = event.time();
            list.add(zone);
            if (event.type() == 2) {
                stack.push(zone);
            } else {
                int depth = (Integer) argument(event.arguments(), "depth");
                zone.depth = depth - 1;
                zone.end = event.last();
                List<Consumer<Zone>> deep = deepAttributes.remove(List.<Object>of(koid(event), depth));
                if (deep != null) {
                    deep.forEach(attribute -> attribute.accept(zone));
                }
            }
        } else {
            check(event.type() == 3, "zone event " + event.type());
            check(!stack.isEmpty(), "an end without begin");
            zone = stack.pop();
            zone.end = event.time();
            check(
                    event.name().isEmpty()
                            || event.name()
                                    .equals(zone.location.name.isEmpty() ? zone.location.function : zone.location.name),
                    "name of the end: " + event.name());
        }
        event.arguments().forEach(a -> attribute(zone, event, a));
    }

    private Location location(FxtReader.Event event) {
        for (FxtReader.Argument argument : event.arguments()) {
            if (argument.name().equals("loc")) {
                Location location = locationOfLoc.get(argument.index());
                check(location != null, "loc without a location");
                checkLoc((String) argument.value(), location);
                return location;
            }
        }
        throw new AssertionError("no loc");
    }

    private static void checkLoc(String loc, Location location) {
        int colon = loc.lastIndexOf(':');
        check(loc.substring(colon + 1).equals("" + location.line), "line");
        // A very long path is cut.
        check(
                colon < 10_000
                        ? loc.substring(0, colon).equals(location.file)
                        : location.file.startsWith(loc.substring(0, colon)),
                "file");
    }

    private static void attribute(Zone zone, FxtReader.Event event, FxtReader.Argument argument) {
        String name = argument.name();
        if (name.equals("text") || name.matches("text [2-4]")) {
            zone.texts.add((String) argument.value());
        } else if (name.equals("value") || name.matches("value [2-4]")) {
            zone.values.add((Long) argument.value());
        } else {
            switch (name) {
                case "loc", "depth" -> {}
                case "function" -> check(argument.value().equals(zone.location.function), "function");
                case "text (cut)", "name (cut)" -> {}
                case "name" -> {
                    if (!zone.nameFromBlob) {
                        zone.name = (String) argument.value();
                    }
                }
                case "color" -> {
                    if (!zone.colorFromBlob) {
                        zone.rgb = Integer.parseInt(((String) argument.value()).substring(1), 16);
                    }
                }
                case "ended by" -> {
                    check(argument.value().equals("end of recording"), "ended by");
                    zone.endedByRecording = true;
                }
                case "cpu submit" -> {
                    if (event.type() == 2) {
                        zone.cpuBegin = (Long) argument.value();
                    } else {
                        zone.cpuEnd = (Long) argument.value();
                    }
                }
                default -> throw new AssertionError("argument " + name);
            }
        }
    }

    private void frame(FxtReader.Event event) {
        long koid = koid(event);
        Object number = argument(event.arguments(), "number");
        switch (event.type()) {
            case 0 -> marks.add(new Mark(koid, event.time(), "frame", event.name()));
            case 2 -> {
                check(
                        tracks.get(koid).kind() == 1,
                        "a frame on a thread of kind " + tracks.get(koid).kind());
                Frame frame =
                        new Frame(koid, event.name(), number == null ? -1 : (Long) number, event.time(), -1, false);
                check(openFrames.put(koid, frame) == null, "frames overlap");
            }
            case 3 -> {
                Frame frame = openFrames.remove(koid);
                check(frame != null, "a frame's end without begin");
                frames.add(new Frame(
                        koid,
                        frame.name(),
                        frame.number(),
                        frame.begin(),
                        event.time(),
                        argument(event.arguments(), "ended by") != null));
            }
            default -> throw new AssertionError("frame event " + event.type());
        }
    }

    private Message message(FxtReader.Event event) {
        check(event.type() == 0, "message event " + event.type());
        return new Message(
                koid(event),
                event.time(),
                event.name(),
                (String) argument(event.arguments(), "severity"),
                (String) argument(event.arguments(), "source"),
                (String) argument(event.arguments(), "color"));
    }

    private void blob(FxtReader.Blob blob) {
        ByteBuffer b = blob.payload().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        check(b.getShort() == 1, "version");
        int kind = b.getShort() & 0xFFFF;
        int id = b.getInt();
        switch (blob.name()) {
            case "zonecast.session" ->
                session = new Session(id, b.getLong(), b.getLong(), b.getLong(), b.getLong(), texts(b));
            case "zonecast.location" -> {
                Location location = new Location(
                        id, string(b), string(b), string(b), skip(b, 2).getInt(), b.getInt());
                check(b.getLong() == 0, "a category");
                locationOfLoc.put(kind, location);
            }
            case "zonecast.track" ->
                tracks.put(
                        (long) id,
                        new Track(id & 0xFFFFFFFFL, kind, b.getLong(), b.getLong(), b.getInt(), b.getInt() == 1));
            case "zonecast.plot" -> {
                plotConfigs.put(
                        strings.get(kind),
                        new PlotConfig(id, b.get(), b.get(), skip(b, 2).getInt()));
                check(b.getInt() == 0, "a description");
            }
            case "zonecast.attribute" -> attributeBlob(kind, id, b);
            case "zonecast.gpu-context" -> gpuContexts.add(new GpuContext(id, kind, b.getLong(), texts(b).getFirst()));
            case "zonecast.gpu-calibration" -> calibrations.add(new Calibration(id, b.getLong(), b.getLong()));
            case "zonecast.statistics" -> {
                long[] figures = new long[22];
                figures[0] = id;
                for (int i = 1; i < figures.length; i++) {
                    figures[i] = b.getLong();
                }
                statistics.add(figures);
                if (b.hasRemaining()) {
                    int tables = (int) b.getLong();
                    long[] counts =
                            LongStream.generate(b::getLong).limit(tables).toArray();
                    List<String> entries = texts(b);
                    for (int i = 0; i < tables; i++) {
                        refusals.put(entries.get(i), counts[i]);
                    }
                }
            }
            case "zonecast.frame-image" -> imageBlob(kind, id, b);
            case "zonecast.end" -> endTime = b.getLong();
            default -> throw new AssertionError("blob " + blob.name());
        }
        check(b.remaining() == 0, "rest of blob " + blob.name());
    }

    private void imageBlob(int kind, int id, ByteBuffer b) {
        long frame = b.getLong();
        int width = b.getShort() & 0xFFFF;
        int height = b.getShort() & 0xFFFF;
        boolean bottomUp = b.getInt() == 1;
        int total = b.getInt();
        int place = b.getInt();
        check(total == width * height / 2, "bytes of a frame image");
        if (kind == 1) {
            Image last = images.getLast();
            check(id == pictures - 1 && !b.hasRemaining() && !last.blocks.hasRemaining(), "repeated frame image");
            check(last.width == width && last.height == height && last.bottomUp == bottomUp, "another picture");
            images.add(new Image(frame, width, height, bottomUp, last.blocks));
            return;
        }
        if (place == 0) {
            check(id == pictures++, "id of a frame image");
            images.add(new Image(frame, width, height, bottomUp, ByteBuffer.allocate(total)));
        }
        Image image = images.getLast();
        check(image.frame == frame && image.blocks.position() == place, "part of a frame image");
        image.blocks.put(b);
    }

    private void attributeBlob(int kind, long koid, ByteBuffer b) {
        int depth = b.getInt();
        int total = b.getInt();
        int place = b.getInt();
        check(b.getInt() == 0, "unused word");
        byte[] whole = place == 0 ? new byte[total] : attributes.get(koid);
        int part = b.remaining();
        b.get(whole, place, part);
        attributes.put(koid, whole);
        if (place + part < total) {
            return;
        }
        if (kind == 0) {
            messageText(koid, new String(whole, StandardCharsets.UTF_8));
            return;
        }
        Deque<Zone> stack = open.computeIfAbsent(koid, k -> new ArrayDeque<>());
        if (depth == stack.size()) {
            zoneAttribute(stack.peek(), kind, whole);
        } else {
            check(depth > stack.size(), "an attribute for depth " + depth + " of " + stack.size());
            deepAttributes
                    .computeIfAbsent(List.<Object>of(koid, depth), k -> new ArrayList<>())
                    .add(zone -> zoneAttribute(zone, kind, whole));
        }
    }

    private void messageText(long koid, String text) {
        List<Message> list = messages.isEmpty() || messages.getLast().koid() != koid ? infos : messages;
        Message m = list.removeLast();
        list.add(new Message(m.koid(), m.time(), text, m.severity(), m.source(), m.color()));
    }

    private static void zoneAttribute(Zone zone, int kind, byte[] whole) {
        String text = new String(whole, StandardCharsets.UTF_8);
        ByteBuffer number = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        switch (kind) {
            case 1 -> zone.textsOfBlobs.add(text);
            case 2 -> {
                zone.name = text;
                zone.nameFromBlob = true;
            }
            case 3 -> zone.valuesOfBlobs.add(number.getLong());
            case 4 -> {
                zone.rgb = number.getInt();
                zone.colorFromBlob = true;
            }
            default -> throw new AssertionError("attribute " + kind);
        }
    }

    private String string(ByteBuffer b) {
        int index = b.getShort() & 0xFFFF;
        if (index == 0) {
            return "";
        }
        check(strings.containsKey(index), "string " + index);
        return strings.get(index);
    }

    private static ByteBuffer skip(ByteBuffer b, int bytes) {
        return b.position(b.position() + bytes);
    }

    private static List<String> texts(ByteBuffer b) {
        List<String> texts = new ArrayList<>();
        while (b.hasRemaining()) {
            byte[] utf8 = new byte[b.getShort() & 0xFFFF];
            b.get(utf8);
            texts.add(new String(utf8, StandardCharsets.UTF_8));
        }
        return texts;
    }

    private static Object argument(List<FxtReader.Argument> arguments, String name) {
        return arguments.stream()
                .filter(a -> a.name().equals(name))
                .map(FxtReader.Argument::value)
                .findFirst()
                .orElse(null);
    }

    private static long koid(FxtReader.Event event) {
        return event.thread().thread();
    }

    private static void check(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }
}
