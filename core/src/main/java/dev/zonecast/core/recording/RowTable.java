package dev.zonecast.core.recording;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.FxtWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Rows: threads of the file that show one duration at a time. Frames of a set, holds of a lock, sections of a category and markers of
 * a thread are groups of rows. Durations that overlap are in different rows of their group.
 */
final class RowTable {
    /** One thread of the file. */
    static final class Row {
        final Track track;
        private Object owner;
        private StringTable.Entry category;
        private StringTable.Entry name;

        private Row(Track track) {
            this.track = track;
        }

        /** The owner of the open duration; null: none is open. */
        Object owner() {
            return owner;
        }

        /** A duration is open from here on. */
        void open(Object newOwner, StringTable.Entry newCategory, StringTable.Entry newName) {
            owner = newOwner;
            category = newCategory;
            name = newName;
        }
    }

    /** The rows of one subject. */
    final class Group {
        private final int kind;
        private final long subject;
        private final long submitter;
        private String title;
        private final int mostRows;
        private final List<Row> rows = new ArrayList<>(1);

        private Group(int kind, long subject, long submitter, String title, int mostRows) {
            this.kind = kind;
            this.subject = subject;
            this.submitter = submitter;
            this.title = title;
            this.mostRows = mostRows;
        }

        /** A row of a recording that goes on. */
        Row resume(long koid) {
            return add(new Track(koid, kind, subject, submitter));
        }

        private Row add(Track track) {
            Row row = new Row(track);
            rows.add(row);
            all.add(row);
            return row;
        }

        /** The first row without a duration at or after that time. If there are too many, the last one. */
        Row free(long time) throws IOException {
            for (Row row : rows) {
                if (row.owner == null && row.track.lastTime <= time) {
                    return row;
                }
            }
            if (rows.size() == mostRows) {
                return rows.getLast();
            }
            return add(tracks.own(kind, subject, submitter, title(rows.size())));
        }

        private String title(int row) {
            return row == 0 ? title : title + " (" + (row + 1) + ")";
        }

        /** Gives all rows another name. */
        void rename(String newTitle) throws IOException {
            if (!newTitle.equals(title)) {
                title = newTitle;
                for (int i = 0; i < rows.size(); i++) {
                    tracks.describe(rows.get(i).track, title(i), 0, false);
                }
            }
        }

        /** The row that shows the owner's duration, or null. */
        Row of(Object owner) {
            for (Row row : rows) {
                if (owner.equals(row.owner)) {
                    return row;
                }
            }
            return null;
        }

        /** Ends the open durations. Nothing follows. */
        void close(long time) throws IOException {
            for (Row row : rows) {
                endByRecording(row, time);
                all.remove(row);
            }
        }
    }

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final StringTable strings;
    private final Set<Row> all = new LinkedHashSet<>();

    RowTable(RecordingWriter writer, TrackTable tracks, StringTable strings) {
        this.writer = writer;
        this.tracks = tracks;
        this.strings = strings;
    }

    /**
     * A group without rows.
     *
     * @param kind {@code TRACK_FRAMES} and so on, of {@link dev.zonecast.fxt.ExtensionLayout}
     * @param title name of its first row; others get a number
     */
    Group group(int kind, long subject, long submitter, String title, int mostRows) {
        return new Group(kind, subject, submitter, title, mostRows);
    }

    /** Opens the record of a begin. Its arguments follow. */
    FxtWriter begin(Row row, Object owner, StringTable.Entry category, StringTable.Entry name, long time)
            throws IOException {
        row.open(owner, category, name);
        return openEvent(FxtLayout.DURATION_BEGIN, row, time);
    }

    /** Opens the record of an end. Its arguments follow. */
    FxtWriter end(Row row, long time) throws IOException {
        row.owner = null;
        return openEvent(FxtLayout.DURATION_END, row, time);
    }

    private FxtWriter openEvent(int type, Row row, long time) throws IOException {
        row.track.lastTime = Math.max(time, row.track.lastTime);
        return event(type, row.track, row.category, row.name, row.track.lastTime);
    }

    /** Opens an event. Its arguments follow. */
    FxtWriter event(int type, Track track, StringTable.Entry category, StringTable.Entry name, long time)
            throws IOException {
        int ignored = strings.index(name);
        int categoryIndex = strings.index(category);
        // Again, as the category may have begun a new epoch of the string table.
        long header = Events.header(type, 0, 0, categoryIndex, strings.index(name));
        return writer.event(header | tracks.reference(track), time);
    }

    /** Ends what is open, because the recording ends. */
    void endAll(long time) throws IOException {
        for (Row row : all) {
            endByRecording(row, time);
        }
    }

    private void endByRecording(Row row, long time) throws IOException {
        if (row.owner != null) {
            end(row, time)
                    .argument(Arguments.term(Term.ENDED_BY, Term.END_OF_RECORDING))
                    .close();
        }
    }
}
