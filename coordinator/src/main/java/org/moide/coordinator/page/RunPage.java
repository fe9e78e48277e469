package org.moide.coordinator.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.metrics.MetricsPlace;
import org.moide.coordinator.metrics.MetricsServer;
import org.moide.coordinator.metrics.RunMetrics;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.report.html.Note;
import org.moide.coordinator.report.html.PageParts;
import org.moide.engine.control.ThreadTime;

/**
 * Shows one run in its user's browsers while it goes on, and its report at the end. It asks the run how it stands once a second, as
 * {@code moide status} does, and only while somebody looks; the run never waits for it.
 *
 * <p>Threads: any; what was told is guarded by this object, and the server is never called under that lock.
 */
public final class RunPage implements AutoCloseable {
    private static final long PERIOD_NANOS = 1_000_000_000L;
    private static final double NANOS = 1e9;
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    /** Lines about the run that are kept for those who come later. */
    private static final int MOST_NOTES = 50;

    private static final int MOST_NOTE_LETTERS = 2_000;
    private static final long ENDING_MILLIS = 3_000;

    private final String id;
    private final String words;
    private final Console console;
    private final Ticker ticker;
    private final ThreadFactory threads;
    private final Signal signal;
    private final long startNanos;
    private final Timeline timeline = new Timeline();
    private final Deque<Note> notes = new ArrayDeque<>();
    private @Nullable PageServer server;
    private @Nullable Path redirect;
    private @Nullable Thread asking;
    private final RunMetrics metrics;
    private @Nullable MetricsServer collected;
    private RunStatus status = RunStatus.of(RunStatus.State.STARTING);
    private double statusAt;
    private long beganNanos = NOT_BEGUN;
    private LiveJson.Progress progress = LiveJson.Progress.NONE;
    private byte @Nullable [] last;
    private volatile boolean over;

    private RunPage(
            String id, String words, Console console, Ticker ticker, Signal.Factory signals, ThreadFactory threads) {
        this.id = id;
        this.words = words;
        this.console = console;
        this.ticker = ticker;
        this.threads = threads;
        this.signal = signals.create();
        this.startNanos = ticker.nanoTime();
        int end = words.indexOf(' ');
        this.metrics = new RunMetrics(id, end < 0 ? words : words.substring(0, end), ticker);
    }

    /**
     * Opens the page if the user wants it, and what serves metrics, and says where they are; a run goes on without what cannot be
     * opened.
     *
     * @param words the application with its arguments
     * @param environment the process's, by which a desktop is known
     */
    public static RunPage open(
            OutputSettings.Pages wanted,
            String id,
            String words,
            Console console,
            Map<String, String> environment,
            Ticker ticker,
            Signal.Factory signals,
            ThreadFactory threads) {
        RunPage page = new RunPage(id, words, console, ticker, signals, threads);
        if (wanted.live()) {
            page.open(wanted.port(), environment);
        }
        if (wanted.metrics() != null) {
            page.serve(wanted.metrics());
        }
        return page;
    }

    private void serve(String place) {
        try {
            collected = MetricsServer.openIfWanted(
                    MetricsPlace.read(place),
                    ClusterSecret.defaultFolder(),
                    metrics::text,
                    threads,
                    ticker,
                    where -> console.error("moide run: " + where));
        } catch (PlanException impossible) {
            console.error("moide run: goes on without metrics: " + impossible.getMessage());
        }
    }

    private void open(int port, Map<String, String> environment) {
        PageServer opened;
        try {
            opened = new PageServer(
                    port,
                    PageParts.withScripts("report.js", "live.js"),
                    this::greeting,
                    new SystemRandomness(),
                    threads,
                    ticker);
        } catch (IOException impossible) {
            console.error("moide run: goes on without a page: " + impossible.getMessage());
            return;
        }
        server = opened;
        String elsewhere = port == 0 || opened.port() == port ? "" : "port " + port + " is in use; ";
        console.error("moide run: " + elsewhere + "watch it at " + opened.address());
        console.error(
                "moide run: from another machine first: ssh -N -L " + opened.port() + ":127.0.0.1:" + opened.port()
                        + " " + System.getProperty("user.name") + "@<this host>; the address lets in one browser");
        try {
            redirect = new Desktop(environment).open(opened.address());
        } catch (IOException | UnsupportedOperationException impossible) {
            console.error("moide run: cannot open a browser: " + impossible.getMessage());
        }
    }

    /** From now on it asks this how the run stands. */
    public void watch(RunControl run) {
        metrics.watch(run);
        PageServer to = server;
        if (to == null) {
            return;
        }
        Thread thread = threads.newThread(() -> ask(run, to));
        thread.setName("page-asking");
        asking = thread;
        thread.start();
    }

    private void ask(RunControl run, PageServer to) {
        try {
            while (!signal.sleep(() -> over, PERIOD_NANOS)) {
                RunStatus now = to.hasClients() ? run.status() : null;
                tell(now, to);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(@Nullable RunStatus now, PageServer to) {
        List<byte[]> events = new ArrayList<>();
        synchronized (this) {
            List<Timeline.Piece> before = timeline.pieces();
            if (timeline.isAt(elapsed())) {
                List<Timeline.Piece> pieces = timeline.pieces();
                boolean added = pieces.size() > before.size();
                events.add(PageClient.event(
                        added ? "piece" : "pieces",
                        LiveJson.pieces(added ? pieces.subList(pieces.size() - 1, pieces.size()) : pieces)));
            }
            if (now != null) {
                status = now;
                statusAt = elapsed();
                events.add(statusEvent());
            }
        }
        events.forEach(to::tell);
    }

    /** What a browser that comes now is told first. */
    private synchronized List<byte[]> greeting() {
        List<byte[]> events = new ArrayList<>();
        events.add(PageClient.event("pieces", LiveJson.pieces(timeline.pieces())));
        events.add(statusEvent());
        byte[] end = last;
        if (end != null) {
            events.add(end);
        }
        return events;
    }

    private byte[] statusEvent() {
        return PageClient.event("status", LiveJson.status(id, words, status, statusAt, progress, List.copyOf(notes)));
    }

    private double elapsed() {
        return (ticker.nanoTime() - startNanos) / NANOS;
    }

    /** How far the work is. Cheap to call at every task. */
    public void progress(long done, long total, String what) {
        if (server == null) {
            return;
        }
        synchronized (this) {
            progress = new LiveJson.Progress(done, total, what, progress.total() == total);
        }
    }

    /** Engines begin to compute. */
    public synchronized void began() {
        beganNanos = ticker.nanoTime();
    }

    /** The last lines about the run itself. */
    public synchronized List<Note> notes() {
        return List.copyOf(notes);
    }

    /** A line about the run itself. */
    public synchronized void note(String line) {
        if (notes.size() == MOST_NOTES) {
            notes.removeFirst();
        }
        notes.addLast(new Note(
                beganNanos == NOT_BEGUN ? 0 : (ticker.nanoTime() - beganNanos) / NANOS,
                line.length() > MOST_NOTE_LETTERS ? line.substring(0, MOST_NOTE_LETTERS) + "..." : line));
    }

    /** What an engine's threads have done with their time so far. */
    public synchronized void times(int engine, List<ThreadTime> times) {
        if (server != null) {
            timeline.told(engine, times);
        }
    }

    /** The run's name. */
    public String id() {
        return id;
    }

    /** Whether somebody may want a report. */
    public boolean isOpen() {
        return server != null;
    }

    /** The run came to its end; {@code data} is what the report is drawn from. */
    public void report(String data) {
        end(PageClient.event("report", data));
    }

    /** It ended without a report. */
    public void failed(String how) {
        end(PageClient.event("ended", LiveJson.ended(how)));
    }

    private void end(byte[] event) {
        PageServer to = server;
        if (to == null) {
            return;
        }
        List<byte[]> events;
        synchronized (this) {
            if (last != null) {
                return;
            }
            last = event;
            events = List.of(statusEvent(), event);
        }
        events.forEach(to::tell);
    }

    /** Lets browsers take what was said last, for a moment. */
    @Override
    public void close() {
        over = true;
        signal.raise();
        Thread thread = asking;
        if (thread != null) {
            DaemonThreads.join(thread, ENDING_MILLIS);
        }
        MetricsServer figures = collected;
        if (figures != null) {
            figures.close();
        }
        PageServer open = server;
        if (open != null) {
            failed("the run's process has ended");
            open.close();
        }
        Path file = redirect;
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException stays) {
                console.error("moide run: cannot remove " + file + ": " + stays.getMessage());
            }
        }
    }
}
