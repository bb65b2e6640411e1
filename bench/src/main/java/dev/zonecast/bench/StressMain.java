package dev.zonecast.bench;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;

/**
 * Runs the tests of jcstress, prints how many ran, and exits with 1 where jcstress would exit with 0 too: if no test ran, or an annotated
 * class has no result.
 *
 * <p>Arguments: {@code --short} runs every test briefly, for a build. All others are those of jcstress; without {@code -t} each class
 * annotated {@link JCStressTest} has to have a result. Leaves files in the current directory.
 */
public final class StressMain {
    /** Forks of a test: one as usual, one with the compiler's random choices. */
    private static final int FORKS = 2;

    private static final ClassDesc TEST = JCStressTest.class.describeConstable().orElseThrow();

    private static final int SHORT_ITERATIONS = 2;

    /** Time of all iterations of a short run; the start of the forks comes on top. */
    private static final int SHORT_MILLIS = 10_000;

    private static final int LEAST_ITERATION_MILLIS = 50;
    private static final int MOST_ITERATION_MILLIS = 1_000;

    private StressMain() {}

    /** See the class. */
    public static void main(String[] arguments) throws Exception {
        SortedSet<String> annotated = annotated();
        Options options = new Options(options(arguments, annotated.size()));
        if (!options.parse()) {
            System.exit(2);
        }
        if (options.shouldList()) {
            annotated.forEach(System.out::println);
            return;
        }
        long begin = System.nanoTime();
        try {
            new JCStress(options).run();
        } catch (AssertionError e) {
            // It names the outcomes that are forbidden, after all tests.
            e.printStackTrace(System.out);
        }
        long seconds = (System.nanoTime() - begin) / 1_000_000_000;

        Collection<TestResult> results = results(options.getResultFile());
        boolean all = !List.of(arguments).contains("-t");
        List<String> failures = failures(results, all ? annotated : new TreeSet<>());
        failures.forEach(failure -> System.out.println("jcstress: FAILED " + failure));
        long samples = results.stream().mapToLong(TestResult::getTotalCount).sum();
        System.out.println("jcstress: " + results.size() + " tests, " + samples + " samples, " + seconds + " s, "
                + failures.size() + " failures");
        System.exit(Math.min(failures.size(), 1));
    }

    private static String[] options(String[] arguments, int tests) {
        List<String> options = new ArrayList<>(List.of("-jvmArgs", "--enable-native-access=ALL-UNNAMED"));
        if (List.of(arguments).equals(List.of("--short"))) {
            int iterations = Math.max(1, tests) * FORKS * SHORT_ITERATIONS;
            int millis = Math.clamp(SHORT_MILLIS / iterations, LEAST_ITERATION_MILLIS, MOST_ITERATION_MILLIS);
            options.addAll(List.of("-m", "quick", "-sc", "false", "-strideSize", "32", "-strideCount", "8"));
            options.addAll(List.of("-iters", Integer.toString(SHORT_ITERATIONS), "-time", Integer.toString(millis)));
        } else {
            options.addAll(List.of(arguments));
        }
        return options.toArray(String[]::new);
    }

    /** Names of the tests among the classes of this module: the list that jcstress reads is generated, and can be stale. */
    private static SortedSet<String> annotated() throws IOException, URISyntaxException {
        Path root = Path.of(StressMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        SortedSet<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel type = ClassFile.of().parse(file);
                if (isTest(type)) {
                    names.add(type.thisClass().asInternalName().replace('/', '.'));
                }
            }
        }
        return names;
    }

    private static boolean isTest(ClassModel type) {
        return type
                .findAttribute(Attributes.runtimeVisibleAnnotations())
                .map(RuntimeVisibleAnnotationsAttribute::annotations)
                .orElse(List.of())
                .stream()
                .anyMatch(annotation -> annotation.classSymbol().equals(TEST));
    }

    private static Collection<TestResult> results(String file) throws IOException, ClassNotFoundException {
        if (!Files.exists(Path.of(file))) {
            return List.of();
        }
        InProcessCollector collector = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(file, collector);
        try {
            reader.dump();
        } finally {
            reader.close();
        }
        return ReportUtils.mergedByName(collector.getTestResults());
    }

    /** What keeps the run from being a success; {@code expected} are the tests that must have a result. */
    static List<String> failures(Collection<TestResult> results, SortedSet<String> expected) {
        List<String> failures = new ArrayList<>();
        SortedSet<String> missing = new TreeSet<>(expected);
        for (TestResult result : results) {
            missing.remove(result.getName());
            if (!ReportUtils.statusToPassed(result)) {
                failures.add(result.getName() + ": " + ReportUtils.statusToLabel(result) + " "
                        + String.join("; ", result.grading().failureMessages));
            }
        }
        missing.forEach(name -> failures.add(name + ": no result"));
        if (results.isEmpty()) {
            failures.add("no test ran");
        }
        return failures;
    }
}
