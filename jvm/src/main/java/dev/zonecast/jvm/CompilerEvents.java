package dev.zonecast.jvm;

import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;

/** Compilations and class loading that took long. */
final class CompilerEvents implements LaneEvents {
    private final JvmOptions options;
    private final Batch batch;
    private final Places places;
    private final Lanes compilations = new Lanes("JVM: compiler");
    private final Lanes classes = new Lanes("JVM: class loading");

    CompilerEvents(JvmOptions options, Batch batch, Places places) {
        this.options = options;
        this.batch = batch;
        this.places = places;
    }

    @Override
    public void subscribe(Subscriptions to) {
        to.on(
                "jdk.Compilation",
                settings -> settings.withThreshold(options.compilationsFrom),
                event -> compilation(event));
        to.on("jdk.ClassLoad", settings -> settings.withThreshold(options.classLoadingFrom), event -> load(event));
    }

    private void compilation(RecordedEvent event) {
        if (event.getDuration().compareTo(options.compilationsFrom) < 0) {
            return;
        }
        RecordedMethod method = event.getValue("method");
        String name = method == null ? "(unknown)" : StackReader.function(method);
        int level = event.getInt("compileLevel");
        String text = name + "\nlevel: " + level + (event.getBoolean("isOsr") ? ", in a loop" : "")
                + "\nbytes of code: " + event.getLong("codeSize")
                + (event.getBoolean("succeded") ? "" : "\ngiven up");
        String compiler = event.getString("compiler");
        add(compilations, event, "compile (" + compiler + ")", Places.COMPILER, text);
    }

    private void load(RecordedEvent event) {
        if (event.getDuration().compareTo(options.classLoadingFrom) < 0) {
            return;
        }
        String text = StackReader.typeName(event.getClass("loadedClass")) + "\nthread: "
                + (event.getThread() == null ? "" : StackReader.name(event.getThread()));
        Span span = add(classes, event, "load class", Places.CLASS_LOADING, text);
        RecordedThread thread = event.getThread();
        // The compiler works beside the program; who needs a class waits for it.
        if (thread != null && thread.getJavaThreadId() > 0) {
            batch.stop(thread.getJavaThreadId(), span);
        }
    }

    private Span add(Lanes lanes, RecordedEvent event, String name, int rgb, String text) {
        Span span =
                new Span(Subscriptions.beginTicks(event), Subscriptions.endTicks(event), places.of(name, rgb), text);
        lanes.add(span);
        return span;
    }

    @Override
    public Stream<Lanes> lanes() {
        return Stream.of(compilations, classes);
    }
}
