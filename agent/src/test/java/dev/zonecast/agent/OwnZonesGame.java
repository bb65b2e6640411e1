package dev.zonecast.agent;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;

/** A game that has Zonecast itself. */
final class OwnZonesGame {
    private OwnZonesGame() {}

    public static void main(String[] arguments) {
        SourceLocation own = SourceLocation.here("the game's own");
        Zone.end(Zone.begin(own));
        PlainGame.main(arguments);
        Zone.end(Zone.begin(own));
    }
}
