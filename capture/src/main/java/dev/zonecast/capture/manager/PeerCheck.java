package dev.zonecast.capture.manager;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** Accepts connections of the manager's user only, even if the socket is open to others. */
final class PeerCheck {
    private final UserPrincipal owner;

    /** @param folder that belongs to the manager's user */
    PeerCheck(Path folder) throws IOException {
        owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Checks the user of a connection, if the system knows it.
     *
     * @throws IOException if it is another user
     */
    void check(SocketChannel connected) throws IOException {
        if (connected.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
            UserPrincipal user =
                    connected.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
            if (!user.getName().equals(owner.getName())) {
                throw new IOException("a connection of another user: " + user.getName());
            }
        }
    }
}
