package dev.zonecast.capture.trace;

import dev.zonecast.capture.fxt.TraceBytes;
import dev.zonecast.core.fxt.ExtensionLayout;

/**
 * Two programs with process id 1, each with a thread 1, a set of frames 2, a lock 9 with track 3, a GPU context 4 with track 4, a plot
 * {@code load}, a span 7 and a picture 1 of frame 0. Their figures, in nanoseconds:
 *
 * <table>
 * <tr><th><th>game<th>server
 * <tr><td>zone {@code outer}<td>1000 to 3000<td>2000 to 9000
 * <tr><td>frames<td>1000 to 2000, 2000 to 3000<td>1500 to 5500
 * <tr><td>lock held<td>1000 to 1500<td>1200 to 4200
 * <tr><td>lock waited for<td>1100 to 1200<td>-
 * <tr><td>GPU zone<td>1600 to 1700<td>1650 to 1950
 * <tr><td>{@code load}<td>1, 3<td>10
 * <tr><td>span<td>1000 to 2000<td>1500 to 4000
 * <tr><td>pictures<td>red, of frames 0 and 1<td>blue, of frames 0 and 1
 * <tr><td>dropped events<td>2<td>5
 * </table>
 */
public final class TwoPrograms {
    private static final int THREAD = 1;
    private static final int FRAMES = 2;
    private static final int LOCK = 3;
    private static final int GPU = 4;
    private static final int RED = 0xF800;
    private static final int BLUE = 0x001F;

    private TwoPrograms() {}

    /** How they came into one trace. */
    public enum Join {
        /** Two providers of one trace, whose sections alternate. */
        PROVIDERS,
        /** Two files, one behind the other. */
        FILES
    }

    /** The whole trace. */
    public static byte[] bytes(Join join) {
        TraceBytes trace = TraceBytes.trace();
        ProviderRecords game = start(trace, 1, "game");
        if (join == Join.FILES) {
            gameFirst(game);
            gameThen(game);
            trace.raw(0x0016547846040010L);
            ProviderRecords server = start(trace, 1, "server");
            serverFirst(server);
            serverThen(server);
            return trace.bytes();
        }
        ProviderRecords server = start(trace, 2, "server");
        gameFirst(game.section());
        serverFirst(server.section());
        gameThen(game.section());
        serverThen(server.section());
        return trace.bytes();
    }

    private static ProviderRecords start(TraceBytes trace, int provider, String name) {
        return new ProviderRecords(trace, provider, 1, name)
                .track(THREAD, ExtensionLayout.TRACK_THREAD, 0, 0, name + " main")
                .track(FRAMES, ExtensionLayout.TRACK_FRAMES, 0, 0, "Frame")
                .track(LOCK, ExtensionLayout.TRACK_LOCK, 9, 0, name + " lock")
                .gpuContext(4, name + " gpu")
                .track(GPU, ExtensionLayout.TRACK_GPU, 4, THREAD, name + " gpu");
    }

    private static void gameFirst(ProviderRecords game) {
        game.begin(THREAD, "zone", "outer", 1000)
                .frameBegin(FRAMES, "Frame", 0, 1000)
                .begin(LOCK, "lock", "game main", 1000)
                .withId(5, THREAD, "span", 7, 1000)
                .plot(THREAD, "load", 1, 1000)
                .image(1, 0, RED);
    }

    private static void gameThen(ProviderRecords game) {
        game.lockWait(THREAD, 9, 1100, 1200)
                .end(LOCK, "lock", "game main", 1500)
                .complete(GPU, "gpu", "pass", 1600, 1700)
                .end(FRAMES, "frame", "Frame", 2000)
                .frameBegin(FRAMES, "Frame", 1, 2000)
                .imageAgain(1, 1)
                .withId(7, THREAD, "span", 7, 2000)
                .plot(THREAD, "load", 3, 2500)
                .end(THREAD, "zone", "outer", 3000)
                .end(FRAMES, "frame", "Frame", 3000)
                .statistics(3000, 100, 2)
                .recordingEnd();
    }

    private static void serverFirst(ProviderRecords server) {
        server.begin(THREAD, "zone", "outer", 2000)
                .frameBegin(FRAMES, "Frame", 0, 1500)
                .begin(LOCK, "lock", "server main", 1200)
                .withId(5, THREAD, "span", 7, 1500)
                .plot(THREAD, "load", 10, 1500)
                .image(1, 0, BLUE);
    }

    private static void serverThen(ProviderRecords server) {
        server.end(LOCK, "lock", "server main", 4200)
                .complete(GPU, "gpu", "pass", 1650, 1950)
                .withId(7, THREAD, "span", 7, 4000)
                .imageAgain(1, 1)
                .end(FRAMES, "frame", "Frame", 5500)
                .end(THREAD, "zone", "outer", 9000)
                .statistics(9000, 200, 5)
                .recordingEnd();
    }
}
