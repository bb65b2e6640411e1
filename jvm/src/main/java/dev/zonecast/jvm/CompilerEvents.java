package dev.zonecast.jvm;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;

/** Compilations and class loading that took long. */
final class CompilerEvents {
    private static final int COMPILER_RGB = 0x2874A6;
    private static final int CLASS_LOADING_RGB = 0x148F77;

    private final JvmOptions options;
    private final Batch batch;
    private final Lanes compilations;
    private final Lanes classes;

    CompilerEvents(JvmOptions options, Batch batch) {
        this.options = options;
        this.batch = batch;
        compilations = batch.lanes("JVM: compiler");
        classes = batch.lanes("JVM: class loading");
    }

    void subscribe(Subscriptions to) {
        to.lasting("jdk.Compilation", options.compilationsFrom, settings -> {}, this::compilation);
        to.lasting("jdk.ClassLoad", options.classLoadingFrom, settings -> {}, this::load);
    }

    private void compilation(RecordedEvent event) {
        RecordedMethod method = event.getValue("method");
        String text = (method == null ? "(unknown)" : StackReader.function(method))
                + "\nlevel: " + event.getInt("compileLevel") + (event.getBoolean("isOsr") ? ", in a loop" : "")
                + "\nbytes of code: " + event.getLong("codeSize")
                + (event.getBoolean("succeded") ? "" : "\ngiven up");
        compilations.add(batch.span(event, "compile (" + event.getString("compiler") + ")", COMPILER_RGB, text));
    }

    private void load(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        String text = StackReader.typeName(event.getClass("loadedClass")) + "\nthread: "
                + (thread == null ? "" : StackReader.name(thread));
        Span span = batch.span(event, "load class", CLASS_LOADING_RGB, text);
        classes.add(span);
        // The compiler works beside the program; a thread that needs a class waits for it.
        if (thread != null && thread.getJavaThreadId() > 0) {
            batch.stop(thread.getJavaThreadId(), span);
        }
    }
}
