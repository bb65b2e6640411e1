package dev.zonecast.core.live;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.tracy.Block;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The program's source files as far as viewers may have them: below roots that the program named, and the file of a source location
 * that it registered. What a viewer asks for is only ever compared with both; the path that is opened comes from a walk over the roots,
 * which follows no link, and is opened folder by folder without following one.
 *
 * <p>Owned by one thread; reads files.
 */
final class SourceFiles {
    /** The viewer's limit for an event of one frame, less the event's head. */
    static final int MAX_BYTES = Block.CAPACITY - 17;

    /** Files that a root may hold; further ones are not found. */
    private static final int MAX_FILES = 200_000;

    private static final int MAX_DEPTH = 64;

    private record Place(Path root, Path relative) {}

    private final List<Path> roots;

    /** By file name; null before the first question. */
    private Map<String, List<Place>> index;

    SourceFiles(List<Path> roots) {
        this.roots = roots;
    }

    /**
     * The text of a file, or null if there is none that a viewer may have, or more than one.
     *
     * @param name as a viewer sent it: {@code Game.java}, {@code scripts/wolf.lua}
     */
    byte[] read(String name) {
        if (roots.isEmpty() || !isRegistered(name)) {
            return null;
        }
        if (index == null) {
            index = new HashMap<>();
            roots.forEach(this::add);
        }
        String slashes = name.replace('\\', '/');
        List<Place> found = index.getOrDefault(slashes.substring(slashes.lastIndexOf('/') + 1), List.of()).stream()
                .filter(place -> ("/" + slashes(place.relative())).endsWith("/" + slashes))
                .toList();
        return found.size() == 1 ? read(found.getFirst()) : null;
    }

    private static boolean isRegistered(String name) {
        return Slots.of(SourceLocation.class).all().stream()
                .anyMatch(location -> location.file().equals(name));
    }

    private static String slashes(Path relative) {
        List<String> parts = new ArrayList<>();
        relative.forEach(part -> parts.add(part.toString()));
        return String.join("/", parts);
    }

    private void add(Path root) {
        try {
            Path real = root.toRealPath();
            int[] left = {MAX_FILES};
            Files.walkFileTree(
                    real, EnumSet.noneOf(java.nio.file.FileVisitOption.class), MAX_DEPTH, new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            if (attributes.isRegularFile()) {
                                index.computeIfAbsent(file.getFileName().toString(), n -> new ArrayList<>())
                                        .add(new Place(real, real.relativize(file)));
                            }
                            return --left[0] > 0 ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            // A root that is not there has no files.
        }
    }

    private static byte[] read(Place place) {
        try (DirectoryStream<Path> root = Files.newDirectoryStream(place.root())) {
            if (root instanceof SecureDirectoryStream<Path> secure) {
                return read(secure, place.relative(), 0);
            }
            // Without the means to stay below a folder, a link that was put there since the walk is seen by its target.
            Path file = place.root().resolve(place.relative());
            if (!file.toRealPath().equals(file)) {
                return null;
            }
            try (SeekableByteChannel channel =
                    Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                return read(channel);
            }
        } catch (IOException e) {
            return null;
        }
    }

    private static byte[] read(SecureDirectoryStream<Path> folder, Path relative, int depth) throws IOException {
        Path name = relative.getName(depth);
        if (depth < relative.getNameCount() - 1) {
            try (SecureDirectoryStream<Path> inner = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                return read(inner, relative, depth + 1);
            }
        }
        // Opening a pipe would wait for its writer.
        BasicFileAttributes attributes = folder.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        if (!attributes.isRegularFile()) {
            return null;
        }
        try (SeekableByteChannel channel =
                folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            return read(channel);
        }
    }

    /** Null if it is too long for the viewer. */
    private static byte[] read(SeekableByteChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate((int) Math.min(channel.size(), MAX_BYTES) + 1);
        int read = 0;
        while (read >= 0 && content.hasRemaining()) {
            read = channel.read(content);
        }
        if (content.position() > MAX_BYTES) {
            return null;
        }
        byte[] bytes = new byte[content.position()];
        content.flip().get(bytes);
        return bytes;
    }
}
