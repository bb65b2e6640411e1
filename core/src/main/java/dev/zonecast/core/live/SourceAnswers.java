package dev.zonecast.core.live;

import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.TransferredText;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Answers a session's questions for source texts. Files are read on a thread of its own, {@code zonecast-source}, made at the first
 * question; the collector's thread sends what is ready. Questions and texts wait in bounded queues; a question that finds no room is
 * answered with "not available".
 *
 * <p>Owned by the collector's thread, except for the part of the reading thread.
 */
final class SourceAnswers implements Runnable {
    /** Files of a program, and more than a viewer asks for at once. */
    private static final int MAX_QUESTIONS = 4_096;

    /** Texts of 256 KiB at most that wait to be sent. */
    private static final int MAX_READY = 8;

    private record Question(int id, String file) {}

    /** @param content null if there is none */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Answer(int id, byte[] content) {}

    private final SessionEncoder encoder;
    private final List<Path> roots;
    private final TransferredText transfer = new TransferredText();
    private final ArrayBlockingQueue<Question> questions = new ArrayBlockingQueue<>(MAX_QUESTIONS);
    private final ArrayBlockingQueue<Answer> ready = new ArrayBlockingQueue<>(MAX_READY);
    private Thread thread;

    /** @param roots empty: no file is opened and no text disclosed */
    SourceAnswers(SessionEncoder encoder, List<Path> roots) {
        this.encoder = encoder;
        this.roots = roots;
    }

    /** A text is announced. */
    void transfer(long bytes) {
        transfer.begin(bytes);
    }

    /** Twelve bytes of it. */
    void transferPart(long first, int second) {
        transfer.part(first, second);
    }

    /** The viewer asks for the content of a file. Its last transferred text is the file's name. */
    void answer(int id) {
        String file = transfer.take();
        if (roots.isEmpty() || file == null || !hasThread() || !questions.offer(new Question(id, file))) {
            send(new Answer(id, null));
        }
    }

    private boolean hasThread() {
        if (thread == null) {
            try {
                thread = Thread.ofPlatform().daemon().name("zonecast-source").start(this);
            } catch (OutOfMemoryError e) {
                return false;
            }
        }
        return true;
    }

    /** Sends the texts that were read. */
    void sendReady() {
        for (Answer answer = ready.poll(); answer != null; answer = ready.poll()) {
            send(answer);
        }
    }

    private void send(Answer answer) {
        byte[] text = answer.content();
        if (text == null) {
            encoder.open(EventType.ACK_SOURCE_CODE_NOT_AVAILABLE).i32(answer.id());
        } else {
            encoder.open(EventType.SOURCE_CODE, Integer.BYTES + text.length).i64(answer.id());
            encoder.i32(text.length).copy(text);
        }
    }

    /** Ends the reading thread. */
    void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public void run() {
        SourceFiles files = new SourceFiles(roots);
        try {
            while (true) {
                Question question = questions.take();
                ready.put(new Answer(question.id(), content(files, question.file())));
            }
        } catch (InterruptedException e) {
            // The session has ended.
        }
    }

    private static byte[] content(SourceFiles files, String file) {
        try {
            return files.read(file);
        } catch (RuntimeException | Error e) {
            // No memory, say. The viewer waits for each answer.
            return null;
        }
    }
}
