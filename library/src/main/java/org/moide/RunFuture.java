package org.moide;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.engine.control.EngineReport;

/**
 * A run that was started, and what comes of it. To cancel it, or to complete it in any other way, such as by
 * {@link #orTimeout}, ends the run. What depends on it runs on the thread that hears what runs say: let what takes long
 * run {@code Async}.
 */
public final class RunFuture extends CompletableFuture<RunResult> {
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
    private volatile boolean lostEngines;
    private volatile boolean hangs;
    private final RunEvents events = new RunEvents(defaultExecutor());

    /**
     * Makes the future of a run that begins.
     *
     * @param number as the child knows it
     * @param answers takes what came of calls, if it is the run of an executor
     */
    RunFuture(String application, int number, Consumer<byte[]> answers) {
        this.application = application;
        this.number = number;
        this.answers = answers;
        var unused = whenComplete((result, thrown) -> events.close());
    }

    /**
     * The events of the run while it goes on. Each subscriber gets all that is said after it has subscribed; the first
     * also what was said before. {@code onComplete} follows when this future is complete, however the run has ended:
     * the future says that. Up to 1,022 events wait for a subscriber; when more come, they are left out, and
     * {@link RunEvent.Dropped} says how many. The run never waits. Subscribers are called where
     * {@link CompletableFuture} runs what is {@code Async}, each by one thread at a time.
     */
    public Flow.Publisher<RunEvent> events() {
        return events;
    }

    int number() {
        return number;
    }

    void answers(byte[] frame) {
        answers.accept(frame);
    }

    /** The application's name as it was given. */
    public String application() {
        return application;
    }

    void line(String line) {
        events.add(new RunEvent.Line(line));
        if (lines.size() < MOST_LINES) {
            lines.add(line);
        }
    }

    void note(String line) {
        String text = line.startsWith(COMMAND) ? line.substring(COMMAND.length()) : line;
        events.add(new RunEvent.Note(text));
        if (notes.size() < MOST_LINES) {
            notes.add(text);
        }
    }

    void progress(RunEvent.Progress progress) {
        events.add(progress);
    }

    void report(String json) {
        report = json;
    }

    void values(Map<String, Object> said) {
        values = said;
    }

    /** Ends the future with this exit code of the command. */
    void ended(int code) {
        String json = report;
        if (code == ExitCode.DONE) {
            complete(new RunResult(values, lines, notes, json == null ? "" : json));
        } else if (code == ExitCode.WRONG_USAGE) {
            completeExceptionally(new IllegalArgumentException(application + ": " + headline()));
        } else if (code == ExitCode.INTERRUPTED) {
            completeExceptionally(new CancellationException("its run was stopped"));
        } else {
            String headline = headline();
            lostEngines = headline.endsWith(RunEnding.NO_ENGINE_LEFT);
            hangs = headline.contains(EngineReport.Failed.HANGS_HERE);
            failed(headline);
        }
    }

    /** Ends the future because the {@link Moide} was closed. */
    void closed() {
        completeExceptionally(new CancellationException("the Moide was closed"));
    }

    /** Notes that the child process has gone, and the run with it. */
    void abandoned(String why) {
        abandoned = true;
        failed(why);
    }

    /**
     * Returns whether the run ended because its child process has gone. Nothing was wrong with the run itself, as far
     * as is known.
     */
    boolean wasAbandoned() {
        return abandoned;
    }

    /** Returns whether the run ended because its last engine was lost. */
    boolean hasLostAllEngines() {
        return lostEngines;
    }

    /** Returns whether the run ended because a task of it does not end in the child, where it still runs. */
    boolean hangs() {
        return hangs;
    }

    void failed(String why) {
        completeExceptionally(new RunFailedException(application + ": " + why, notes, RemoteThrowable.of(notes)));
    }

    /** The last line before the stack trace, which says what went wrong. */
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
