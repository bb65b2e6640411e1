package dev.zonecast.cli.report;

import dev.zonecast.cli.JsonTree;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A Chromium without a window, told what to do by the DevTools protocol through pipes: its descriptors 3 and 4, messages of JSON
 * that end in a zero byte. No socket is opened.
 */
final class Browser implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell");

    private final Process process;
    private final OutputStream commands;
    private final Map<Integer, CompletableFuture<Map<String, Object>>> answers = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    /** What the page said that is worth a test's attention: errors, and what it tried to load. */
    private final List<String> complaints = new ArrayList<>();

    private final Path profile;
    private String session;

    private Browser(Process process, Path profile) {
        this.process = process;
        this.profile = profile;
        this.commands = process.getOutputStream();
        Thread.ofPlatform().daemon().name("browser answers").start(this::readAnswers);
    }

    /** The program, or null if this machine has none. */
    static Path find() {
        String named = System.getenv("CHROMIUM");
        if (named != null) {
            return Path.of(named);
        }
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    static Browser start(Path program, int width, int height) throws Exception {
        Path profile = Files.createTempDirectory("zonecast-browser");
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        // A browser reads commands at 3 and answers at 4; what it prints is of no interest.
                        "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null",
                        program.toString(),
                        "--headless=new",
                        "--remote-debugging-pipe",
                        // As root, and in containers, its sandbox does not start.
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-extensions",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--force-device-scale-factor=1",
                        "--hide-scrollbars",
                        "--user-data-dir=" + profile,
                        "--window-size=" + width + "," + height)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Browser browser = new Browser(process, profile);
        Object target = browser.send("Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId");
        browser.session = (String) browser.send("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId");
        browser.send("Page.enable", Map.of());
        browser.send("Runtime.enable", Map.of());
        browser.send("Log.enable", Map.of());
        browser.send("Network.enable", Map.of());
        browser.send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        return browser;
    }

    // --- the protocol

    Map<String, Object> send(String method, Map<String, Object> parameters) throws Exception {
        int id = ids.incrementAndGet();
        CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        answers.put(id, answer);
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeNumberProperty("id", id);
            json.writeStringProperty("method", method);
            if (session != null) {
                json.writeStringProperty("sessionId", session);
            }
            json.writeName("params");
            write(json, parameters);
            json.writeEndObject();
        }
        synchronized (commands) {
            commands.write(text.toString().getBytes(StandardCharsets.UTF_8));
            commands.write(0);
            commands.flush();
        }
        try {
            return answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(method + ": no answer", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(method + ": " + e.getCause().getMessage(), e);
        }
    }

    private static void write(JsonGenerator json, Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                json.writeStartObject();
                map.forEach((name, entry) -> {
                    json.writeName((String) name);
                    write(json, entry);
                });
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(entry -> write(json, entry));
                json.writeEndArray();
            }
            case String text -> json.writeString(text);
            case Boolean truth -> json.writeBoolean(truth);
            case Integer number -> json.writeNumber(number);
            case Number number -> json.writeNumber(number.doubleValue());
            default -> throw new IllegalArgumentException(value.toString());
        }
    }

    private void readAnswers() {
        try (InputStream in = new BufferedInputStream(process.getInputStream(), 1 << 16)) {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            for (int value = in.read(); value >= 0; value = in.read()) {
                if (value == 0) {
                    take(message.toString(StandardCharsets.UTF_8));
                    message.reset();
                } else {
                    message.write(value);
                }
            }
        } catch (IOException e) {
            answers.values().forEach(answer -> answer.completeExceptionally(e));
        }
        answers.values().forEach(answer -> answer.completeExceptionally(new IOException("the browser has ended")));
    }

    private void take(String text) throws IOException {
        Map<String, Object> message = JsonTree.map(JsonTree.of(text));
        if (message.get("id") instanceof Double id) {
            CompletableFuture<Map<String, Object>> answer = answers.remove(id.intValue());
            if (message.containsKey("error")) {
                answer.completeExceptionally(
                        new IOException(message.get("error").toString()));
            } else {
                answer.complete(JsonTree.map(message.get("result")));
            }
            return;
        }
        Map<String, Object> parameters = JsonTree.map(message.getOrDefault("params", Map.of()));
        switch ((String) message.get("method")) {
            case "Runtime.exceptionThrown", "Log.entryAdded" -> complain(parameters.toString());
            case "Network.requestWillBeSent" -> {
                Object url = JsonTree.map(parameters.get("request")).get("url");
                // The page itself, and what it carries.
                if (!url.toString().startsWith("file:") && !url.toString().startsWith("data:")) {
                    complain("request of " + url);
                }
            }
            default -> {
                // Not of interest.
            }
        }
    }

    private void complain(String what) {
        synchronized (complaints) {
            complaints.add(what);
        }
    }

    /** Errors of pages, and addresses that they asked for, so far. */
    List<String> complaints() {
        synchronized (complaints) {
            return List.copyOf(complaints);
        }
    }

    // --- what a user does

    void open(String address) throws Exception {
        send("Page.navigate", Map.of("url", address));
    }

    /** {@code light} or {@code dark}, as the user's system says. */
    void prefer(String scheme) throws Exception {
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Text of the first element of a selector. */
    String text(String selector) throws Exception {
        return (String) evaluate("document.querySelector('" + selector + "').textContent");
    }

    /** Value of an expression that is a number. */
    double number(String expression) throws Exception {
        return ((Number) evaluate(expression)).doubleValue();
    }

    /** Opens a report anew, also where only what is behind the # differs, and waits until it is drawn. */
    void openReport(String address) throws Exception {
        open("about:blank");
        open(address);
        waitFor("document.documentElement?.dataset.ready");
    }

    /** Value of an expression in the page; a promise is waited for. */
    Object evaluate(String expression) throws Exception {
        Map<String, Object> result =
                send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.containsKey("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
        }
        return JsonTree.map(result.get("result")).get("value");
    }

    void waitFor(String expression) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!Boolean.TRUE.equals(evaluate("Boolean(" + expression + ")"))) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("never true: " + expression);
            }
            Thread.sleep(10);
        }
    }

    void move(double x, double y) throws Exception {
        mouse("mouseMoved", x, y, "none", 0, 0);
    }

    void click(double x, double y) throws Exception {
        drag(x, y, x, y, 0);
    }

    /** @param modifiers 1 Alt, 2 Ctrl, 4 Meta, 8 Shift */
    void drag(double x, double y, double toX, double toY, int modifiers) throws Exception {
        mouse("mouseMoved", x, y, "none", 0, modifiers);
        mouse("mousePressed", x, y, "left", 1, modifiers);
        if (x != toX || y != toY) {
            mouse("mouseMoved", (x + toX) / 2, (y + toY) / 2, "left", 1, modifiers);
            mouse("mouseMoved", toX, toY, "left", 1, modifiers);
        }
        mouse("mouseReleased", toX, toY, "left", 1, modifiers);
    }

    private void mouse(String type, double x, double y, String button, int clicks, int modifiers) throws Exception {
        send(
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", x, "y", y, "button", button, "clickCount", clicks, "modifiers", modifiers));
    }

    void wheel(double x, double y, double deltaY) throws Exception {
        send("Input.dispatchMouseEvent", Map.of("type", "mouseWheel", "x", x, "y", y, "deltaX", 0, "deltaY", deltaY));
    }

    /** Presses and releases a key; one letter is also text. */
    void key(String key) throws Exception {
        Map<String, Object> down = key.length() == 1
                ? Map.of("type", "keyDown", "key", key, "text", key)
                : key.equals("Enter")
                        ? Map.of("type", "keyDown", "key", key, "text", "\r", "windowsVirtualKeyCode", 13)
                        : Map.of("type", "rawKeyDown", "key", key, "windowsVirtualKeyCode", code(key));
        send("Input.dispatchKeyEvent", down);
        send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    private static int code(String key) {
        return switch (key) {
            case "Tab" -> 9;
            case "Escape" -> 27;
            case "ArrowLeft" -> 37;
            case "ArrowRight" -> 39;
            default -> 0;
        };
    }

    void type(String text) throws Exception {
        send("Input.insertText", Map.of("text", text));
    }

    void screenshot(Path png) throws Exception {
        Object data = send("Page.captureScreenshot", Map.of("format", "png")).get("data");
        Files.write(png, Base64.getDecoder().decode((String) data));
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.onExit()
                .orTimeout(10, TimeUnit.SECONDS)
                .exceptionally(e -> process.destroyForcibly())
                .join();
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
