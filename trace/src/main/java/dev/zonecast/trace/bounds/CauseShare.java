package dev.zonecast.trace.bounds;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The frames that one cause bounds.
 *
 * @param frames how many
 * @param share of all frames, 0 to 1
 * @param nanos of these frames together
 * @param worst the longest of them
 */
public record CauseShare(Cause cause, long frames, double share, long nanos, FrameVerdict worst) {
    /** Of some frames: the most frequent cause first. Causes without frames are left out. */
    public static List<CauseShare> of(Collection<FrameVerdict> verdicts) {
        Map<Cause, CauseShare> shares = new EnumMap<>(Cause.class);
        for (FrameVerdict verdict : verdicts) {
            CauseShare one = new CauseShare(
                    verdict.cause(), 1, 1.0 / verdicts.size(), verdict.frame().durationNanos(), verdict);
            shares.merge(verdict.cause(), one, (sum, next) -> sum.plus(next, verdicts.size()));
        }
        return shares.values().stream()
                .sorted(Comparator.comparingLong(CauseShare::frames).reversed().thenComparing(CauseShare::cause))
                .toList();
    }

    private CauseShare plus(CauseShare next, int all) {
        boolean isWorse = next.worst.frame().durationNanos() > worst.frame().durationNanos();
        return new CauseShare(
                cause,
                frames + next.frames,
                (double) (frames + next.frames) / all,
                nanos + next.nanos,
                isWorse ? next.worst : worst);
    }
}
