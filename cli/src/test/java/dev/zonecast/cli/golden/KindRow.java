package dev.zonecast.cli.golden;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** A kind of event: how a program records it, and how each output shows it. */
final class KindRow {
    /** Records the event. */
    interface Play {
        void play(GoldenScript script) throws IOException;
    }

    /**
     * What an output must contain.
     *
     * @param shown text of the event; null if the output cannot show it
     * @param leftOut words of the account of losses; null if the output shows the event
     */
    record Evidence(String shown, String leftOut) {}

    private final String kind;
    private final Play play;
    private final Map<Output, Evidence> evidence = new EnumMap<>(Output.class);

    private KindRow(String kind, Play play) {
        this.kind = kind;
        this.play = play;
    }

    static KindRow of(String kind, Play play) {
        return new KindRow(kind, play);
    }

    /** These outputs contain a text that no other event has. */
    KindRow shown(String text, Output... outputs) {
        return add(new Evidence(text, null), outputs);
    }

    /** The accounts of these outputs have a line of these words. */
    KindRow leftOut(String words, Output... outputs) {
        return add(new Evidence(null, words), outputs);
    }

    /** These outputs do either. */
    KindRow either(String text, String words, Output... outputs) {
        return add(new Evidence(text, words), outputs);
    }

    private KindRow add(Evidence more, Output... outputs) {
        for (Output output : outputs) {
            if (evidence.put(output, more) != null) {
                throw new IllegalStateException(kind + " has " + output + " twice");
            }
        }
        return this;
    }

    String kind() {
        return kind;
    }

    Play play() {
        return play;
    }

    Map<Output, Evidence> evidence() {
        return evidence;
    }

    @Override
    public String toString() {
        return kind;
    }
}
