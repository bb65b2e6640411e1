package dev.zonecast.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A file that may be ingested.
 *
 * @param path where it is
 * @param bytes its size
 * @param modifiedMillis when it was modified, in milliseconds since 1970
 * @param content first 8 bytes of SHA-256 over the file's first and last 64 KiB and its size
 * @param nowMillis when the ingest began, in milliseconds since 1970
 */
record SourceFile(Path path, long bytes, long modifiedMillis, long content, long nowMillis) {
    private static final int HASHED_BYTES = 64 << 10;
    private static final int HASH_BYTES = 8;

    /** 2015-01-01: no recording is older. */
    private static final long EARLIEST_MILLIS = 1_420_070_400_000L;

    private static final long DAY_MILLIS = 86_400_000L;
    private static final Pattern RECORDING = Pattern.compile(".*\\.fxt(\\.(gz|zst|lz4))?");
    static final String SUMMARY_ENDING = ".zcs.gz";

    /** Whether the name is that of a recording or a summary. */
    static boolean isTaken(Path path) {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        return !name.startsWith(".") && (RECORDING.matcher(name).matches() || name.endsWith(SUMMARY_ENDING));
    }

    /** Without its content. */
    static SourceFile of(Path path, BasicFileAttributes attributes, long nowMillis) {
        return new SourceFile(
                path, attributes.size(), attributes.lastModifiedTime().toMillis(), 0, nowMillis);
    }

    /** With the hash of its content. */
    SourceFile opened() throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(path)) {
            digest.update(in.readNBytes(HASHED_BYTES));
            long rest = bytes - 2L * HASHED_BYTES;
            if (rest > 0) {
                in.skipNBytes(rest);
            }
            digest.update(in.readNBytes(HASHED_BYTES));
        }
        digest.update(Long.toString(bytes).getBytes(StandardCharsets.US_ASCII));
        return new SourceFile(path, bytes, modifiedMillis, first(digest.digest()), nowMillis);
    }

    boolean isSummary() {
        return path.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(SUMMARY_ENDING);
    }

    /** By which a later ingest knows that it took the file. */
    long key() {
        return hash(path.toString() + '\n' + bytes + '\n' + modifiedMillis);
    }

    /** The id of a session that has no identity of its own: it is that of the file's content. */
    long id(String program) {
        return hash(content + "\n" + program);
    }

    /** Whether a session may have started then: not before 2015, and not later than a day from now. */
    boolean isPlausible(long epochMillis) {
        return epochMillis >= EARLIEST_MILLIS && epochMillis <= nowMillis + DAY_MILLIS;
    }

    /**
     * The day of a session.
     *
     * @param startedMillis null: that of the file
     */
    String day(Long startedMillis) {
        long millis = startedMillis == null ? modifiedMillis : startedMillis;
        return Instant.ofEpochMilli(millis)
                .atOffset(ZoneOffset.UTC)
                .toLocalDate()
                .toString();
    }

    /** First 8 bytes of SHA-256. */
    static long hash(String text) {
        return first(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static long first(byte[] digest) {
        return new java.math.BigInteger(Arrays.copyOf(digest, HASH_BYTES)).longValue();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
