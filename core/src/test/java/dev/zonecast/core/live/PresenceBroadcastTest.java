package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.tracy.PresenceMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broadcast is sent only inside a network that the test has made, and that nothing leaves. */
class PresenceBroadcastTest {
    private static boolean networks;

    @BeforeAll
    static void askForNetworks() throws InterruptedException {
        networks = ChildJvm.canMakeNetworks();
    }

    @ParameterizedTest
    @CsvSource({"82, 127.0.0.1", "76, 127.0.0.1", "74, 127.0.0.1", "69, 127.0.0.1", "82, 0.0.0.0"})
    void shouldAnnounceTheProgramUntilAViewerComesAndWhenItEnds(int version, String bindAddress) throws Exception {
        assumeTrue(networks, "this machine does not let tests make a network of their own (unshare -rn)");

        ChildJvm.Result result = new ChildJvm()
                .inNetworkOfItsOwn()
                .flags("-Dzonecast.announce=" + version, "-Dzonecast.bind=" + bindAddress)
                .run(PresenceProgram.class, Integer.toString(version))
                .expectSuccess();

        // The first is sent at the start; "gone" at the connection and at the end.
        assertEquals(
                List.of(
                        "listed protocol " + version + " port true pid true program Wölfe",
                        "gone protocol " + version + " port true pid true program Wölfe",
                        "listed protocol " + version + " port true pid true program Wölfe",
                        "gone protocol " + version + " port true pid true program Wölfe"),
                result.outLines());
    }

    @Test
    void shouldAnnounceAgainWhenTheNetworkComesBack() throws Exception {
        assumeTrue(networks, "this machine does not let tests make a network of their own (unshare -rn)");

        ChildJvm.Result result = new ChildJvm()
                .inNetworkOfItsOwn()
                .run(PresenceOutageProgram.class)
                .expectSuccess();

        assertEquals(List.of("announced true", "failed true", "announced true", "lines 1"), result.outLines());
    }

    @Test
    void shouldHaveTheLayoutOfVersionThree() {
        ProgramInfo program = ProgramInfo.current("Wölfe", List.of(), System.nanoTime());

        ByteBuffer message = PresenceMessage.of(50_000, 82, program.pid(), program.name(), 7)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);

        byte[] name = "Wölfe".getBytes(StandardCharsets.UTF_8);
        assertEquals(20 + name.length + 1, message.limit());
        assertEquals(3, message.getShort(0));
        assertEquals(50_000, message.getShort(2) & 0xFFFF);
        assertEquals(82, message.getInt(4));
        assertEquals(ProcessHandle.current().pid(), message.getLong(8));
        assertEquals(7, message.getInt(16));
        assertEquals(0, message.get(message.limit() - 1));
    }

    @Test
    void shouldCutTheNameBetweenCharactersWhenItIsLong() throws IOException {
        ProgramInfo program = ProgramInfo.current("x" + "ü".repeat(100), List.of(), System.nanoTime());

        assertEquals(
                20 + 63 + 1,
                PresenceMessage.of(1, 82, program.pid(), program.name(), 0).limit());
        assertEquals(
                20 + 62 + 1,
                PresenceMessage.of(1, 82, program.pid(), "xx" + "ü".repeat(100), 0)
                        .limit());
    }
}
