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
import java.util.concurrent.TimeUnit;

/**
 * The place in the program that a zone belongs to: zone name, function, file, line and colour. Kept in a {@code static final} field,
 * made once when the class is initialised:
 *
 * <pre>{@code
 * private static final SourceLocation UPDATE = SourceLocation.here("update");
 * }</pre>
 *
 * Equal content gives the same object. At most {@value #MAX_LOCATIONS} distinct ones exist (a limit of the viewer's);
 * those that come later are folded into one overflow location, and counted in {@link Statistics}. For names that vary without end use
 * {@link Zone#name(long, String)} or {@link Zone#text(long, String)}.
 *
 * <p>Thread-safe, and immutable but for {@link #recordedFrom} and {@link #category}.
 */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class SourceLocation extends Registered {
    /**
     * What makes a location: two with equal content are one.
     *
     * @param name of the zone, empty if the function's name serves
     * @param function as shown to the user
     * @param file name or path of the source, empty if unknown
     * @param line from 1 on, 0 if unknown
     * @param rgb colour 0xRRGGBB, 0 = the viewer chooses
     */
    public record Content(String name, String function, String file, int line, int rgb) {
        private Content wellFormed() {
            return new Content(
                    NameTable.wellFormed(name), NameTable.wellFormed(function), NameTable.wellFormed(file), line, rgb);
        }
    }

    /** Tracy's server takes at most 32767 static source locations; a few are kept for our own. The last one represents all others. */
    public static final int MAX_LOCATIONS = 32_000;

    /** Places of zones in scripts: half of the places that a viewer takes, so that scripts leave room for the program's. */
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
     * The place of this call: function, file and line. In the initialiser of a static field these are the class and the field's line, not
     * those of the code that the zone is around. In a static field of a class that a method declares, they are that method and its line:
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

    /** Where the program called one of our types: for what it makes with {@code new}. */
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
     * A location put together at run time: a script's function, a generated shader. Interned by content; costs a hash look-up.
     *
     * @param name of the zone, null or empty if the function's name serves
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
     * {@code Game.update}, {@code Game$Inner.new}; a static field's initialiser has no function of its own and shows as its class, a
     * lambda as what it stands in.
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
            // A class that the signature of a method there names cannot be loaded.
            return null;
        }
    }

    /** Of javac's {@code lambda$update$3}, {@code update}; {@code static} and {@code new} represent initialisers and constructors. */
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
        // Only now: what is in the registry sees each later change of the selection.
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
        // Opaque: a plain read could be moved out of a loop for good.
        return (int) RECORDED_ID.getOpaque(this);
    }

    /** Counts a zone of a script whose place is beyond {@link #MAX_SCRIPT_PLACES}, in {@link Statistics.Losses#refusals}. For interpreters. */
    public static void refuseScriptPlace() {
        SCRIPT_PLACES.refuse();
    }

    /** False while the category is switched off: zones here begin nothing. */
    public boolean isRecorded() {
        return recordedId() != 0;
    }

    /** Zone name, or empty. */
    public String name() {
        return content.name();
    }

    /** What a viewer shows: the name, or the function if there is none. */
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
     * Says what zones here are about; {@link Category#OTHER} without. Costs nothing where zones are recorded. Where the location has
     * no colour of its own, viewers show the category's.
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

    /** What zones here are about, or null. */
    public Category category() {
        return category;
    }

    /** Colour 0xRRGGBB of the location, else of its category, else 0: the viewer chooses. */
    public int shownRgb() {
        Category about = category;
        return content.rgb() != 0 || about == null
                ? content.rgb()
                : about.color().rgb();
    }

    /**
     * Leaves zones here that are shorter out of recordings, if no zone that is recorded lies inside them: for functions that are
     * called very often. Viewers show all. A recording says how many it has left out.
     *
     * @param duration zero, as it is at first: all are recorded
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

    /** How long a zone here has to be to be recorded, 0 if all are. */
    public long recordedFromNanos() {
        return recordedFromNanos;
    }

    @Override
    public String toString() {
        return displayName() + " (" + file() + ":" + line() + ")";
    }
}
