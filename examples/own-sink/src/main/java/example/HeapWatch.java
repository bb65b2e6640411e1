package example;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ZoneRun;
import java.time.Duration;

/** A sink that counts zones and keeps the peak of the plot "heap". The collector's thread owns its fields. */
public final class HeapWatch implements EventSink {
    private static final SourceLocation UPDATE = SourceLocation.here("update");

    private long zones;
    private double highest;

    @Override
    public String description() {
        return "heap watch";
    }

    @Override
    public void zones(EventThread thread, ZoneRun run) {
        zones += run.begins();
    }

    @Override
    public void event(Event event) {
        switch (event) {
            case PlotValue e when e.plot().name().equals("heap") && !e.isWhole() ->
                highest = Math.max(highest, e.decimal());
            case MessageEvent e when e.text() != null -> System.out.println("message: " + e.text());
            default -> {} // other kinds of events
        }
    }

    @Override
    public void end(long nanos, long limitNanos) {
        System.out.println("zones " + zones + ", highest heap " + highest);
    }

    /** Runs as many frames as {@code -Dframes} says. */
    public static void main(String[] arguments) {
        Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        HeapWatch watch = new HeapWatch();
        Zonecast.attach(watch);
        Plot heap = Plot.of("heap");
        for (int frame = 0; frame < Integer.getInteger("frames", 600); frame++) {
            long zone = Zone.begin(UPDATE);
            heap.set(frame * 0.5);
            Zone.end(zone);
        }
        Zonecast.detach(watch, Duration.ofSeconds(10));
    }
}
