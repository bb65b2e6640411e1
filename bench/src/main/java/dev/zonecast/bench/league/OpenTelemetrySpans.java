package dev.zonecast.bench.league;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A span that is current while it lasts, as nested spans have to be, through the processor that the documentation recommends. */
final class OpenTelemetrySpans extends Contestant {
    private static final class Counting implements SpanExporter {
        final AtomicLong spans = new AtomicLong();

        @Override
        public CompletableResultCode export(Collection<SpanData> batch) {
            spans.addAndGet(batch.size());
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    private final Counting exporter = new Counting();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
            .build();
    private final Tracer tracer = provider.get("league");

    @Override
    void start(Path folder) {}

    @Override
    void zones(int count) {
        for (int i = 0; i < count; i++) {
            Span span = tracer.spanBuilder("zone").startSpan();
            try (Scope _ = span.makeCurrent()) {
                // The zone has no content.
            } finally {
                span.end();
            }
        }
    }

    @Override
    void settle() {
        provider.forceFlush().join(10, TimeUnit.SECONDS);
    }

    @Override
    Outcome stop(long zones) {
        provider.forceFlush().join(10, TimeUnit.SECONDS);
        provider.shutdown().join(10, TimeUnit.SECONDS);
        return new Outcome(UNKNOWN, zones - exporter.spans.get());
    }
}
