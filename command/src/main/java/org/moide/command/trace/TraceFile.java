package org.moide.command.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.html.Note;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.Figures;
import org.moide.engine.control.TraceChunk;

/**
 * The trace of a run. A separate thread writes it during the run, so that it can be read even if the coordinator is
 * killed. The run never waits for that thread: if the disk is too slow, chunks of events are dropped and counted.
 * Thread-safe.
 */
public final class TraceFile {
    /** The greatest number of chunks of events that wait to be written, 64 MiB in all. */
    private static final int MOST_WAITING = 256;

    private static final long ENDING_MILLIS = 30_000;

    private final Path file;
    private final Console console;
    private final Ticker ticker;
    private final BlockingQueue<Told> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong lost = new AtomicLong();
    private final Thread thread;
    private final long zeroNanos;
    private volatile long beganNanos;
    private volatile boolean failed;
    private volatile long events;
    private volatile long dropped;

    private record Told(
            int engine,
            @Nullable TraceChunk chunk,
            long cameNanos,
            @Nullable End end) {}

    /** The report and the notes of a run that has ended. */
    private record End(@Nullable RunReport report, List<Note> notes) {}

    /** Begins the file; prints an error if it cannot be written. */
    public TraceFile(Path file, Console console, Ticker ticker, ThreadFactory threads) {
        this.file = file;
        this.console = console;
        this.ticker = ticker;
        this.zeroNanos = ticker.nanoTime();
        this.beganNanos = zeroNanos;
        this.thread = threads.newThread(this::write);
        thread.setName("trace-file");
        thread.start();
    }

    /** Notes that engines begin to compute. */
    public void began() {
        beganNanos = ticker.nanoTime();
    }

    /** Adds a chunk of an engine's events without waiting. */
    public void add(int engine, TraceChunk chunk) {
        if (failed || !waiting.offer(new Told(engine, chunk, ticker.nanoTime(), null))) {
            lost.incrementAndGet();
        }
    }

    private void write() {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            TraceWriter writer = new TraceWriter(out, zeroNanos);
            while (true) {
                Told told = waiting.take();
                if (told.chunk() != null) {
                    writer.add(told.engine(), told.chunk(), told.cameNanos());
                }
                if (told.end() != null) {
                    writer.end(told.end().report(), told.end().notes(), beganNanos, lost.get());
                    events = writer.events();
                    dropped = writer.dropped();
                    return;
                }
            }
        } catch (IOException trouble) {
            failed = true;
            waiting.clear();
            console.error("moide run: goes on without a trace: cannot write " + file + ": "
                    + FileTrouble.whenWriting(trouble));
        } catch (InterruptedException ended) {
            failed = true;
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error defect) {
            failed = true; // first, so that chunks are refused from now on
            waiting.clear();
            console.error("moide run: goes on without a trace, by a fault of MOIDE's own: " + defect);
        }
    }

    /**
     * Writes the rest of the trace at the end of the run, and prints where the file is.
     *
     * @param report the run's report; null if there is none
     */
    public void end(@Nullable RunReport report, List<Note> notes) {
        if (failed) {
            return;
        }
        try {
            waiting.put(new Told(0, null, 0, new End(report, notes)));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return;
        }
        DaemonThreads.join(thread, ENDING_MILLIS);
        if (!failed) {
            console.error("moide run: the trace is in " + file + " (" + Figures.count(events) + " events"
                    + (dropped == 0 ? "" : "; " + Figures.count(dropped) + " had no room and were dropped")
                    + "); open it at https://ui.perfetto.dev, or with 'moide trace " + file + "'");
        }
    }
}
