package dev.zonecast.core.registry;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/**
 * What is registered once and known by an id afterwards: names, source locations, plots, frame names, GPU contexts, application
 * lines. It outlives sessions: each viewer and each recording is told anew.
 *
 * <p>Thread-safe.
 */
public final class Registry {
    /** One for the process. */
    public static final Registry INSTANCE = new Registry();

    /** Tracy's server takes at most 32767 static source locations; a few are kept for our own. */
    public static final int MAX_LOCATIONS = 32_000;

    /** Lines of application information that are kept. */
    public static final int MAX_APP_INFO = 1_000;

    /** The protocol has 8 bits for a GPU context, and 255 is not used. */
    public static final int MAX_GPU_CONTEXTS = 255;

    private final NameTable names = new NameTable();
    private final Slots<SourceLocation> locations = new Slots<>(MAX_LOCATIONS);
    private final Slots<Plot> plots = new Slots<>(1 << 16);
    private final Slots<FrameName> frames = new Slots<>(1 << 16);
    private final List<GpuContextInfo> gpuContexts = new CopyOnWriteArrayList<>();
    private final List<String> appInfo = new ArrayList<>();
    private long refusedAppInfo;

    private Registry() {}

    public NameTable names() {
        return names;
    }

    /** Location by content; the same content gives the same object. When there are too many, the first one that found no place. */
    public SourceLocation location(SourceLocation.Content content, IntFunction<SourceLocation> make) {
        return locations.intern(content, make);
    }

    /** Location of an id, or null. */
    public SourceLocation location(int id) {
        return locations.get(id);
    }

    public int locationCount() {
        return locations.count();
    }

    public Plot plot(String name, IntFunction<Plot> make) {
        return plots.intern(name, make);
    }

    public Plot plot(int id) {
        return plots.get(id);
    }

    public FrameName frame(String name, IntFunction<FrameName> make) {
        return frames.intern(name, make);
    }

    public FrameName frame(int id) {
        return frames.get(id);
    }

    /** Locations, plots and frame names that found no place. */
    public long refused() {
        synchronized (appInfo) {
            return names.refused() + locations.refused() + plots.refused() + frames.refused() + refusedAppInfo;
        }
    }

    /**
     * Registers a GPU context under the next free id; ids are never used again.
     *
     * @return the context, or null when there were {@value #MAX_GPU_CONTEXTS} already
     */
    public GpuContextInfo addGpuContext(IntFunction<GpuContextInfo> make) {
        synchronized (gpuContexts) {
            if (gpuContexts.size() >= MAX_GPU_CONTEXTS) {
                return null;
            }
            GpuContextInfo context = make.apply(gpuContexts.size());
            gpuContexts.add(context);
            return context;
        }
    }

    /** All contexts, closed ones too, in the order of their ids. */
    public List<GpuContextInfo> gpuContexts() {
        return gpuContexts;
    }

    /** Keeps a line for this and later sessions; false when there are too many. */
    public boolean addAppInfo(String line) {
        synchronized (appInfo) {
            if (appInfo.size() >= MAX_APP_INFO) {
                refusedAppInfo++;
                return false;
            }
            appInfo.add(line);
            return true;
        }
    }

    public List<String> appInfo() {
        synchronized (appInfo) {
            return List.copyOf(appInfo);
        }
    }

    /** Objects by id from 1 on, interned by a key; when full, one object stands for all that come later. */
    private static final class Slots<T> {
        private final int capacity;
        private final ConcurrentHashMap<Object, T> byKey = new ConcurrentHashMap<>();
        private volatile Object[] byId = new Object[64];
        private int next = 1;
        private T overflow;
        private volatile long refused;

        Slots(int capacity) {
            this.capacity = capacity;
        }

        T intern(Object key, IntFunction<T> make) {
            T known = byKey.get(key);
            return known != null ? known : add(key, make);
        }

        @SuppressWarnings("unchecked")
        T get(int id) {
            Object[] all = byId;
            return id > 0 && id < all.length ? (T) all[id] : null;
        }

        int count() {
            return byKey.size();
        }

        long refused() {
            return refused;
        }

        private synchronized T add(Object key, IntFunction<T> make) {
            T known = byKey.get(key);
            if (known != null) {
                return known;
            }
            if (next >= capacity) {
                refused++;
                return overflow;
            }
            T made = make.apply(next);
            Object[] all = byId;
            if (next >= all.length) {
                all = java.util.Arrays.copyOf(all, Math.min(all.length * 2, capacity));
            }
            all[next++] = made;
            // A volatile write after the element, so that whoever reads the array sees the object.
            byId = all;
            byKey.put(key, made);
            overflow = made;
            return made;
        }
    }
}
