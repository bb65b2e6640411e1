package dev.zonecast.core;

import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registered;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.registry.TableLimit;
import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The place of a zone in the program: zone name, function, file, line and colour. Keep it in a {@code static final} field, so that it is
 * made once:
 *
 * <pre>{@code
 * private static final SourceLocation UPDATE = SourceLocation.here("update");
 * }</pre>
 *
 * Equal content gives the same object. At most {@value #MAX_LOCATIONS} exist, a limit of the viewer. One overflow location represents
 * all further ones, which {@link Statistics} counts. Use {@link Zone#name(long, String)} or {@link Zone#text(long, String)} for names
 * without a bound.
 *
 * <p>Thread-safe. Immutable, except for {@link #recordedFrom} and {@link #category}.
 */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class SourceLocation extends Registered {
    /**
     * The content of a location. Equal content gives the same location.
     *
     * @param name of the zone; empty: the function's name
     * @param function as shown to the user
     * @param file name or path of the source, empty if unknown
     * @param line from 1 on, 0 if unknown
     * @param rgb colour 0xRRGGBB, 0 = the viewer chooses
     */
    public record Content(String name, String function, String file, int line, int rgb) {
        // A record's own hashCode and equals are linked at their first call. These two are not: that took 6 ms of each
        // program's start.

        @Override
        public int hashCode() {
            return Objects.hash(name, function, file, line, rgb);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Content content
                    && line == content.line
                    && rgb == content.rgb
                    && Objects.equals(name, content.name)
                    && Objects.equals(function, content.function)
                    && Objects.equals(file, content.file);
        }

        private Content wellFormed() {
            return new Content(
                    NameTable.wellFormed(name), NameTable.wellFormed(function), NameTable.wellFormed(file), line, rgb);
        }
    }

    /** Tracy's server accepts 32,767 static source locations. A few are reserved for our own, one for the overflow. */
    public static final int MAX_LOCATIONS = 32_000;

    /** Locations of scripts: half of all, so that the program's own have room. */
    public static final int MAX_SCRIPT_PLACES = MAX_LOCATIONS / 2;

    private static final Slots<Content, SourceLocation> ALL = Slots.make(
            SourceLocation.class,
            "source locations",
            MAX_LOCATIONS,
            name -> new Content(name, "(unknown)", "(unknown)", 0, 0));
    private static final TableLimit SCRIPT_PLACES = TableLimit.ofNames(
            "places in scripts", MAX_SCRIPT_PLACES, "zones of further ones are recorded at \"(Lua)\", line 0");
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final VarHandle RECORDED_ID;

    static {
        try {
            RECORDED_ID = MethodHandles.lookup().findVarHandle(SourceLocation.class, "recordedId", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        CategorySelection.whenChanged(SourceLocation::selectAll);
    }

    /** Read at every zone: the id, or 0 while the category is switched off. Written under the lock of the selection. */
    @SuppressWarnings("unused") // Read and written through RECORDED_ID.
    private int recordedId;

    private final Content content;
    private volatile long recordedFromNanos;
    private volatile Category category;

    private SourceLocation(int id, Content content) {
        super(id);
        this.recordedId = id;
        this.content = content;
    }

    /** The place of this call: see {@link #here(String)}. The zone has the function's name. */
    public static SourceLocation here() {
        return captured(WALKER.walk(frames -> frames.skip(1).findFirst()).orElse(null), "", 0);
    }

    /**
     * The place of this call: function, file and line. In the initialiser of a static field, these are the class and the line of the field.
     * To get the method of the zone, declare the field in a class inside that method:
     *
     * <pre>{@code
     * void update() {
     *     class Here {
     *         static final SourceLocation UPDATE = SourceLocation.here("update");
     *     }
     *     long zone = Zone.begin(Here.UPDATE);
     * }
     * }</pre>
     *
     * @param name of the zone
     */
    public static SourceLocation here(String name) {
        return captured(WALKER.walk(frames -> frames.skip(1).findFirst()).orElse(null), name, 0);
    }

    /**
     * The place of this call: see {@link #here(String)}.
     *
     * @param name of the zone
     * @param rgb colour 0xRRGGBB, 0 = the viewer chooses
     */
    public static SourceLocation here(String name, int rgb) {
        return captured(WALKER.walk(frames -> frames.skip(1).findFirst()).orElse(null), name, rgb);
    }

    /** The caller outside of our types: for constructors of public types. */
    static SourceLocation ofCallerOf(Class<?> type, String name) {
        return captured(
                WALKER.walk(frames -> frames.filter(frame ->
                                frame.getDeclaringClass() != SourceLocation.class && frame.getDeclaringClass() != type)
                        .findFirst()
                        .orElse(null)),
                name,
                0);
    }

    /**
     * A location made at run time: a script's function, a generated shader. Interned by content, which costs a hash look-up.
     *
     * @param name of the zone; null or empty: the function's name
     * @param function as shown to the user, null or empty if unknown
     * @param file name or path of the source, null or empty if unknown
     * @param line from 1 on, 0 if unknown
     * @param rgb colour 0xRRGGBB, 0 = the viewer chooses
     */
    public static SourceLocation of(String name, String function, String file, int line, int rgb) {
        return interned(new Content(
                name == null ? "" : name,
                function == null || function.isEmpty() ? "(unknown)" : function,
                file == null || file.isEmpty() ? "(unknown)" : file,
                Math.max(line, 0),
                rgb & 0xFFFFFF));
    }

    private static SourceLocation captured(StackFrame frame, String name, int rgb) {
        if (frame == null) {
            return of(name, null, null, 0, rgb);
        }
        return of(name, function(frame), frame.getFileName(), frame.getLineNumber(), rgb);
    }

    /**
     * {@code Game.update}, {@code Game$Inner.new}. The initialiser of a static field shows as its class, a lambda as the method around it.
     */
    private static String function(StackFrame frame) {
        Class<?> declaring = frame.getDeclaringClass();
        String method = withoutLambda(frame.getMethodName());
        String holder = method.equals("<clinit>") || method.equals("static") ? methodAround(declaring) : null;
        return holder != null ? holder : function(declaring, method);
    }

    private static String function(Class<?> declaring, String method) {
        String inPackage = declaring.getPackageName();
        String type = declaring.getName().substring(inPackage.isEmpty() ? 0 : inPackage.length() + 1);
        return switch (method) {
            case "<clinit>", "static" -> type;
            case "<init>", "new" -> type + ".new";
            default -> type + "." + method;
        };
    }

    /** The method or constructor that declares the class; null if none does. */
    private static String methodAround(Class<?> type) {
        try {
            if (type.getEnclosingConstructor() != null) {
                return function(type.getEnclosingClass(), "new");
            }
            Method around = type.getEnclosingMethod();
            return around == null ? null : function(around.getDeclaringClass(), withoutLambda(around.getName()));
        } catch (LinkageError | TypeNotPresentException e) {
            // The signature of a method names a class that cannot be loaded.
            return null;
        }
    }

    /** {@code update} for javac's {@code lambda$update$3}. Other names stay. */
    private static String withoutLambda(String method) {
        String prefix = "lambda$";
        int end = method.lastIndexOf('$');
        return method.startsWith(prefix) && end > prefix.length() ? method.substring(prefix.length(), end) : method;
    }

    private static SourceLocation interned(Content content) {
        SourceLocation known = ALL.find(content);
        if (known != null) {
            return known;
        }
        // After the registration: the registry passes each later change of the selection on.
        return ALL.intern(content.wellFormed(), SourceLocation::new).select();
    }

    private static void selectAll() {
        for (SourceLocation each : ALL.all()) {
            SourceLocation ignored = each.select();
        }
    }

    private boolean isSelected() {
        Category about = category == null ? Category.OTHER : category;
        return CategorySelection.has(about.name(), about.toString());
    }

    private SourceLocation select() {
        CategorySelection.whileItStands(() -> RECORDED_ID.setOpaque(this, isSelected() ? Ids.of(this) : 0));
        return this;
    }

    /** The id, or 0 while zones here are not recorded. */
    int recordedId() {
        // Opaque: the compiler could move a plain read out of a loop.
        return (int) RECORDED_ID.getOpaque(this);
    }

    /** Counts a script's zone without a location ({@link #MAX_SCRIPT_PLACES} exist) in {@link Statistics.Losses#refusals}. For interpreters. */
    public static void refuseScriptPlace() {
        SCRIPT_PLACES.refuse();
    }

    /** False while the category is off: zones here are not recorded. */
    public boolean isRecorded() {
        return recordedId() != 0;
    }

    /** Zone name, or empty. */
    public String name() {
        return content.name();
    }

    /** The name, or the function if the name is empty. Viewers show it. */
    public String displayName() {
        return content.name().isEmpty() ? content.function() : content.name();
    }

    public String function() {
        return content.function();
    }

    public String file() {
        return content.file();
    }

    /** Line from 1 on, or 0. */
    public int line() {
        return content.line();
    }

    /** Colour 0xRRGGBB, 0 = the viewer chooses. */
    public int rgb() {
        return content.rgb();
    }

    /**
     * Sets the category of zones here; the default is {@link Category#OTHER}. It adds no cost to a zone. Without a colour of its own, the
     * location has the category's.
     *
     * @param about null is {@link Category#OTHER}
     * @return this
     */
    public SourceLocation category(Category about) {
        category = about;
        tellJournal();
        return select();
    }

    private void tellJournal() {
        Registry.tell(this);
    }

    /** The category of zones here, or null. */
    public Category category() {
        return category;
    }

    /** Colour 0xRRGGBB of the location, or of its category, or 0: the viewer chooses. */
    public int shownRgb() {
        Category about = category;
        return content.rgb() != 0 || about == null
                ? content.rgb()
                : about.color().rgb();
    }

    /**
     * Leaves shorter zones out of recordings, unless a recorded zone lies inside. For functions with very many calls. Viewers show all
     * zones. A recording has the number of zones that it left out.
     *
     * @param duration zero, the default, records all
     * @return this
     * @throws IllegalArgumentException if negative
     */
    public SourceLocation recordedFrom(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("no zone is shorter than nothing: " + duration);
        }
        recordedFromNanos = TimeUnit.NANOSECONDS.convert(duration);
        tellJournal();
        return this;
    }

    /** Shortest zone here that recordings have, 0 for all. */
    public long recordedFromNanos() {
        return recordedFromNanos;
    }

    @Override
    public String toString() {
        return displayName() + " (" + file() + ":" + line() + ")";
    }
}
