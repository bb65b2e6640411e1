package dev.zonecast.agent;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The agent's jar, put together from the tests' class path as the build packages it. */
final class AgentJar {
    private static final String AGENT = "dev.zonecast.agent.boot.Agent";

    private AgentJar() {}

    static Path make(Path folder) throws IOException, URISyntaxException {
        Path own = Path.of(AgentStart.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        var manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", AGENT);
        attributes.putValue("Agent-Class", AGENT);
        attributes.putValue("Can-Retransform-Classes", "true");
        attributes.putValue("Can-Set-Native-Method-Prefix", "true");
        Path jar = folder.resolve("zonecast-agent.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            add(out, own, "");
            for (String entry : List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))) {
                if (isInside(entry)) {
                    addAny(out, Path.of(entry));
                }
            }
        }
        return jar;
    }

    private static boolean isInside(String entry) {
        boolean ours = entry.matches(".*(memory|fxt|tracy|core|flight|gpu-gl|gpu-vk|framecapture|jvm|lwjgl)/target/.*");
        return (ours && !entry.endsWith("test-classes"))
                || entry.contains("lz4-java")
                || entry.contains("jdk-classfile-backport");
    }

    private static void addAny(JarOutputStream out, Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            add(out, entry, "zonecast/");
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(entry)) {
                add(out, jar.getPath("/"), "zonecast/");
            }
        }
    }

    private static void add(OutputStream stream, Path folder, String prefix) throws IOException {
        var out = (JarOutputStream) stream;
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
            if ((name.startsWith("META-INF/") && !name.startsWith("META-INF/services/"))
                    || name.endsWith("module-info.class")
                    || name.startsWith("zonecast/")) {
                continue;
            }
            out.putNextEntry(new JarEntry(prefix + name));
            Files.copy(file, out);
        }
    }
}
