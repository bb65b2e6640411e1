package dev.zonecast.capture.tracy;

import dev.zonecast.core.recording.ProgramFacts;
import dev.zonecast.tracy.Welcome;
import java.util.concurrent.TimeUnit;

/** Facts for a recording from a client's welcome. */
public final class ClientFacts {
    private ClientFacts() {}

    /** The recorded program. */
    public static ProgramFacts of(Welcome client) {
        String system = client.hostInfo().lines().findFirst().orElse("");
        String clock = "Tracy client, protocol " + client.protocol();
        return new ProgramFacts(client.programName(), client.pid(), clock, "", "", system);
    }

    /** When the recording's time began, in milliseconds since 1970 (UTC): of a program that sends its whole life, with its start. */
    public static long beginMillis(Welcome client) {
        return client.onDemand() ? System.currentTimeMillis() : TimeUnit.SECONDS.toMillis(client.epochSeconds());
    }
}
