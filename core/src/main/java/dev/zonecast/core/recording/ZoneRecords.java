package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.InlineName;
import dev.zonecast.fxt.SavedArguments;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.fxt.write.ZoneNotes;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Zones of Java threads: pairs of begin and end. Attributes belong on the begin, where both readers look: as long as nothing was
 * written after it, its record is still in the buffer and is made longer. Those that come later stand on the end, which Perfetto
 * joins with the begin and Tracy's importer leaves out. What fits in neither is a blob.
 */
final class ZoneRecords extends Records {
    /** Of all arguments that wait for an end. */
    private static final int LATE_LIMIT_BYTES = 4 << 20;

    private static final long END =
            FxtLayout.EVENT | 2L << FxtLayout.WORDS_SHIFT | (long) FxtLayout.DURATION_END << FxtLayout.EVENT_TYPE_SHIFT;
    private static final long ONE_ARGUMENT = 1L << FxtLayout.EVENT_ARGUMENTS_SHIFT;
    private static final int ARGUMENTS_OFFSET = 16;

    /** Of a begin or end in a run. */
    private static final int MAX_PLAIN_BYTES = 32;

    private static final InlineName LATE = new InlineName(ExtensionLayout.LATE);

    // The last begin that was written: offsets in the file.
    private long beginOffset;
    private long beginEnd = -1;
    private long beginKoid;

    // The arguments that are written behind the last record: see beginArguments().
    private boolean isOnBegin;
    private int argumentsFrom;

    /** See {@link RecordOutput#notes}; null if nobody asks. */
    private final ZoneNotes notes;

    /** Of open zones in a run, by depth: where their begins are in the writer's buffer. */
    private final int[] begunAt = new int[Track.MAX_NESTED];

    private int lateBytes;

    /** Tracks with arguments that wait, where commits save them; else null. */
    private List<Track> lateTracks;

    ZoneRecords(Records recording) {
        super(recording);
        notes = writer.notes();
    }

    /** Arguments that wait for their end are saved with each commit. */
    void saveLateArguments() {
        lateTracks = new ArrayList<>();
    }

    /**
     * Before a commit: what waits for the end of a zone must outlive the program.
     *
     * @param anew also what was saved already
     */
    void commit(boolean anew) throws IOException {
        for (int i = lateTracks.size() - 1; i >= 0; i--) {
            Track track = lateTracks.get(i);
            if (track.lateCount() == 0) {
                track.hasLateToSave = false;
                lateTracks.set(i, lateTracks.getLast());
                lateTracks.removeLast();
            }
            for (int j = 0; j < track.lateCount(); j++) {
                LateArguments late = track.late(j);
                // Deeper zones are not in the file while they are open.
                if ((anew || !late.saved) && late.depth <= Track.MAX_NESTED) {
                    save(track, late);
                }
            }
        }
    }

    private void save(Track track, LateArguments late) throws IOException {
        byte[] arguments = late.bytes();
        writer.blob(LATE, late.count(), (int) track.koid).word(late.depth | (long) arguments.length << 32);
        writer.bytes(arguments, 0, arguments.length);
        writer.closeBlob();
        late.saved = true;
    }

    /**
     * As many zones are open in a recording that goes on; their names stand in it.
     *
     * @param before their place
     * @param saved what was saved of arguments that wait, by depth
     */
    void resume(Track track, int openZones, SourceLocation before, IntFunction<SavedArguments> saved)
            throws IOException {
        // Their ends ask for it.
        LocationTable.Entry ignored = locations.get(before);
        for (int i = 0; i < openZones; i++) {
            track.push(Ids.of(before));
            track.set(Track.RENAMED);
            SavedArguments late = saved.apply(track.depth());
            if (late != null) {
                track.makeLate().add(late.bytes(), late.count(), true);
                lateBytes += late.bytes().length;
            }
        }
    }

    void begin(Track track, long time, SourceLocation location) throws IOException {
        LocationTable.Entry entry = locations.get(location);
        if (!nest(track, Ids.of(location), time)) {
            beginEnd = -1;
            return;
        }
        writer.record(entry.zoneHeader() | entry.categoryBits() | tracks.reference(track))
                .word(time);
        if (!entry.isNamedApart()) {
            writer.word(entry.locArgument());
            if (entry.functionArgument() != 0) {
                writer.word(entry.functionArgument());
            }
        }
        beginEnd = writer.offset();
        beginOffset = beginEnd - entry.zoneBytes();
        beginKoid = track.koid;
    }

    void end(Track track, long time) throws IOException {
        track.lastTime = time;
        end(track, time, false);
    }

    private void end(Track track, long time, boolean byRecording) throws IOException {
        openEnd(track, time, null);
        LateArguments late = track.late();
        if (late != null) {
            byte[] arguments = late.bytes();
            writer.arguments(arguments, late.count());
            lateBytes -= arguments.length;
            track.dropLate();
        }
        if (byRecording) {
            writer.argument(Arguments.term(Term.ENDED_BY, Term.END_OF_RECORDING));
        }
        closeEnd(track, time);
    }

    /**
     * Begins and ends from an index of a run on, up to one about which there is more to say: a location that is not in the file yet
     * or leaves short zones out, a zone that is too deep. The same records as by a call for each, but in one loop over local
     * variables: a third of the time.
     *
     * @param shiftNanos what is added to the times
     * @return index of the first one that was left
     */
    int plainRun(Track track, ZoneRun run, int from, long shiftNanos) throws IOException {
        boolean isNew = !run.isEnd(from) && locations.registered(run.location(from)) == null;
        if (isNew || track.lateCount() > 0) {
            return from;
        }
        int count = run.size();
        long thread = tracks.reference(track);
        writer.room((count - from) * MAX_PLAIN_BYTES);
        Memory memory = writer.memory();
        int[] open = track.open(count - from);
        int[] begun = begunAt;
        int depth = track.depth();
        int lowest = depth;
        int at = writer.position();
        int start = at;
        int last = at;
        int i = from;
        for (; i < count; i++) {
            // As FxtRecording.time() has it.
            long time = Math.max(0, run.nanos(i) + shiftNanos);
            if (run.isEnd(i)) {
                if (depth == 0 || depth > Track.MAX_NESTED) {
                    break;
                }
                int zone = open[depth - 1];
                LocationTable.Entry entry = locations.registered(zone & Track.LOCATION_BITS);
                if (entry == null) {
                    break;
                }
                long name = (zone & Track.RENAMED) != 0 ? 0 : entry.nameBits();
                memory.setLong(at, END | entry.categoryBits() | name | thread);
                memory.setLong(at + 8L, time);
                last = at;
                at += 16;
                depth--;
                lowest = Math.min(lowest, depth);
            } else {
                int location = run.location(i);
                LocationTable.Entry entry = locations.registered(location);
                if (entry == null || depth >= Track.MAX_NESTED || entry.leavesOut()) {
                    break;
                }
                memory.setLong(at, entry.zoneHeader() | entry.categoryBits() | thread);
                memory.setLong(at + 8L, time);
                // Room is for both in any case; the next record goes over them where they do not belong.
                memory.setLong(at + 16L, entry.locArgument());
                memory.setLong(at + 24L, entry.functionArgument());
                last = at;
                at += entry.zoneBytes();
                begun[depth] = last;
                open[depth++] = location;
            }
        }
        if (i > from) {
            note(thread, start, last, at, track.depth() - lowest, lowest, depth, run.isEnd(i - 1));
            ranTo(track, Math.max(0, run.nanos(i - 1) + shiftNanos), depth, last, at, run.isEnd(i - 1));
        }
        return i;
    }

    /** A begin at the end of the run may still be changed: it is left out. */
    private void note(
            long thread, int start, int last, int end, int ended, int lowest, int depth, boolean endsWithEnd) {
        if (notes != null) {
            int index = (int) (thread >>> FxtLayout.EVENT_THREAD_SHIFT);
            notes.note(index, start, endsWithEnd ? end : last, ended, begunAt, lowest, endsWithEnd ? depth : depth - 1);
        }
    }

    private void ranTo(Track track, long time, int depth, int last, int end, boolean endsWithEnd) {
        track.opened(depth);
        track.lastTime = time;
        writer.moveTo(end);
        if (!endsWithEnd) {
            beginEnd = writer.offset();
            beginOffset = beginEnd - (end - last);
            beginKoid = track.koid;
        }
    }

    /** Ends what is open, because the recording ends. */
    void endAll(Track track, long time) throws IOException {
        while (track.depth() > 0) {
            end(track, Math.max(time, track.lastTime), true);
        }
    }

    // --- attributes of the innermost open zone

    /** Texts, a name, values, a colour, counts. */
    void attribute(Track track, ZoneAttribute event) throws IOException {
        switch (event.kind()) {
            case ZONE_TEXT -> text(track, event.text());
            case ZONE_NAME -> name(track, event.text());
            case ZONE_VALUE -> value(track, event.value());
            case ZONE_COUNT -> count(track, event.counter(), event.value());
            default -> color(track, event.rgb());
        }
    }

    private void text(Track track, Utf8Text text) throws IOException {
        boolean isWhole = isWhole(text);
        int number = track.nextText();
        boolean isPlaced = false;
        if (number < Term.MAX_REPEATED && !track.has(Track.TEXT_IN_BLOB)) {
            beginArguments(track);
            writer.textArgument((isWhole ? Term.text(number) : Term.TEXT_CUT).index(), text.toBytes());
            isPlaced = placed(track);
        }
        if (!isWhole || !isPlaced) {
            blob(track, Track.TEXT_IN_BLOB, ExtensionLayout.ATTRIBUTE_ZONE_TEXT, text.toBytes());
        }
    }

    private void name(Track track, Utf8Text name) throws IOException {
        beginArguments(track);
        boolean isPlaced = isOnBegin && rename(track, name);
        if (!isPlaced) {
            writer.textArgument((isWhole(name) ? Term.NAME : Term.NAME_CUT).index(), name.toBytes());
            isPlaced = placed(track);
        }
        if (!isWhole(name) || !isPlaced || track.has(Track.NAME_IN_BLOB)) {
            blob(track, Track.NAME_IN_BLOB, ExtensionLayout.ATTRIBUTE_ZONE_NAME, name.toBytes());
        }
    }

    private static boolean isWhole(Utf8Text text) {
        return text.lengthBytes() <= FxtLayout.MAX_STRING_BYTES;
    }

    private void value(Track track, long value) throws IOException {
        int number = track.nextValue();
        boolean isPlaced = false;
        if (number < Term.MAX_REPEATED && !track.has(Track.VALUE_IN_BLOB)) {
            beginArguments(track);
            writer.argument(Arguments.whole(Term.value(number)), value);
            isPlaced = placed(track);
        }
        if (!isPlaced) {
            blob(track, Track.VALUE_IN_BLOB, ExtensionLayout.ATTRIBUTE_ZONE_VALUE, number(value, Long.BYTES));
        }
    }

    private void count(Track track, ZoneCounter counter, long count) throws IOException {
        beginArguments(track);
        writer.argument(Arguments.whole(Term.count(counter.code())), count);
        if (!placed(track)) {
            byte[] text = (counter.displayName() + ": " + count).getBytes(StandardCharsets.UTF_8);
            blob(track, Track.TEXT_IN_BLOB, ExtensionLayout.ATTRIBUTE_ZONE_TEXT, text);
        }
    }

    private void color(Track track, int rgb) throws IOException {
        beginArguments(track);
        writer.colorArgument(rgb);
        if (!placed(track) || track.has(Track.COLOR_IN_BLOB)) {
            blob(track, Track.COLOR_IN_BLOB, ExtensionLayout.ATTRIBUTE_ZONE_COLOR, number(rgb, Integer.BYTES));
        }
    }

    private static byte[] number(long value, int bytes) {
        ByteBuffer all = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return Arrays.copyOf(all.putLong(value).array(), bytes);
    }

    private void blob(Track track, int flag, int kind, byte[] bytes) throws IOException {
        track.set(flag);
        writer.attribute(kind, track, track.depth(), bytes);
    }

    /** The text of a stack that {@link #prepare} saw stands in the table; one that comes late stands in full. None if there is no room. */
    void stack(Track track, CallStack stack) throws IOException {
        int index = strings.index(stack);
        if (index == 0) {
            return;
        }
        beginArguments(track);
        if (isOnBegin) {
            writer.argument(Arguments.string(Term.STACK.index(), index));
        } else {
            writer.textArgument(Term.STACK, stack.text());
        }
        if (!placed(track)) {
            byte[] text = stack.toString().getBytes(StandardCharsets.UTF_8);
            blob(track, Track.TEXT_IN_BLOB, ExtensionLayout.ATTRIBUTE_ZONE_TEXT, text);
        }
    }

    /** Before the begin of a zone with this stack, so that nothing has to be written between the two. */
    void prepare(CallStack stack) throws IOException {
        int ignored = strings.prepared(stack);
    }

    /** Data of a marker that the innermost zone is; false if there is no place for it. */
    boolean marker(Track track, MarkerEvent marker, MarkerRecords markers) throws IOException {
        MarkerRecords.Entry ignored = markers.prepare(marker.definition());
        // Behind what was written for it.
        beginArguments(track);
        markers.scopedData(marker);
        return placed(track);
    }

    /**
     * Makes room for arguments that are written behind the last record, and asks whether that is the begin of the thread's innermost
     * zone.
     */
    private void beginArguments(Track track) throws IOException {
        // The text, and in rename() what stands behind it twice.
        writer.room(4 * FxtLayout.MAX_RECORD_BYTES);
        isOnBegin = writer.offset() == beginEnd && track.koid == beginKoid && writer.holds(beginOffset);
        argumentsFrom = writer.position();
        writer.countArguments();
    }

    /** Finds a place for the arguments, which stay together; false if there is none: they are taken back. */
    private boolean placed(Track track) {
        int bytes = writer.position() - argumentsFrom;
        if (isOnBegin && grow(bytes, writer.arguments())) {
            return true;
        }
        LateArguments late = track.makeLate();
        boolean fits = late.hasRoom(bytes, writer.arguments()) && lateBytes + bytes <= LATE_LIMIT_BYTES;
        if (fits) {
            late.add(writer.copy(argumentsFrom), writer.arguments(), false);
            lateBytes += bytes;
            if (lateTracks != null && !track.hasLateToSave) {
                track.hasLateToSave = true;
                lateTracks.add(track);
            }
        }
        writer.moveTo(argumentsFrom);
        return fits;
    }

    /** Puts an inline name where the name belongs: before the arguments. */
    private boolean rename(Track track, Utf8Text name) {
        if (track.has(Track.RENAMED) || !hasLoc(track)) {
            return false;
        }
        int argumentBytes = (int) (beginEnd - beginOffset) - ARGUMENTS_OFFSET;
        long reference = writer.string(name.toBytes());
        if (reference == 0 || !grow(writer.position() - argumentsFrom, 0)) {
            writer.moveTo(argumentsFrom);
            return false;
        }
        writer.rotate(beginOffset + ARGUMENTS_OFFSET, argumentBytes);
        long unnamed = writer.wordAt(beginOffset) & ~(0xFFFFL << FxtLayout.EVENT_NAME_SHIFT);
        writer.setWordAt(beginOffset, unnamed | reference << FxtLayout.EVENT_NAME_SHIFT);
        track.set(Track.RENAMED);
        return true;
    }

    /** A zone whose name represents its location gets {@code loc} before it gets another name. False if there is no room. */
    private boolean hasLoc(Track track) {
        LocationTable.Entry entry = locations.registered(track.locationId());
        if (entry != null && entry.isNamedApart()) {
            writer.word(entry.locArgument());
            if (!grow(FxtLayout.WORD_BYTES, 1)) {
                writer.moveTo(argumentsFrom);
                return false;
            }
            argumentsFrom = writer.position();
        }
        return true;
    }

    /** Makes the last begin longer by what was written behind it. */
    private boolean grow(int bytes, int more) {
        long header = writer.wordAt(beginOffset);
        long arguments = (header >>> FxtLayout.EVENT_ARGUMENTS_SHIFT) & FxtLayout.MAX_ARGUMENTS;
        long words = (header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
        int moreWords = bytes / FxtLayout.WORD_BYTES;
        if (words + moreWords > FxtLayout.MAX_RECORD_WORDS || arguments + more > FxtLayout.MAX_ARGUMENTS) {
            return false;
        }
        writer.setWordAt(beginOffset, header + more * ONE_ARGUMENT + ((long) moreWords << FxtLayout.WORDS_SHIFT));
        beginEnd += bytes;
        return true;
    }
}
