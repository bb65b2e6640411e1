package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.bounds.Cause;
import dev.zonecast.trace.bounds.CauseShare;
import dev.zonecast.trace.bounds.FramePart;
import dev.zonecast.trace.bounds.FrameVerdict;
import dev.zonecast.trace.bounds.FrameVerdicts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** Tables of what bounds the frames. */
final class BoundTables {
    private BoundTables() {}

    /** Causes with their shares of the frames of a program, and the worst frame of each. */
    static FigureTable<CauseShare> shares(StatsTables tables) {
        long startNanos = tables.startNanos();
        Map<Program, List<FrameVerdict>> programs = tables.statistics().verdicts().all().stream()
                .collect(Collectors.groupingBy(BoundTables::program, LinkedHashMap::new, Collectors.toList()));
        List<CauseShare> shares = programs.values().stream()
                .flatMap(verdicts -> CauseShare.of(verdicts).stream())
                .toList();
        return new FigureTable<>("bounds", shares)
                .left(
                        "what bounds the frames",
                        share -> tables.ofProgram(share.cause().title(), program(share.worst())))
                .json((json, share) -> {
                    json.writeStringProperty("cause", share.cause().name());
                    StatsTables.program(json, program(share.worst()));
                })
                .count("frames", "frames", CauseShare::frames)
                .decimal("frames %", "share", CauseShare::share, share -> percent(share.share()))
                .duration("time", "nanos", CauseShare::nanos)
                .right(
                        "worst frame",
                        share -> Long.toString(share.worst().frame().number()))
                .right("at", share -> Units.time(share.worst().frame().beginNanos() - startNanos))
                .right("took", share -> Units.duration(share.worst().frame().durationNanos()))
                .left("evidence", share -> evidence(share.worst()))
                .json((json, share) -> JsonParts.object(json, "worst", () -> {
                    json.writeNumberProperty("beginNanos", share.worst().frame().beginNanos() - startNanos);
                    write(json, share.worst());
                }));
    }

    private static Program program(FrameVerdict verdict) {
        return verdict.frame().track().program();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }

    /** The verdict in one line: {@code GPU 28.00 ms (renderer: main pass 20.00 ms)}. */
    static String text(FrameVerdict verdict) {
        return verdict == null ? "" : (verdict.cause().title() + ' ' + evidence(verdict)).strip();
    }

    private static String evidence(FrameVerdict verdict) {
        FramePart part = verdict.evidence();
        return part == null
                ? ""
                : Units.duration(part.nanos()) + " (" + part.subject().text(part.cause()) + ' '
                        + Units.duration(part.subjectNanos()) + ')';
    }

    /** The properties of a verdict: all of its parts, which add up to the frame. */
    static void write(JsonGenerator json, FrameVerdict verdict) {
        json.writeNumberProperty("number", verdict.frame().number());
        json.writeNumberProperty("durationNanos", verdict.frame().durationNanos());
        json.writeStringProperty("cause", verdict.cause().name());
        JsonParts.objects(json, "parts", verdict.parts(), part -> {
            json.writeStringProperty("cause", part.cause().name());
            json.writeNumberProperty("nanos", part.nanos());
            json.writeStringProperty("where", part.subject().where());
            json.writeStringProperty("what", part.subject().what());
            json.writeStringProperty("by", part.subject().by());
            json.writeNumberProperty("subjectNanos", part.subjectNanos());
        });
    }

    /** The programs that have frames. */
    static Set<Program> programs(FrameVerdicts verdicts) {
        return verdicts.all().stream().map(BoundTables::program).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * A cause in two recordings.
     *
     * @param program name of the program, if several of a recording have frames; else empty
     */
    record Shift(String program, Cause cause, CauseShare a, CauseShare b) {
        private String title() {
            return program.isEmpty() ? cause.title() : cause.title() + " of " + program;
        }

        private static long frames(CauseShare share) {
            return share == null ? 0 : share.frames();
        }

        private static double share(CauseShare share) {
            return share == null ? 0 : share.share();
        }

        private double change() {
            return share(b) - share(a);
        }
    }

    /** The shares of two recordings beside each other. */
    static FigureTable<Shift> shifts(FrameVerdicts a, FrameVerdicts b) {
        boolean byProgram = programs(a).size() > 1 || programs(b).size() > 1;
        Map<String, Map<Cause, CauseShare>> ofA = byCause(a, byProgram);
        Map<String, Map<Cause, CauseShare>> ofB = byCause(b, byProgram);
        Set<String> programs = new LinkedHashSet<>(ofA.keySet());
        programs.addAll(ofB.keySet());
        List<Shift> shifts = new ArrayList<>();
        for (String program : programs) {
            Map<Cause, CauseShare> before = ofA.getOrDefault(program, Map.of());
            Map<Cause, CauseShare> after = ofB.getOrDefault(program, Map.of());
            Arrays.stream(Cause.values())
                    .map(cause -> new Shift(program, cause, before.get(cause), after.get(cause)))
                    .filter(shift -> shift.a != null || shift.b != null)
                    .forEach(shifts::add);
        }
        return new FigureTable<>("bounds", shifts)
                .left("what bounds the frames", Shift::title)
                .right("frames A", shift -> Units.count(Shift.frames(shift.a)))
                .right("frames B", shift -> Units.count(Shift.frames(shift.b)))
                .right("frames A %", shift -> percent(Shift.share(shift.a)))
                .right("frames B %", shift -> percent(Shift.share(shift.b)))
                .right("change, points", shift -> String.format(Locale.ROOT, "%+.1f", 100 * shift.change()))
                .json((json, shift) -> {
                    json.writeStringProperty("cause", shift.cause.name());
                    json.writeStringProperty("program", shift.program);
                    JsonParts.array(json, "frames", () -> {
                        json.writeNumber(Shift.frames(shift.a));
                        json.writeNumber(Shift.frames(shift.b));
                    });
                    JsonParts.array(json, "share", () -> {
                        json.writeNumber(Shift.share(shift.a));
                        json.writeNumber(Shift.share(shift.b));
                    });
                });
    }

    /** By the name of the program, or all under an empty one. */
    private static Map<String, Map<Cause, CauseShare>> byCause(FrameVerdicts verdicts, boolean byProgram) {
        Map<String, List<FrameVerdict>> programs = verdicts.all().stream()
                .collect(Collectors.groupingBy(
                        verdict -> byProgram ? program(verdict).name() : "", LinkedHashMap::new, Collectors.toList()));
        Map<String, Map<Cause, CauseShare>> shares = new LinkedHashMap<>();
        programs.forEach((program, own) -> shares.put(
                program,
                CauseShare.of(own).stream().collect(Collectors.toMap(CauseShare::cause, Function.identity()))));
        return shares;
    }
}
