import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes a release from the committed files, and checks it: {@code ./zonecast release}. The launcher starts this source file as it
 * is. docs/how-to/releasing.md explains the steps.
 */
final class Release {
    private static final String USAGE = """
            Usage: zonecast release --dry-run [OPTIONS]   build, sign and check a release in a folder
                   zonecast release --key ID [OPTIONS]    the same, then upload it to Maven Central
                   zonecast release --check FOLDER        check a folder that a release left
              --version V      version of the release (the POMs' without -SNAPSHOT)
              --key ID         sign with this key of gpg; a dry run without it makes a throw-away key
              --last V         compare the API with this release by japicmp
              --output FOLDER  folder of the release (target/release)
            """;
    private static final String TOKEN = "ZONECAST_CENTRAL_TOKEN";
    private static final String CENTRAL = "https://central.sonatype.com/api/v1/publisher/upload";
    private static final List<String> CHECKSUMS = List.of("MD5", "SHA-1", "SHA-256", "SHA-512");

    /** What Maven Central asks of a POM. */
    private static final List<String> POM_DATA =
            List.of("<name>", "<description>", "<url>", "<licenses>", "<developers>", "<scm>");

    private static final List<String> VALUED = List.of("--version", "--key", "--last", "--output", "--check");

    private static final int EXIT_USAGE = 2;
    private static final int EXIT_FAILED = 69;

    /** A step failed; the message is for the user. */
    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(String message) {
            super(message);
        }
    }

    private final Path root;
    private final Map<String, String> options;
    private final Path output;
    private final Path repository;
    private final String version;

    private Release(Path root, Map<String, String> options) throws IOException {
        this.root = root;
        this.options = options;
        output = root.resolve(options.getOrDefault("--output", "target/release"));
        repository = output.resolve("repository");
        version = options.getOrDefault("--version", developed(root).replace("-SNAPSHOT", ""));
    }

    /** Runs it; the first argument is the root of the checkout. */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> options;
        try {
            options = options(List.of(arguments).subList(1, arguments.length));
        } catch (Failure e) {
            System.err.print("zonecast: " + e.getMessage() + "\n" + USAGE);
            System.exit(EXIT_USAGE);
            return;
        }
        try {
            if (options.containsKey("--help")) {
                System.out.print(USAGE);
            } else if (options.containsKey("--check")) {
                check(Path.of(options.get("--check")));
            } else {
                new Release(Path.of(arguments[0]), options).run();
            }
        } catch (Failure e) {
            System.err.println("zonecast: " + e.getMessage());
            System.exit(EXIT_FAILED);
        }
    }

    /** Fails with the mistake if the arguments are wrong. */
    private static Map<String, String> options(List<String> arguments) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String name = arguments.get(i);
            if (List.of("--help", "-h").contains(name)) {
                options.put("--help", "");
            } else if (name.equals("--dry-run")) {
                options.put(name, "");
            } else if (VALUED.contains(name) && i + 1 < arguments.size()) {
                options.put(name, arguments.get(++i));
            } else {
                throw new Failure((VALUED.contains(name) ? "a value is missing: " : "unknown argument: ") + name);
            }
        }
        if (options.isEmpty()) {
            throw new Failure("release wants --dry-run, --key ID or --check FOLDER");
        }
        String checked = options.get("--check");
        if (checked != null && !Files.isDirectory(Path.of(checked))) {
            throw new Failure("no such folder: " + checked);
        }
        return options;
    }

    private static String developed(Path root) throws IOException {
        String bom = Files.readString(root.resolve("bom/pom.xml"));
        int begin = bom.indexOf("<version>") + "<version>".length();
        return bom.substring(begin, bom.indexOf("</version>", begin));
    }

    private void run() throws Exception {
        boolean dry = options.containsKey("--dry-run");
        String token = System.getenv(TOKEN);
        if (!dry && (token == null || token.isEmpty() || !options.containsKey("--key"))) {
            throw new Failure("publishing needs a token of Maven Central in " + TOKEN
                    + " and a key (--key ID); --dry-run makes the release without both");
        }
        if (!dry && !output(List.of("git", "status", "--porcelain"), root).isEmpty()) {
            throw new Failure("there are uncommitted changes; a release is made of committed files alone: commit or stash");
        }
        for (String made : List.of("first", "first.index", "second", "second.index", "repository", "again")) {
            delete(output.resolve(made)); // nothing else: the folder may be the user's
        }
        Path first = copy("first");
        say("building " + version + " of the committed files");
        build(first, repository, options.get("--last"));
        say(
                options.containsKey("--last")
                        ? "API: compatible with " + options.get("--last") + " (japicmp)"
                        : "API: not compared, no earlier release is given (--last VERSION)");
        say("building it again in another folder");
        Path again = output.resolve("again");
        build(copy("second"), again, null);
        compare(repository, again);
        sign();
        check(repository);
        Path bundle = bundle();
        examples();
        list();
        say("release " + version + " is in " + repository + ", for Maven Central in " + bundle);
        if (!dry) {
            upload(bundle, token);
        }
    }

    // --- build

    /** Exports the committed files and sets the version in their POMs. */
    private Path copy(String name) throws Exception {
        Path copy = output.resolve(name);
        Path index = output.resolve(name + ".index");
        Files.createDirectories(output);
        ProcessBuilder git = new ProcessBuilder("git", "read-tree", "HEAD").directory(root.toFile());
        git.environment().put("GIT_INDEX_FILE", index.toAbsolutePath().toString());
        execute(git);
        git = new ProcessBuilder("git", "checkout-index", "--all", "--prefix=" + copy.toAbsolutePath() + "/")
                .directory(root.toFile());
        git.environment().put("GIT_INDEX_FILE", index.toAbsolutePath().toString());
        execute(git);
        String developed = developed(copy);
        for (Path pom : files(copy, file -> file.endsWith("pom.xml"))) {
            Files.writeString(pom, Files.readString(pom).replace(">" + developed + "<", ">" + version + "<"));
        }
        return copy;
    }

    private static void build(Path from, Path to, String last) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                maven(), "-B", "-q", "-T", "2", "-Prelease", "-pl", "!demo,!bench,!fleet", "deploy", "-Dmaven.test.skip=true",
                "-Dspotless.check.skip=true", "-DaltDeploymentRepository=release::" + to.toUri()));
        if (last != null) {
            command.add("-Dzonecast.lastRelease=" + last);
        }
        execute(new ProcessBuilder(command).directory(from.toFile()));
    }

    private static String maven() {
        return System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn";
    }

    /** Fails unless both folders hold the same artifacts with the same bytes. */
    private static void compare(Path a, Path b) throws IOException {
        List<Path> artifacts = artifacts(a);
        List<String> different = new ArrayList<>();
        for (Path artifact : artifacts) {
            Path other = b.resolve(a.relativize(artifact).toString());
            if (!Files.exists(other) || Files.mismatch(artifact, other) >= 0) {
                different.add(a.relativize(artifact).toString());
            }
        }
        if (!different.isEmpty() || artifacts(b).size() != artifacts.size()) {
            throw new Failure("two builds differ: " + different);
        }
        say("two builds: " + artifacts.size() + " artifacts with equal bytes");
    }

    // --- signatures and checksums

    private void sign() throws Exception {
        Path home = options.containsKey("--key") ? null : Files.createTempDirectory("gpg");
        List<String> gpg = new ArrayList<>(List.of("gpg", "--batch", "--yes", "--quiet"));
        if (home != null) {
            gpg.addAll(List.of("--homedir", home.toString(), "--pinentry-mode", "loopback", "--passphrase", ""));
            execute(with(gpg, "--quick-generate-key", "Zonecast dry run", "default", "default", "never"));
        } else {
            gpg.addAll(List.of("--local-user", options.get("--key")));
        }
        List<Path> artifacts = artifacts(repository);
        for (Path artifact : artifacts) {
            execute(with(gpg, "--armor", "--detach-sign", artifact.toString()));
            execute(with(gpg, "--verify", artifact + ".asc", artifact.toString()));
        }
        for (Path artifact : artifacts) {
            for (String algorithm : CHECKSUMS) {
                Files.writeString(checksumFile(artifact, algorithm), checksum(artifact, algorithm));
            }
        }
        if (home != null) {
            new ProcessBuilder("gpgconf", "--homedir", home.toString(), "--kill", "all").start().waitFor();
            delete(home);
        }
        say("signed and verified " + artifacts.size() + " artifacts with "
                + (home == null ? "key " + options.get("--key") : "a throw-away key"));
    }

    private static ProcessBuilder with(List<String> command, String... more) {
        return new ProcessBuilder(Stream.concat(command.stream(), Stream.of(more)).toList());
    }

    private static Path checksumFile(Path artifact, String algorithm) {
        return Path.of(artifact + "." + algorithm.replace("-", "").toLowerCase(java.util.Locale.ROOT));
    }

    private static String checksum(Path file, String algorithm) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
    }

    // --- checks

    /** Checks that a folder has all that Maven Central asks; fails with the list of what is missing. */
    private static void check(Path folder) throws Exception {
        List<String> missing = new ArrayList<>();
        List<Path> poms = files(folder, file -> file.endsWith(".pom"));
        if (poms.isEmpty()) {
            throw new Failure(folder + " holds no artifact");
        }
        for (Path pom : poms) {
            String base = pom.toString().replaceFirst("\\.pom$", "");
            String text = Files.readString(pom);
            List<String> wanted = new ArrayList<>(List.of(".pom"));
            if (!text.contains("<packaging>pom</packaging>")) {
                wanted.addAll(List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json"));
            }
            for (String end : wanted) {
                Path file = Path.of(base + end);
                if (!Files.exists(file)) {
                    missing.add(file.getFileName().toString());
                }
            }
            boolean hasParent = text.contains("<parent>");
            for (String data : POM_DATA) {
                // Name and description are of the module, the rest is the parent's.
                if (!text.contains(data) && (!hasParent || data.equals("<name>") || data.equals("<description>"))) {
                    missing.add(data + " in " + pom.getFileName());
                }
            }
            if (text.contains("-SNAPSHOT")) {
                missing.add("a released version in " + pom.getFileName());
            }
        }
        List<Path> artifacts = artifacts(folder);
        for (Path artifact : artifacts) {
            if (!Files.exists(Path.of(artifact + ".asc"))) {
                missing.add(artifact.getFileName() + ".asc");
            }
            for (String algorithm : CHECKSUMS) {
                Path file = checksumFile(artifact, algorithm);
                if (!Files.exists(file) || !Files.readString(file).equals(checksum(artifact, algorithm))) {
                    missing.add("a correct " + file.getFileName());
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new Failure(folder + " lacks " + String.join(", ", missing));
        }
        say("complete: " + poms.size() + " modules, " + artifacts.size() + " artifacts, with sources, Javadoc, SBOM,"
                + " POM data, signatures, checksums");
        if (Files.readString(poms.getFirst()).contains("https://example.org")) {
            say("the POMs have placeholders for home page, developers and scm: fill them in before you publish");
        }
    }

    /** Builds and runs the examples with the release, and nothing else of the checkout. */
    private void examples() throws Exception {
        execute(new ProcessBuilder(
                        maven(), "-B", "-q", "-pl", "demo", "-am", "test", "-Dtest=ExamplesTest", "-Dspotless.check.skip=true",
                        "-Dsurefire.failIfNoSpecifiedTests=false",
                        "-Dzonecast.examples.repository=" + repository.toAbsolutePath(),
                        "-Dzonecast.examples.version=" + version)
                .directory(root.toFile()));
        say("the examples build and run with the release alone");
    }

    // --- result

    private Path bundle() throws IOException {
        Path bundle = output.resolve("zonecast-" + version + "-bundle.zip");
        try (OutputStream out = Files.newOutputStream(bundle);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path file : files(repository, name -> !name.startsWith("maven-metadata"))) {
                zip.putNextEntry(new ZipEntry(repository.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, zip);
            }
        }
        return bundle;
    }

    private void list() throws IOException {
        List<Path> artifacts = artifacts(repository);
        for (Path artifact : artifacts) {
            System.out.printf("%,12d  %s%n", Files.size(artifact), repository.relativize(artifact));
        }
        say("beside each of them: .asc, .md5, .sha1, .sha256, .sha512");
    }

    /** Uploads the bundle; its owner publishes it on the pages of Maven Central. */
    private static void upload(Path bundle, String token) throws Exception {
        String boundary = "zonecast-release";
        byte[] head = ("--" + boundary + "\r\nContent-Disposition: form-data; name=\"bundle\"; filename=\""
                        + bundle.getFileName() + "\"\r\nContent-Type: application/octet-stream\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] tail = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(CENTRAL + "?publishingType=USER_MANAGED"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.concat(
                        HttpRequest.BodyPublishers.ofByteArray(head),
                        HttpRequest.BodyPublishers.ofFile(bundle),
                        HttpRequest.BodyPublishers.ofByteArray(tail)))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                throw new Failure("Maven Central refuses the bundle: " + response.statusCode() + " " + response.body());
            }
            say("uploaded as " + response.body() + ": look at it and publish it on central.sonatype.com");
        }
    }

    // --- files and processes

    private static List<Path> files(Path folder, Predicate<String> names) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> names.test(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> artifacts(Path folder) throws IOException {
        return files(folder, name -> name.matches(".*\\.(jar|pom|json|xml)") && !name.startsWith("maven-metadata"));
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> {
                    try {
                        Files.deleteIfExists(file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
        }
    }

    private static String output(List<String> command, Path directory) throws Exception {
        Process process = new ProcessBuilder(command).directory(directory.toFile()).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Runs a command; its output appears if it fails. */
    private static void execute(ProcessBuilder builder) throws Exception {
        Process process;
        try {
            process = builder.redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new Failure(builder.command().getFirst() + " is missing: " + e.getMessage());
        }
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            System.err.print(said);
            throw new Failure(String.join(" ", builder.command()) + " failed");
        }
    }

    private static void say(String text) {
        System.out.println("zonecast: " + text);
    }
}
