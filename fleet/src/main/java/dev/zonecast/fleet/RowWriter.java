package dev.zonecast.fleet;

import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Writes sessions into the tables of a database, in the order of {@link DatasetTable}'s columns. For one thread. */
final class RowWriter implements RecordingReading.ZoneEvents, AutoCloseable {
    private final DuckDBConnection connection;
    private final String part;
    private final Map<DatasetTable, DuckDBAppender> tables = new EnumMap<>(DatasetTable.class);

    /**
     * A writer.
     *
     * @param connection of this writer alone; it closes it
     * @param part that the tables become
     */
    RowWriter(DuckDBConnection connection, String part) throws SQLException {
        this.connection = connection;
        this.part = part;
        for (DatasetTable table : DatasetTable.values()) {
            tables.put(table, connection.createAppender(table.title()));
        }
    }

    /**
     * Writes a session with all that it has but single zones.
     *
     * @param claim under which its single zones were written
     */
    void write(SessionFigures session, SourceFile file, long claim) throws SQLException {
        SessionFacts facts = session.facts();
        DuckDBAppender row = tables.get(DatasetTable.SESSIONS).beginRow();
        row.append(session.id()).append(session.source());
        row.append(file.path().toString()).append(file.bytes()).append(file.modifiedMillis());
        row.append(facts.program()).append(facts.gpu()).append(facts.driver()).append(facts.cpu());
        row.append(facts.os()).append(facts.jvm());
        if (session.startedMillis() == null) {
            row.appendNull();
        } else {
            row.append(session.startedMillis().longValue());
        }
        row.append(session.durationNanos()).append(session.lost());
        row.append(session.cut()).append(session.clockOff());
        row.append(SourceFile.hash(String.join(
                "\n",
                part,
                session.day(),
                facts.build(),
                session.source(),
                facts.program(),
                facts.gpu(),
                facts.driver())));
        row.append(session.day()).append(facts.build()).append(claim).endRow();
        for (SessionFigures.Zones zones : session.zones()) {
            zones(session, zones);
        }
        for (SessionFigures.Frame frame : session.frames()) {
            DuckDBAppender of = tables.get(DatasetTable.FRAMES).beginRow().append(session.id());
            of.append(frame.number()).append(frame.beginNanos()).append(frame.durationNanos());
            end(of.append(frame.bound()), session);
        }
        for (SessionFigures.Plot plot : session.plots()) {
            DuckDBAppender of = tables.get(DatasetTable.PLOTS).beginRow().append(session.id());
            of.append(plot.name()).append(plot.count());
            of.append(plot.min()).append(plot.max()).append(plot.mean()).append(plot.last());
            end(of, session);
        }
        for (SessionFigures.Line line : session.messages()) {
            DuckDBAppender of = tables.get(DatasetTable.MESSAGES).beginRow().append(session.id());
            end(of.append(line.atNanos()).append(line.severity()).append(line.text()), session);
        }
    }

    private void zones(SessionFigures session, SessionFigures.Zones zones) throws SQLException {
        SessionFigures.Sketch sketch = zones.sketch();
        DuckDBAppender row = tables.get(DatasetTable.ZONES).beginRow().append(session.id());
        row.append(zones.kind()).append(zones.name()).append(zones.function()).append(zones.file());
        row.append(zones.line());
        row.append(sketch.count()).append(sketch.totalNanos()).append(zones.selfNanos());
        row.append(sketch.minNanos()).append(sketch.maxNanos());
        row.append(sketch.bins()).append(sketch.counts());
        end(row, session);
    }

    private static void end(DuckDBAppender row, SessionFigures session) throws SQLException {
        row.append(session.day()).append(session.facts().build()).endRow();
    }

    /**
     * Session, day and build follow when the part is written: they are known when the recording has been read. Zones of one that could
     * not be read to its end have none, and are left out.
     */
    @Override
    public void zone(long claim, ZoneKind kind, TraceZone zone, long beginNanos, long selfNanos) throws IOException {
        try {
            DuckDBAppender row = tables.get(DatasetTable.ZONE_EVENTS).beginRow().append(claim);
            row.append(kind.label())
                    .append(zone.name())
                    .append(zone.track().name())
                    .append(zone.depth());
            row.append(beginNanos).append(zone.durationNanos()).append(selfNanos);
            row.appendNull().appendNull().endRow();
        } catch (SQLException e) {
            throw new FleetException(e.getMessage(), e);
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            for (DuckDBAppender table : tables.values()) {
                table.close();
            }
        }
    }
}
