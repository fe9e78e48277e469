package org.moide;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.run.ExitCode;

/** A run that goes on. What it says is kept by the thread that reads what the child says. */
final class RunFuture extends CompletableFuture<RunResult> {
    private static final int MOST_LINES = 100_000;
    private static final String COMMAND = "moide run: ";

    private final String application;
    private final int number;
    private final Consumer<byte[]> answers;
    private final List<String> lines = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Map<String, Object> values = Map.of();
    private @Nullable String report;
    private volatile boolean abandoned;

    /**
     * One that begins.
     *
     * @param number as the child knows it
     * @param answers takes what came of calls, if it is the run of an executor
     */
    RunFuture(String application, int number, Consumer<byte[]> answers) {
        this.application = application;
        this.number = number;
        this.answers = answers;
    }

    int number() {
        return number;
    }

    void answers(byte[] frame) {
        answers.accept(frame);
    }

    String application() {
        return application;
    }

    void line(String line) {
        if (lines.size() < MOST_LINES) {
            lines.add(line);
        }
    }

    void note(String line) {
        if (notes.size() < MOST_LINES) {
            notes.add(line.startsWith(COMMAND) ? line.substring(COMMAND.length()) : line);
        }
    }

    void report(String json) {
        report = json;
    }

    void values(Map<String, Object> said) {
        values = said;
    }

    /** It is over, with this exit code of the command. */
    void ended(int code) {
        String json = report;
        if (code == ExitCode.DONE) {
            complete(new RunResult(values, lines, notes, json == null ? "" : json));
        } else if (code == ExitCode.WRONG_USAGE) {
            completeExceptionally(new IllegalArgumentException(application + ": " + headline()));
        } else if (code == ExitCode.INTERRUPTED) {
            cancel(true);
        } else {
            failed(headline());
        }
    }

    /** The child has gone, and the run with it. */
    void abandoned(String why) {
        abandoned = true;
        failed(why);
    }

    /** Whether nothing was wrong with the run itself, as far as one knows. */
    boolean wasAbandoned() {
        return abandoned;
    }

    void failed(String why) {
        completeExceptionally(new RunFailedException(application + ": " + why, notes, RemoteThrowable.of(notes)));
    }

    /** What went wrong is said last, and then its stack trace. */
    private String headline() {
        String last = "it failed, and nothing was said";
        for (String note : notes) {
            if (!note.startsWith("\t") && !note.startsWith("'moide ")) { // no stack trace, and no hint at --help
                last = note;
            }
            if (note.startsWith("the application failed")) {
                break;
            }
        }
        return last;
    }
}
