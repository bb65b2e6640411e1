package dev.zonecast.fxt;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a trace from its first byte to its last, once, and hands out its records. Layouts: {@link FxtLayout} and the Fuchsia
 * documentation's "trace-format".
 *
 * <p>Records of unknown types, and what is behind the known part of a record, are skipped by their size. A reference to a string or
 * thread that was never registered is counted, and gets a placeholder name.
 */
public final class FxtReader {
    /**
     * How the trace ended.
     *
     * @param bytes of the whole records
     * @param cut the last record, or the compressed stream around it, is not whole: the writer was ended, or the file was cut
     * @param unknownReferences to strings and threads that were never registered
     * @param timesOutOfRange times beyond {@link #MAX_TIME_NANOS}, which were moved there
     */
    public record End(long bytes, boolean cut, long unknownReferences, long timesOutOfRange) {}

    /** The greatest time that is handed out, and minus this the least: any two have a difference that is a {@code long}. */
    public static final long MAX_TIME_NANOS = (1L << 62) - 1;

    private static final int WORD = FxtLayout.WORD_BYTES;
    /** End of a thread that is written in an event, behind the header and the time. */
    private static final int THREAD_END = 4 * WORD;

    private static final int SHORT_CHARS = 16;
    private static final int MAX_PROVIDERS = 4096;
    /** A file with so many zeros at its end, or zeros up to its end, was allocated longer than its content. */
    private static final int ZEROS_BYTES = 64 << 10;

    private final RecordInput input;
    private final FxtHandler handler;
    private final RecordBody body;
    private final RepeatedEvents repeated;
    private Provider.Budget budget = new Provider.Budget();
    private final Map<Integer, Provider> providers = new HashMap<>();
    private Provider provider;
    private boolean behindGap;

    /** Of the traces before the one at hand, when several were joined. */
    private long timesOutOfRange;

    private FxtReader(InputStream in, FxtHandler handler) throws FxtException {
        this.input = new RecordInput(in);
        this.handler = handler;
        this.body = new RecordBody(input, handler);
        this.repeated = new RepeatedEvents(input, handler);
        // Records may come before any provider is named.
        select(0);
    }

    /**
     * Reads all of a trace.
     *
     * @param in uncompressed; not closed
     * @throws FxtException if the trace breaks the format
     * @throws IOException if it cannot be read, or the handler threw it
     */
    public static End read(InputStream in, FxtHandler handler) throws IOException {
        return new FxtReader(in, handler).read();
    }

    /** A time in the range of times: itself, or the end of the range. */
    public static long time(long nanos) {
        return Math.clamp(nanos, -MAX_TIME_NANOS, MAX_TIME_NANOS);
    }

    private End read() throws IOException {
        magic();
        boolean cut = false;
        long whole;
        while (true) {
            passUnwanted();
            repeated.handOn(provider);
            whole = input.offset();
            if (!input.require(WORD)) {
                cut = input.remaining() > 0;
                break;
            }
            long header = input.word(input.position());
            int words = (int) (header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
            int type = (int) header & 15;
            boolean complete;
            if (type == FxtLayout.LARGE) {
                complete = large(header);
            } else if (words == 0) {
                zeros();
                complete = false;
            } else {
                complete = input.require(words * WORD);
                if (complete) {
                    int end = input.position() + words * WORD;
                    if (isUnwanted(type, header)) {
                        passed(header, input.position(), end);
                    } else {
                        record(type, header, end);
                    }
                    input.moveTo(end);
                }
            }
            if (!complete) {
                cut = true;
                break;
            }
        }
        if (provider.lacksWords()) {
            throw new FxtException(
                    whole,
                    "the piece with the first records is damaged, and the recording ends before they come again:"
                            + " nothing else can be read");
        }
        return new End(whole, cut || input.brokenOff(), body.unknownReferences(), timesOutOfRange + timesOutOfRange());
    }

    /** Of the trace at hand. */
    private long timesOutOfRange() {
        return providers.values().stream().mapToLong(Provider::timesOutOfRange).sum();
    }

    /** Moves behind the unwanted events at the front of the window. */
    private void passUnwanted() throws IOException {
        int at = input.position();
        int end = at + input.remaining();
        while (at + WORD <= end) {
            long header = input.word(at);
            int bytes = isUnwanted((int) header & 15, header) ? (int) RecordSize.bytes(header) : 0;
            if (bytes == 0 || at + bytes > end) {
                break;
            }
            passed(header, at, at + bytes);
            at += bytes;
        }
        input.moveTo(at);
    }

    /** Hands on the thread of an unwanted event if no record registers it: each reading has all threads. */
    private void passed(long header, int at, int end) throws IOException {
        int index = threadIndex(header);
        if (index != 0) {
            if (!provider.knowsThread(index)) {
                handler.thread(provider.process(index), provider.thread(index));
            }
        } else if (at + THREAD_END <= end) {
            handler.thread(input.word(at + 2 * WORD), input.word(at + 3 * WORD));
        }
    }

    private static int threadIndex(long eventHeader) {
        return (int) (eventHeader >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
    }

    /** Flows are wanted whatever their category: programs choose it. */
    private boolean isUnwanted(int type, long header) {
        return type == FxtLayout.EVENT
                && ((header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15) < FxtLayout.FLOW_BEGIN
                && provider.isUnwanted((int) (header >>> FxtLayout.EVENT_CATEGORY_SHIFT) & RecordBody.REFERENCE);
    }

    private void magic() throws IOException {
        if (!input.require(WORD)) {
            if (input.brokenOff()) {
                throw new FxtException(0, "compressed data that ends before the first record");
            }
            if (input.remaining() == 0) {
                throw new FxtException(0, "empty");
            }
            throw new FxtException(0, "not a trace: it has " + input.remaining() + " bytes, a trace has at least 8");
        }
        if (input.word(0) != FxtLayout.MAGIC) {
            throw new FxtException(
                    0, "not a trace in the Fuchsia trace format: its first 8 bytes are not those of a trace");
        }
        input.moveTo(WORD);
    }

    /** A record without length: zeros that no record follows are the end of a file that was made longer than its contents. */
    private void zeros() throws IOException {
        long offset = input.offset();
        boolean more = input.require(ZEROS_BYTES);
        int from = input.position();
        int end = from + (more ? ZEROS_BYTES : input.remaining());
        byte[] window = input.window();
        for (int i = from; i < end; i++) {
            if (window[i] != 0) {
                throw new FxtException(offset, "a record without length");
            }
        }
    }

    private void select(int id) throws FxtException {
        provider = providers.get(id);
        if (provider == null) {
            if (providers.size() == MAX_PROVIDERS) {
                throw body.corrupt("more than " + MAX_PROVIDERS + " providers");
            }
            provider = new Provider(id, budget);
            providers.put(id, provider);
        }
        body.use(provider);
    }

    private void record(int type, long header, int end) throws IOException {
        if (behindGap) {
            findTables(header);
        }
        if (provider.passesOver(header)) {
            if (type == FxtLayout.EVENT) {
                body.countUnknown();
            }
            return;
        }
        body.begin(end);
        if (type == FxtLayout.EVENT && SkippedRecords.kindOf(header) != null) {
            handler.skipped(header, end - input.position());
        } else if (type == FxtLayout.EVENT) {
            event(header, end);
        } else {
            // It may say what others mean.
            repeated.forget();
            provider.sees(type);
            other(type, header, end);
        }
    }

    private void findTables(long header) {
        behindGap = false;
        if (!provider.behindGap(header)) {
            for (Provider each : providers.values()) {
                each.forgetThreads();
                forgetStrings(each);
            }
        }
    }

    private void forgetStrings(Provider of) {
        handler.stringsForgotten(of.id, of.forgetStrings());
    }

    private void event(long header, int end) throws IOException {
        if (provider.isForgotten(threadIndex(header))) {
            body.countUnknown();
            return;
        }
        long unknownBefore = body.unknownReferences();
        FxtEvent event = body.event(header);
        if (body.unknownReferences() == unknownBefore) {
            repeated.learn(header, (end - input.position()) / WORD, event);
        }
    }

    private void other(int type, long header, int end) throws IOException {
        switch (type) {
            case FxtLayout.METADATA -> metadata(header, end);
            case FxtLayout.INITIALIZATION -> {
                long ticks = body.word();
                if (ticks <= 0) {
                    throw body.corrupt("a clock of " + ticks + " ticks per second");
                }
                provider.setTicksPerSecond(ticks);
            }
            case FxtLayout.STRING -> string(header);
            case FxtLayout.THREAD -> {
                int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
                provider.setThread(index, body.word(), body.word());
                handler.thread(provider.process(index), provider.thread(index));
            }
            case FxtLayout.BLOB -> body.blob(header);
            case FxtLayout.KERNEL_OBJECT -> body.kernelObject(header);
            case FxtLayout.LOG -> body.log(header);
            case FxtLayout.SCHEDULING -> {
                if (header >>> FxtLayout.SCHEDULING_SUBTYPE_SHIFT == FxtLayout.CONTEXT_SWITCH) {
                    body.contextSwitch(header);
                } else {
                    handler.skipped(header, end - input.position());
                }
            }
            default -> handler.skipped(header, end - input.position());
        }
    }

    private void metadata(long header, int end) throws IOException {
        int id = (int) (header >>> FxtLayout.PROVIDER_SHIFT);
        switch ((int) (header >>> FxtLayout.SUBTYPE_SHIFT) & 15) {
            case FxtLayout.PROVIDER_INFO -> {
                select(id);
                provider.name = body.text((int) (header >>> FxtLayout.PROVIDER_NAME_BYTES_SHIFT) & 0xFF);
                handler.provider(provider.id, provider.name);
            }
            case FxtLayout.PROVIDER_SECTION -> {
                select(id);
                handler.provider(provider.id, provider.name);
            }
            case FxtLayout.PROVIDER_EVENT -> {
                if (((header >>> FxtLayout.PROVIDER_EVENT_SHIFT) & 15) == 0) {
                    handler.bufferFilled(id);
                }
            }
            case FxtLayout.TABLES -> {
                if (provider.tables(header)) {
                    forgetStrings(provider);
                }
            }
            case FxtLayout.GAP -> {
                behindGap = true;
                handler.gap();
            }
            case FxtLayout.TRACE_INFO -> {
                timesOutOfRange += timesOutOfRange();
                providers.clear();
                budget = new Provider.Budget();
                select(0);
                handler.traceBegins();
            }
            default -> handler.skipped(header, end - input.position());
        }
    }

    private void string(long header) throws IOException {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX;
        String text = body.text((int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & 0x7FFF);
        if (index == 0) {
            return;
        }
        if (text.length() <= SHORT_CHARS) {
            // Handlers compare them with constants, event by event: the same object is the fastest to compare.
            text = text.intern();
        }
        if (!provider.setString(index, text, !handler.wantsEvents(text))) {
            throw body.corrupt("more strings than any trace has");
        }
        handler.string(index, text);
    }

    /** A record with 32 bits for its size. */
    private boolean large(long header) throws IOException {
        long bytes = RecordSize.bytes(header);
        if (bytes == 0) {
            throw new FxtException(input.offset(), "a record without length");
        }
        boolean isWhole = input.skip(bytes);
        if (isWhole) {
            handler.skipped(header, bytes);
        }
        return isWhole;
    }
}
