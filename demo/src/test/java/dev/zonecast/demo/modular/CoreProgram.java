package dev.zonecast.demo.modular;

import dev.zonecast.core.Category;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.core.marker.MarkerSchema;
import dev.zonecast.core.marker.MarkerSchemaException;
import dev.zonecast.core.marker.MarkerType;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;

/** Zones, and markers whose records are private to the module. */
public final class CoreProgram {
    private static final SourceLocation PLACE = SourceLocation.here("modular");

    enum Weapon {
        SWORD,
        BOW
    }

    record Hit(int damage, double metres, Weapon weapon) {}

    record Step(int number) {}

    /** Public. */
    public record Sale(int coins) {}

    private CoreProgram() {}

    /** Runs it; the argument is a folder for recordings. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0], "core.fxt");
        Zonecast.startRecording(file);
        Zone.end(Zone.begin(PLACE));
        MarkerType<Hit> hit = MarkerType.of(
                MethodHandles.lookup(),
                Hit.class,
                MarkerSchema.builder("Hit")
                        .category(Category.of("Combat"))
                        .field("damage", "Damage", MarkerFormat.INTEGER));
        hit.instant(new Hit(3, 1.5, Weapon.BOW));
        System.out.println("with a lookup: recorded");
        System.out.println(
                "private record: " + recorded(() -> MarkerType.of(Step.class).instant(new Step(1))));
        System.out.println(
                "public record: " + recorded(() -> MarkerType.of(Sale.class).instant(new Sale(1))));
        Zonecast.stopRecording();
        System.out.println("dropped: " + Zonecast.statistics().losses().droppedEvents());
    }

    private static String recorded(Runnable work) {
        try {
            work.run();
            return "recorded";
        } catch (MarkerSchemaException e) {
            return e.getMessage();
        }
    }
}
