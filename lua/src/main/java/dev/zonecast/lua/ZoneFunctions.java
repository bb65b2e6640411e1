package dev.zonecast.lua;

import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.marker.Marker;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.LibFunction;

/** The functions of the table {@code tracy}, but for those that begin a zone. */
final class ZoneFunctions {
    /** Names of all functions; {@link LuaRemove} knows them too. */
    static final Set<String> NAMES = Set.of(
            "ZoneBegin",
            "ZoneBeginN",
            "ZoneBeginS",
            "ZoneBeginNS",
            "ZoneEnd",
            "ZoneText",
            "ZoneName",
            "ZoneColor",
            "ZoneValue",
            "Message",
            "Marker",
            "FrameMark",
            "Plot");

    private ZoneFunctions() {}

    static void addTo(TracyTable table) {
        LuaZones zones = table.zones;
        for (BeginFunction.Kind kind : BeginFunction.Kind.values()) {
            table.set(kind.functionName, new BeginFunction(zones, kind));
        }
        table.set("ZoneEnd", new ZoneEnd(zones));
        table.set("ZoneText", textAttribute("ZoneText", zones, (text, token) -> Zone.text(token, text)));
        table.set("ZoneName", textAttribute("ZoneName", zones, (text, token) -> Zone.name(token, text)));
        table.set("ZoneColor", new OneArgument("ZoneColor", argument -> setColor(zones, argument)));
        table.set("ZoneValue", new OneArgument("ZoneValue", argument -> setValue(zones, argument)));
        table.set("Message", new OneArgument("Message", ZoneFunctions::log));
        table.set("Marker", new SetMarker());
        table.set("FrameMark", new FrameMark());
        table.set("Plot", new SetPlot());
    }

    /** The same names, for a profiler that is switched off. */
    static void addNothingTo(TracyTable table) {
        LuaValue nothing = new Nothing();
        NAMES.forEach(name -> table.set(name, nothing));
    }

    private static final class Nothing extends LibFunction {
        @Override
        public LuaValue call() {
            return NONE;
        }
    }

    /** A function that has its argument checked even if there is none. */
    private static final class OneArgument extends LibFunction {
        private final Consumer<LuaValue> action;

        OneArgument(String name, Consumer<LuaValue> action) {
            this.name = name;
            this.action = action;
        }

        @Override
        public LuaValue call() {
            return call(NIL);
        }

        @Override
        public LuaValue call(LuaValue argument) {
            action.accept(argument);
            return NONE;
        }
    }

    /** A function that has its arguments checked even if there are fewer. */
    private abstract static class TwoArguments extends LibFunction {
        @Override
        public LuaValue call() {
            return call(NIL, NIL);
        }

        @Override
        public LuaValue call(LuaValue first) {
            return call(first, NIL);
        }

        @Override
        public abstract LuaValue call(LuaValue first, LuaValue second);
    }

    private static final class ZoneEnd extends LibFunction {
        private final LuaZones zones;

        ZoneEnd(LuaZones zones) {
            this.zones = zones;
            this.name = "ZoneEnd";
        }

        @Override
        public LuaValue call() {
            zones.stack().end();
            return NONE;
        }
    }

    /** A text for the innermost zone. */
    private static OneArgument textAttribute(String name, LuaZones zones, ObjLongConsumer<String> set) {
        return new OneArgument(name, argument -> {
            LuaString text = Arguments.string(argument, 1, name);
            long token = zones.stack().innermost(name);
            if (token != 0) {
                set.accept(LuaText.of(text), token);
            }
        });
    }

    /** Takes 0xRRGGBB. */
    private static void setColor(LuaZones zones, LuaValue argument) {
        int rgb = Arguments.integer(argument, 0, 0xFFFFFF, 1, "ZoneColor");
        Zone.color(zones.stack().innermost("ZoneColor"), rgb);
    }

    /** A zone's value is a whole number in every viewer; any other number becomes a line of text. */
    private static void setValue(LuaZones zones, LuaValue argument) {
        double value = Arguments.number(argument, 1, "ZoneValue");
        long token = zones.stack().innermost("ZoneValue");
        if (isWhole(value)) {
            Zone.value(token, (long) value);
        } else if (token != 0) {
            Zone.text(token, argument.tojstring());
        }
    }

    private static void log(LuaValue argument) {
        LuaString text = Arguments.string(argument, 1, "Message");
        if (Zonecast.isActive()) {
            Message.log(LuaText.of(text));
        }
    }

    private static final class SetMarker extends TwoArguments {
        private final NameCache<Marker> names = new NameCache<>(Marker::of);

        @Override
        public LuaValue call(LuaValue first, LuaValue second) {
            LuaString marker = Arguments.string(first, 1, "Marker");
            LuaString details = second.isnil() ? null : Arguments.string(second, 2, "Marker");
            if (Zonecast.isActive()) {
                names.get(marker).instant(details == null ? null : LuaText.of(details));
            }
            return NONE;
        }
    }

    private static final class FrameMark extends LibFunction {
        private final NameCache<FrameName> names = new NameCache<>(FrameName::of);

        @Override
        public LuaValue call() {
            Frame.mark();
            return NONE;
        }

        @Override
        public LuaValue call(LuaValue argument) {
            if (argument.isnil()) {
                return call();
            }
            LuaString frame = Arguments.string(argument, 1, "FrameMark");
            if (Zonecast.isActive()) {
                Frame.mark(names.get(frame));
            }
            return NONE;
        }
    }

    private static final class SetPlot extends TwoArguments {
        private final NameCache<Plot> names = new NameCache<>(Plot::of);

        @Override
        public LuaValue call(LuaValue first, LuaValue second) {
            LuaString plot = Arguments.string(first, 1, "Plot");
            double value = Arguments.number(second, 2, "Plot");
            if (!Zonecast.isActive()) {
                return NONE;
            }
            if (isWhole(value)) {
                names.get(plot).set((long) value);
            } else {
                names.get(plot).set(value);
            }
            return NONE;
        }
    }

    private static boolean isWhole(double value) {
        return value == Math.rint(value) && Math.abs(value) < 0x1p63;
    }

    /** What a name represents, without decoding it each time. Any thread. */
    private static final class NameCache<T> {
        /** More names than that are made at run time; they are looked up the long way. */
        private static final int MAX = 1024;

        private final ConcurrentHashMap<LuaString, T> byName = new ConcurrentHashMap<>();
        private final Function<String, T> make;

        NameCache(Function<String, T> make) {
            this.make = make;
        }

        T get(LuaString name) {
            T known = byName.get(name);
            return known != null ? known : add(name);
        }

        private T add(LuaString name) {
            T made = make.apply(LuaText.of(name));
            if (byName.size() < MAX) {
                byName.put(LuaText.copy(name), made);
            }
            return made;
        }
    }
}
