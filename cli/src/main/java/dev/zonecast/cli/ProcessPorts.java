package dev.zonecast.cli;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** TCP ports at which a process listens, as Linux lists them in {@code /proc}. It works for programs in any language. */
final class ProcessPorts {
    /** Where Tracy's clients look for a free port, those of Zonecast too. */
    private static final int FIRST_USUAL = 8086;

    private static final int LAST_USUAL = 8105;

    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");

    /** Local address and port, a state of 0A (listening), and the socket's number in the tenth column. */
    private static final Pattern LISTENING = Pattern.compile(
            "\\s*\\d+: ([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) \\S+ 0A \\S+ \\S+ \\S+\\s+\\d+\\s+\\d+ (\\d+) .*");

    private static final int HEX = 16;
    private static final int WORD_DIGITS = 8;

    private ProcessPorts() {}

    /** Whether a Tracy client takes such a port unless it is told another. */
    static boolean isUsual(InetSocketAddress address) {
        return address.getPort() >= FIRST_USUAL && address.getPort() <= LAST_USUAL;
    }

    /**
     * Addresses to connect to, usual ports of Tracy first.
     *
     * @throws IOException with the reason if the process is not there or its ports are not known
     */
    static List<InetSocketAddress> of(long pid) throws IOException {
        return of(pid, Path.of("/proc"));
    }

    static List<InetSocketAddress> of(long pid, Path proc) throws IOException {
        if (!Files.isDirectory(proc.resolve("self"))) {
            throw new IOException("ports of a process id are known on Linux only: name the program's HOST:PORT");
        }
        Path process = proc.resolve(Long.toString(pid));
        try {
            Set<String> sockets = sockets(process.resolve("fd"));
            List<InetSocketAddress> found = new ArrayList<>();
            for (String table : List.of("tcp", "tcp6")) {
                Path file = process.resolve("net").resolve(table);
                if (Files.exists(file)) {
                    for (String line : Files.readAllLines(file)) {
                        Matcher row = LISTENING.matcher(line);
                        if (row.matches() && sockets.contains(row.group(3))) {
                            found.add(address(row.group(1), Integer.parseInt(row.group(2), HEX)));
                        }
                    }
                }
            }
            found.sort(Comparator.comparing((InetSocketAddress port) -> !isUsual(port))
                    .thenComparingInt(InetSocketAddress::getPort));
            return found;
        } catch (NoSuchFileException e) {
            throw new IOException("no process " + pid, e);
        } catch (AccessDeniedException e) {
            throw new IOException(
                    "process " + pid + " belongs to another user: name its HOST:PORT, or run as that user", e);
        }
    }

    private static Set<String> sockets(Path descriptors) throws IOException {
        Set<String> sockets = new HashSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
            for (Path descriptor : all) {
                Matcher socket = SOCKET.matcher(linked(descriptor));
                if (socket.matches()) {
                    sockets.add(socket.group(1));
                }
            }
        }
        return sockets;
    }

    /** Empty if the descriptor was closed since it was listed. */
    private static String linked(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** Words in the order of the machine's bytes, which is little-endian here. All addresses of a machine are its loopback too. */
    private static InetSocketAddress address(String words, int port) throws IOException {
        byte[] bytes = new byte[words.length() / 2];
        for (int i = 0; i < words.length(); i += WORD_DIGITS) {
            int word = Integer.reverseBytes(new BigInteger(words.substring(i, i + WORD_DIGITS), HEX).intValue());
            for (int b = 0; b < Integer.BYTES; b++) {
                bytes[i / 2 + b] = (byte) (word >>> ((Integer.BYTES - 1 - b) * Byte.SIZE));
            }
        }
        InetAddress address = InetAddress.getByAddress(bytes);
        return new InetSocketAddress(address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address, port);
    }
}
