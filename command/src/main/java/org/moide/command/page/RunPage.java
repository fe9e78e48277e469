package org.moide.command.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ObjectsNow;
import org.moide.command.metrics.MetricsPlace;
import org.moide.command.metrics.MetricsServer;
import org.moide.command.metrics.RunMetrics;
import org.moide.command.report.html.Note;
import org.moide.command.report.html.PageParts;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.ThreadTime;

/**
 * A page that shows one run in its user's browsers while it is under way, and its report at the end. It asks for the
 * run's status once a second, as {@code moide status} does, and only while a browser shows the page; the run never
 * waits for it.
 *
 * <p>Thread-safe; this object guards the notes and figures, and its lock is not held while the server is called.
 */
public final class RunPage implements AutoCloseable {
    private static final long PERIOD_NANOS = 1_000_000_000L;
    private static final double NANOS = 1e9;
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    /** The greatest number of lines about the run that are kept for later browsers. */
    private static final int MOST_NOTES = 50;

    private static final int MOST_NOTE_LETTERS = 2_000;
    private static final long ENDING_MILLIS = 3_000;

    private final Shown run;
    private final PageSetting setting;
    private final Ticker ticker;
    private final Signal signal;
    private final long startNanos;
    private final Timeline timeline = new Timeline();
    private final Sights sights = new Sights();
    private final PacedEvent traffic = new PacedEvent("traffic");
    private final PacedEvent rest = new PacedEvent("rest");
    private final Deque<Note> notes = new ArrayDeque<>();
    private @Nullable ShownPage page;
    private @Nullable Thread asking;
    private volatile Supplier<ObjectsNow> objects = () -> ObjectsNow.NONE;
    private ObjectsNow objectsThen = ObjectsNow.NONE;
    private final RunMetrics metrics;
    private @Nullable MetricsServer collected;
    private RunStatus status = RunStatus.of(RunStatus.State.STARTING);
    private double statusAt;
    private long beganNanos = NOT_BEGUN;
    private byte @Nullable [] last;
    private volatile boolean over;

    /**
     * The name of the run that the page shows.
     *
     * @param id the run's ID
     * @param application the application as the user named it
     * @param words the application and its arguments
     */
    public record Shown(String id, String application, String words) {}

    private RunPage(Shown run, PageSetting setting) {
        this.run = run;
        this.setting = setting;
        this.ticker = setting.ticker();
        this.signal = setting.signals().create();
        this.startNanos = ticker.nanoTime();
        this.metrics = new RunMetrics(run.id(), run.application(), ticker);
    }

    /**
     * Opens the page and the metrics server if the user wants them, and prints their addresses. If one of them cannot
     * be opened, the run continues without it.
     */
    public static RunPage open(OutputSettings.Pages wanted, Shown run, PageSetting setting) {
        RunPage shown = new RunPage(run, setting);
        if (wanted.live()) {
            shown.page = ShownPage.open(
                    wanted.port(),
                    PageParts.withScripts("report.js", "timeline.js", "sights.js", "live.js"),
                    shown::greeting,
                    setting);
        }
        if (wanted.metrics() != null) {
            shown.serve(wanted.metrics());
        }
        return shown;
    }

    private void serve(String place) {
        try {
            collected = MetricsServer.openIfWanted(
                    MetricsPlace.read(place),
                    ClusterSecret.defaultFolder(),
                    metrics::text,
                    setting.threads(),
                    ticker,
                    setting::say);
        } catch (PlanException impossible) {
            setting.say("goes on without metrics: " + impossible.getMessage());
        }
    }

    /** Sets the run's control, from which status and metrics come from now on. */
    public void watch(RunControl control) {
        metrics.watch(control);
        ShownPage to = page;
        if (to == null) {
            return;
        }
        Thread thread = setting.threads()
                .newThread(Loop.ofRounds(
                        "page-asking",
                        () -> over,
                        () -> ask(control, to),
                        setting.threads().faults()));
        thread.setName("page-asking");
        asking = thread;
        thread.start();
    }

    private void ask(RunControl control, ShownPage to) throws InterruptedException {
        if (!signal.sleep(() -> over, PERIOD_NANOS)) {
            boolean anybody = to.hasClients();
            to.tell(news(anybody ? control.status() : null, anybody ? objects.get() : null));
        }
    }

    /**
     * Returns the events since the last call.
     *
     * @param now the run's status; null if no browser shows the page
     * @param data the run's data objects. The caller must fetch them without holding this object's lock: notes come
     *     from threads that hold the data objects' lock
     */
    private synchronized List<byte[]> news(@Nullable RunStatus now, @Nullable ObjectsNow data) {
        List<byte[]> events = new ArrayList<>();
        List<Timeline.Piece> before = timeline.pieces();
        if (timeline.isAt(elapsed())) {
            List<Timeline.Piece> pieces = timeline.pieces();
            boolean added = pieces.size() > before.size();
            events.add(PageClient.event(
                    added ? "piece" : "pieces",
                    LiveJson.pieces(added ? pieces.subList(pieces.size() - 1, pieces.size()) : pieces)));
        }
        if (now != null && data != null) {
            status = now;
            statusAt = elapsed();
            objectsThen = data;
            events.add(statusEvent());
            add(traffic, sights::traffic, events);
            add(rest, () -> sights.rest(objectsThen), events);
        }
        return events;
    }

    private void add(PacedEvent paced, Supplier<String> text, List<byte[]> events) {
        byte[] event = paced.isDue(elapsed()) ? paced.told(text.get(), elapsed()) : null;
        if (event != null) {
            events.add(event);
        }
    }

    /** Returns the events that a new browser gets first. */
    private synchronized List<byte[]> greeting() {
        List<byte[]> events = new ArrayList<>();
        events.add(PageClient.event("pieces", LiveJson.pieces(timeline.pieces())));
        events.add(statusEvent());
        events.add(PageClient.event("traffic", sights.traffic()));
        events.add(PageClient.event("rest", sights.rest(objectsThen)));
        byte[] end = last;
        if (end != null) {
            events.add(end);
        }
        return events;
    }

    private byte[] statusEvent() {
        return PageClient.event("status", LiveJson.status(run.id(), run.words(), status, statusAt, List.copyOf(notes)));
    }

    private double elapsed() {
        return (ticker.nanoTime() - startNanos) / NANOS;
    }

    /** Notes that engines begin to compute. */
    public synchronized void began() {
        beganNanos = ticker.nanoTime();
    }

    /** Returns the last lines about the run itself. */
    public synchronized List<Note> notes() {
        return List.copyOf(notes);
    }

    /** Adds a line about the run itself. */
    public synchronized void note(String line) {
        if (notes.size() == MOST_NOTES) {
            notes.removeFirst();
        }
        notes.addLast(new Note(
                beganNanos == NOT_BEGUN ? 0 : (ticker.nanoTime() - beganNanos) / NANOS,
                line.length() > MOST_NOTE_LETTERS ? line.substring(0, MOST_NOTE_LETTERS) + "..." : line));
    }

    /** Records how the threads of an engine have spent their time so far. */
    public synchronized void times(int engine, List<ThreadTime> times) {
        if (page != null) {
            timeline.told(engine, times);
        }
    }

    /** Records the other figures that an engine has reported. */
    public synchronized void done(int engine, EngineSight.Done done) {
        if (page != null) {
            sights.told(engine, done);
        }
    }

    /** Sets the source from which the state of the run's data objects comes from now on. */
    public void objects(Supplier<ObjectsNow> now) {
        objects = now;
    }

    public String id() {
        return run.id();
    }

    /** Returns whether there is a page, which will show the report. */
    public boolean isOpen() {
        return page != null;
    }

    /**
     * Sends the report to browsers, at the end of the run.
     *
     * @param data the data that the report is drawn from
     */
    public void report(String data) {
        end(PageClient.event("report", data));
    }

    /** Tells browsers that the run ended without a report. */
    public void failed(String how) {
        end(PageClient.event("ended", LiveJson.ended(how)));
    }

    private void end(byte[] event) {
        ShownPage to = page;
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
        to.tell(events);
    }

    /** Waits a moment so that browsers read the last events, then closes the page and the metrics server. */
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
        ShownPage open = page;
        if (open != null) {
            failed("the run's process has ended");
            open.close();
        }
    }
}
