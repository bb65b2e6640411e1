package dev.zonecast.fxt;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the records of a recording with damaged pieces so that readers understand them that do not know {@link FxtLayout#GAP}. What is
 * open at a gap ends there. Left out are ends whose begin was in the gap or before it, and events whose thread was registered in it. Strings
 * that were registered in it get their number as text. The records before the first gap stay as they are.
 *
 * <p>All records come twice. The first time shows when each thread goes on behind a gap: what is open there may not end later.
 */
public final class GapRepair {
    private static final int WORD = FxtLayout.WORD_BYTES;
    private static final int REFERENCE = 0xFFFF;
    private static final long NEVER = Long.MAX_VALUE;

    /** As many open durations of a thread are ended. */
    private static final int MOST_OPEN = 1 << 16;

    private static final byte[] ENDED_BY = endedBy();

    private record Id(long process, long thread) {}

    private static final class Track {
        private final Id id;
        /** Categories of the open durations, the outermost first. */
        private final List<String> open = new ArrayList<>();
        /** For each gap at which something is open: when the thread goes on. */
        private final Deque<Long> goesOn = new ArrayDeque<>();

        Track(Id id) {
            this.id = id;
        }
    }

    private final Map<Id, Track> tracks = new HashMap<>();
    private Provider provider = new Provider(0, new Provider.Budget());
    private boolean isFirstTime = true;
    private boolean hasProviders;
    private boolean behindGap;
    private long latest;

    private long bytes;
    private long gaps;
    private long missingBytes;
    private long leftOut;

    /** Before the first record. */
    public GapRepair() {}

    /** The records come for the second time. */
    public void again() {
        isFirstTime = false;
        bytes = 0;
        gaps = 0;
        missingBytes = 0;
        leftOut = 0;
        latest = 0;
        behindGap = false;
        beginTrace();
    }

    /** Bytes that were written. */
    public long bytes() {
        return bytes;
    }

    /** Damaged places. */
    public long gaps() {
        return gaps;
    }

    /** Compressed bytes of the damaged places. */
    public long missingBytes() {
        return missingBytes;
    }

    /** Events that were left out because they need records that are missing. */
    public long leftOut() {
        return leftOut;
    }

    /** True if nothing can be read: the words of the format were in a damaged piece, and no later one has them. */
    public boolean lacksWords() {
        return provider.lacksWords();
    }

    /**
     * Writes what becomes of the next record.
     *
     * @return false: it is a gap that cannot be repaired, as the recording has several providers
     */
    public boolean record(byte[] bytesOfRecord, OutputStream out) throws IOException {
        ByteBuffer record = ByteBuffer.wrap(bytesOfRecord).order(ByteOrder.LITTLE_ENDIAN);
        long header = record.getLong(0);
        if (FxtLayout.isGap(header)) {
            if (hasProviders) {
                return false;
            }
            missingBytes += header >>> FxtLayout.GAP_BYTES_SHIFT;
            gap(out);
        } else if (behindGap) {
            behindGap = false;
            if (!provider.behindGap(header)) {
                provider.forgetThreads();
                int ignored = provider.forgetStrings();
            }
        }
        boolean stays;
        if (provider.passesOver(header)) {
            stays = false;
            leftOut += isEvent(header) ? 1 : 0;
        } else {
            stays = isEvent(header) ? event(record, header, out) : other(record, header);
        }
        if (stays) {
            write(bytesOfRecord, out);
        }
        return true;
    }

    private static boolean isEvent(long header) {
        return (header & 15) == FxtLayout.EVENT;
    }

    private void write(byte[] record, OutputStream out) throws IOException {
        out.write(record);
        bytes += record.length;
    }

    private void gap(OutputStream out) throws IOException {
        gaps++;
        behindGap = true;
        for (Track track : tracks.values()) {
            if (track.open.isEmpty()) {
                continue;
            }
            if (isFirstTime) {
                track.goesOn.add(NEVER);
            } else {
                Long goesOn = track.goesOn.poll();
                long end = goesOn == null ? latest : Math.min(latest, goesOn);
                for (String category : track.open.reversed()) {
                    write(end(track.id, category, end), out);
                }
            }
            track.open.clear();
        }
    }

    private boolean other(ByteBuffer record, long header) throws FxtException {
        int type = (int) header & 15;
        provider.sees(type);
        switch (type) {
            case FxtLayout.METADATA -> metadata(header);
            case FxtLayout.STRING -> {
                int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX;
                int length = (int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & 0x7FFF;
                if (index != 0 && WORD + length <= record.capacity()) {
                    byte[] utf8 = new byte[length];
                    record.get(WORD, utf8);
                    string(index, new String(utf8, StandardCharsets.UTF_8));
                }
            }
            case FxtLayout.THREAD -> {
                if (record.capacity() >= 3 * WORD) {
                    int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
                    provider.setThread(index, record.getLong(WORD), record.getLong(2 * WORD));
                }
            }
            default -> {
                // No event refers to it.
            }
        }
        return true;
    }

    private void string(int index, String text) throws FxtException {
        if (!provider.setString(index, text, false)) {
            throw new FxtException(bytes, "more strings than any trace has");
        }
    }

    private void metadata(long header) {
        switch ((int) (header >>> FxtLayout.SUBTYPE_SHIFT) & 15) {
            case FxtLayout.PROVIDER_INFO, FxtLayout.PROVIDER_SECTION -> hasProviders = true;
            case FxtLayout.TABLES -> {
                if (provider.tables(header)) {
                    int ignored = provider.forgetStrings();
                }
            }
            case FxtLayout.TRACE_INFO -> beginTrace();
            default -> {
                // No table changes.
            }
        }
    }

    /** Another trace begins. */
    private void beginTrace() {
        provider = new Provider(0, new Provider.Budget());
        hasProviders = false;
        tracks.values().forEach(track -> track.open.clear());
    }

    /** False if it is left out. */
    private boolean event(ByteBuffer record, long header, OutputStream out) throws IOException {
        int index = (int) (header >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        int texts = (index == 0 ? 4 : 2) * WORD;
        if (record.capacity() < texts) {
            return true;
        }
        boolean isKnown = index == 0 || provider.knowsThread(index);
        int type = (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
        boolean stays = gaps == 0 || isKnown;
        if (isKnown && (type == FxtLayout.DURATION_BEGIN || type == FxtLayout.DURATION_END)) {
            Id id = index == 0
                    ? new Id(record.getLong(2 * WORD), record.getLong(3 * WORD))
                    : new Id(provider.process(index), provider.thread(index));
            boolean hasBegun = duration(tracks.computeIfAbsent(id, Track::new), type, header, record.getLong(WORD));
            stays &= hasBegun || gaps == 0;
        }
        if (!stays) {
            leftOut++;
            return false;
        }
        latest = Math.max(latest, record.getLong(WORD));
        if (gaps > 0) {
            defineStrings(record, header, texts, out);
        }
        return true;
    }

    /** False for an end without a begin. */
    private boolean duration(Track track, int type, long header, long time) {
        if (isFirstTime && !track.goesOn.isEmpty() && track.goesOn.getLast() == NEVER) {
            track.goesOn.removeLast();
            track.goesOn.add(time);
        }
        if (type == FxtLayout.DURATION_END) {
            boolean hasBegun = !track.open.isEmpty();
            if (hasBegun) {
                track.open.removeLast();
            }
            return hasBegun;
        }
        if (track.open.size() < MOST_OPEN) {
            // Our events never have the text of a category within them.
            String category = provider.string((int) (header >>> FxtLayout.EVENT_CATEGORY_SHIFT) & REFERENCE);
            track.open.add(category == null ? "" : category);
        }
        return true;
    }

    /** Perfetto leaves an event out that refers to a string without a record, and takes an index of a lost table for what it was before. */
    private void defineStrings(ByteBuffer event, long header, int texts, OutputStream out) throws IOException {
        int category = (int) (header >>> FxtLayout.EVENT_CATEGORY_SHIFT) & REFERENCE;
        int name = (int) (header >>> FxtLayout.EVENT_NAME_SHIFT) & REFERENCE;
        define(category, out);
        define(name, out);
        int at = texts + inlineBytes(category) + inlineBytes(name);
        int count = (int) (header >>> FxtLayout.EVENT_ARGUMENTS_SHIFT) & FxtLayout.MAX_ARGUMENTS;
        for (int i = 0; i < count && at + WORD <= event.capacity(); i++) {
            long argument = event.getLong(at);
            define((int) (argument >>> FxtLayout.ARGUMENT_NAME_SHIFT) & REFERENCE, out);
            if ((argument & 15) == FxtLayout.ARGUMENT_STRING) {
                define((int) (argument >>> FxtLayout.ARGUMENT_VALUE_SHIFT) & REFERENCE, out);
            }
            at += ((int) (argument >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS) * WORD;
        }
    }

    private static int inlineBytes(int reference) {
        return reference < FxtLayout.INLINE_STRING ? 0 : padded(reference - FxtLayout.INLINE_STRING);
    }

    private static int padded(int textBytes) {
        return textBytes + WORD - 1 & -WORD;
    }

    private void define(int reference, OutputStream out) throws IOException {
        if (reference == 0 || reference >= FxtLayout.INLINE_STRING || provider.string(reference) != null) {
            return;
        }
        String text = provider.text(reference);
        string(reference, text);
        int length = text.length();
        byte[] record = new byte[WORD + padded(length)];
        long header = FxtLayout.STRING
                | (long) reference << FxtLayout.INDEX_SHIFT
                | (long) length << FxtLayout.STRING_BYTES_SHIFT;
        fill(record, header).put(text.getBytes(StandardCharsets.US_ASCII));
        write(record, out);
    }

    /** The record that ends the innermost duration of a thread. */
    private static byte[] end(Id id, String category, long time) {
        byte[] utf8 = category.getBytes(StandardCharsets.UTF_8);
        byte[] text = utf8.length > FxtLayout.MAX_STRING_BYTES ? new byte[0] : utf8;
        int reference = text.length == 0 ? 0 : FxtLayout.INLINE_STRING | text.length;
        byte[] record = new byte[4 * WORD + padded(text.length) + ENDED_BY.length];
        long header = FxtLayout.EVENT
                | (long) FxtLayout.DURATION_END << FxtLayout.EVENT_TYPE_SHIFT
                | 1L << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | (long) reference << FxtLayout.EVENT_CATEGORY_SHIFT;
        fill(record, header)
                .putLong(time)
                .putLong(id.process)
                .putLong(id.thread)
                .put(text)
                .put(record.length - ENDED_BY.length, ENDED_BY);
        return record;
    }

    /** The argument "ended by". */
    private static byte[] endedBy() {
        byte[] name = Term.ENDED_BY.text().getBytes(StandardCharsets.US_ASCII);
        byte[] value = "a damaged piece".getBytes(StandardCharsets.US_ASCII);
        byte[] argument = new byte[WORD + padded(name.length) + padded(value.length)];
        long header = FxtLayout.ARGUMENT_STRING
                | (long) (FxtLayout.INLINE_STRING | name.length) << FxtLayout.ARGUMENT_NAME_SHIFT
                | (long) (FxtLayout.INLINE_STRING | value.length) << FxtLayout.ARGUMENT_VALUE_SHIFT;
        fill(argument, header).put(name).put(WORD + padded(name.length), value);
        return argument;
    }

    /** Writes the first word of a record, or an argument, with its size. */
    private static ByteBuffer fill(byte[] record, long header) {
        return ByteBuffer.wrap(record)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header | (long) (record.length / WORD) << FxtLayout.WORDS_SHIFT);
    }
}
