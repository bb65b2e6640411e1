package dev.zonecast.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.runner.RunnerException;

/** Benchmarks are run by hand; this sees that they still run, and that each finds its own run valid. */
class QuestionsTest {
    private static final String IGNORE_LOCK = "jmh.ignoreLock";

    @BeforeAll
    static void ignoreOtherBenchmarksOnTheMachine() {
        System.setProperty(IGNORE_LOCK, "true");
    }

    @AfterAll
    static void heedThemAgain() {
        System.clearProperty(IGNORE_LOCK);
    }

    @Test
    void shouldNameBenchmarksOnly() {
        for (Question question : Questions.ALL) {
            for (Reading reading : Stream.concat(question.subject().stream(), question.baseline().stream())
                    .toList()) {
                assertTrue(
                        Arrays.stream(reading.type().getMethods())
                                .anyMatch(method -> method.getName().equals(reading.method())
                                        && method.isAnnotationPresent(Benchmark.class)),
                        question.text() + ": " + reading.id());
                assertEquals(
                        Stream.concat(
                                        Stream.of(reading.type()),
                                        Arrays.stream(reading.type().getClasses()))
                                .flatMap(type -> Arrays.stream(type.getFields()))
                                .anyMatch(field -> field.getName().equals("what")),
                        !reading.what().isEmpty(),
                        question.text() + ": " + reading.id());
            }
        }
    }

    @Test
    void shouldAnswerEveryQuestionWithATargetWhenRunBriefly() throws RunnerException {
        List<Question> questions =
                Questions.ALL.stream().filter(Question::quick).toList();
        Rounds rounds = new Rounds(true);

        rounds.run(questions, 1);

        ResultTable table = new ResultTable();
        for (Question question : questions) {
            List<Score> subject = rounds.scores(question.subject());
            assertEquals(1, subject.size(), question.text());
            assertTrue(subject.getFirst().nanos() > 0, question.text());
            assertTrue(subject.getFirst().bytes() >= 0, question.text());
            table.add(question, subject, rounds.scores(question.baseline()));
        }
        assertEquals(questions.size() + 2, table.toString().lines().count());
    }
}
