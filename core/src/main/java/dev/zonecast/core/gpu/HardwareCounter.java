package dev.zonecast.core.gpu;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A hardware counter that a driver offers.
 *
 * @param group the driver's group; may be empty
 * @param name the driver's name, unique in the group
 * @param unit what it counts in, in words
 * @param description the driver's words; may be empty
 * @param isCount false for a rate or a state, which cannot be added up: zones cannot have it
 */
public record HardwareCounter(String group, String name, String unit, String description, boolean isCount) {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Name with the group: {@code group/name}. */
    public String fullName() {
        return group.isEmpty() ? name : group + "/" + name;
    }

    private boolean isNamed(String wanted) {
        return name.equals(wanted) || fullName().equals(wanted);
    }

    /**
     * Indexes of the counters that a context wants, in its order. One log line names each wanted counter that it cannot have.
     *
     * @param offered all of the driver
     * @param wanted names, with or without the group
     */
    public static List<Integer> choose(String context, List<HardwareCounter> offered, Collection<String> wanted) {
        List<Integer> chosen = new ArrayList<>();
        for (String each : wanted) {
            int index = find(offered, each);
            if (index < 0) {
                refuse(context, each, "the driver has none of this name; \"zonecast gpu\" lists the counters");
            } else if (!offered.get(index).isCount) {
                refuse(context, each, "zones add counts up, and this is a rate (" + offered.get(index).unit + ")");
            } else if (chosen.size() == GpuStatistic.MAX_COUNTERS) {
                refuse(context, each, "a context has at most " + GpuStatistic.MAX_COUNTERS + " counters");
            } else if (isNameTaken(offered, chosen, index)) {
                refuse(context, each, "zones have another count of this name");
            } else if (!chosen.contains(index)) {
                chosen.add(index);
            }
        }
        return chosen;
    }

    /** Zones know their counts by name. */
    private static boolean isNameTaken(List<HardwareCounter> offered, List<Integer> chosen, int index) {
        GpuStatistic statistic = offered.get(index).statistic();
        return GpuStatistic.PIPELINE.contains(statistic)
                || chosen.stream()
                        .anyMatch(each ->
                                each != index && offered.get(each).statistic().equals(statistic));
    }

    private static int find(List<HardwareCounter> offered, String wanted) {
        for (int i = 0; i < offered.size(); i++) {
            if (offered.get(i).isNamed(wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** Logs why a context does not have a counter. */
    public static void refuse(String context, String counter, String reason) {
        LOG.log(Level.WARNING, "GPU context \"{0}\": no counter \"{1}\", {2}", context, counter, reason);
    }

    /** Logs why a context has no counters at all. */
    public static void refuseAll(String context, String reason) {
        LOG.log(Level.WARNING, "GPU context \"{0}\": no hardware counters, {1}", context, reason);
    }

    /** As zones have it. */
    public GpuStatistic statistic() {
        return GpuStatistic.of(name);
    }
}
