package org.moide.samples.bench;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Measures the cost of very many workers: each has a small state and gets one task. When all have begun, some continue
 * to send tasks to themselves, and the load of the engine's control thread is measured meanwhile. All engines must be
 * on one host, so that the JVMs share its clock.
 *
 * <p>Reports {@code workers}, {@code startSeconds} (from their declaration until the last one has handled its first
 * task), {@code controlShare} (the fraction of a processor that the busiest control thread takes), {@code
 * controlAtStart} (the same fraction, during the time until all workers have begun), {@code residentMegabytes} and
 * {@code peakMegabytes} (all engines' JVMs together; 0 on other systems than Linux).
 */
public final class CrowdBench implements WorkerApplication<Serializable, CrowdBench.Touch, CrowdBench.Sums> {
    private static final String WORKERS = "--workers";
    private static final String STATE = "--state";
    private static final String BUSY = "--busy";
    private static final String SECONDS = "--seconds";
    private static final int USUAL_WORKERS = 1_000_000;
    private static final int USUAL_STATE = 100;
    private static final int USUAL_BUSY = 200;
    private static final int USUAL_SECONDS = 5;
    private static final int MOST_WORKERS = 100_000_000;
    private static final int MOST_STATE = 1 << 20;
    private static final int MOST_SECONDS = 3_600;
    private static final double NANOS = 1e9;
    private static final double KILOBYTES = 1e3;

    /**
     * The time of the measurement after all workers have begun. It is longer than the period that the balancing
     * considers, and than pauses of the garbage collector.
     */
    private static final long REST_NANOS = 2_000_000_000L;

    private static final long TASK_NANOS = 20_000;

    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong lastNanos = new AtomicLong();
    private volatile boolean over;

    /** A task of a worker, with the time at which the workers were declared. */
    record Touch(long startNanos) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The measurement of one engine. It is in the state of one worker on the engine, the first of those that continue
     * to send tasks.
     */
    private static final class Watch implements Serializable {
        private static final long serialVersionUID = 1L;

        private final long beganNanos = System.nanoTime();
        private long restNanos;
        private long controlAtRest;
        private Sums sums = Sums.NONE;
    }

    /**
     * The sums of the measurements on some engines.
     *
     * @param workers the number of workers with a result
     * @param begun the number of workers that handled a task
     */
    record Sums(
            long workers,
            long begun,
            double startSeconds,
            double controlShare,
            double controlAtStart,
            double resident,
            double peak)
            implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0, 0);
        private static final Sums ONE = new Sums(1, 0, 0, 0, 0, 0, 0);

        private Sums with(Sums other) {
            return new Sums(
                    workers + other.workers,
                    begun + other.begun,
                    Math.max(startSeconds, other.startSeconds),
                    Math.max(controlShare, other.controlShare),
                    Math.max(controlAtStart, other.controlAtStart),
                    resident + other.resident,
                    peak + other.peak);
        }
    }

    @Override
    public String summary() {
        return "measures what very many workers cost: memory, start, and the control thread's time";
    }

    @Override
    public String usage() {
        return """
            --workers n     default %d
            --state bytes   of each; default %d
            --busy n        so many of these go on with tasks of %d us; default %d
            --seconds n     for so long; default %d""".formatted(USUAL_WORKERS, USUAL_STATE, TASK_NANOS / 1000, USUAL_BUSY, USUAL_SECONDS);
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(WORKERS, STATE, BUSY, SECONDS), Set.of(), 0);
        workers(arguments);
        arguments.count(STATE, USUAL_STATE, 1, MOST_STATE);
        busy(arguments);
        seconds(arguments);
    }

    private static int workers(Arguments arguments) {
        return arguments.count(WORKERS, USUAL_WORKERS, 1, MOST_WORKERS);
    }

    private static int busy(Arguments arguments) {
        return arguments.count(BUSY, Math.min(USUAL_BUSY, workers(arguments)), 0, workers(arguments));
    }

    private static int seconds(Arguments arguments) {
        return arguments.count(SECONDS, USUAL_SECONDS, 1, MOST_SECONDS);
    }

    /**
     * Declares the workers and sends their tasks. Workers that measure their engine come last, also in the order of
     * sending.
     */
    @Override
    public void begin(WorkerSetup<Touch> setup) {
        int workers = workers(setup.arguments());
        Touch touch = new Touch(System.nanoTime());
        setup.workers(0, workers, Directives.NONE.moveAnywhere());
        for (int engine = 0; engine < setup.engines(); engine++) {
            setup.worker((long) workers + engine, Directives.NONE.startOn(engine));
        }
        for (int worker = 0; worker < workers + setup.engines(); worker++) {
            setup.send(worker, touch);
        }
    }

    @Override
    public Serializable state(long worker, WorkerContext<Serializable, Touch> context) {
        if (worker >= workers(context.arguments())) {
            return new Watch();
        }
        begun.incrementAndGet();
        return new byte[context.arguments().count(STATE, USUAL_STATE, 0, MOST_STATE)];
    }

    @Override
    public void handle(Touch touch, WorkerContext<Serializable, Touch> context) {
        if (context.state() instanceof Watch watch) {
            watch(watch, touch, context);
        } else {
            byte[] state = (byte[]) context.state();
            if (state[0] == 0) {
                state[0] = 1;
                lastNanos.set(System.nanoTime());
            } else if (!over) {
                compute();
                context.send(context.worker(), touch);
            }
        }
    }

    private static void compute() {
        long until = System.nanoTime() + TASK_NANOS;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private void watch(Watch watch, Touch touch, WorkerContext<Serializable, Touch> context) {
        long now = System.nanoTime();
        long last = lastNanos.get();
        String control = "engine-" + context.engine() + "-workers";
        if (watch.restNanos == 0 && last != 0 && now - last > REST_NANOS) {
            watch.restNanos = now;
            watch.controlAtRest = processorNanos(control);
            if (context.engine() == 0) {
                int busy = busy(context.arguments());
                for (int number = 0; number < busy; number++) {
                    context.send((long) number * (workers(context.arguments()) / busy), touch);
                }
            }
        }
        long measured = now - watch.restNanos;
        if (watch.restNanos != 0 && measured > seconds(context.arguments()) * NANOS) {
            over = true;
            watch.sums = new Sums(
                    0,
                    begun.get(),
                    (last - touch.startNanos()) / NANOS,
                    (double) (processorNanos(control) - watch.controlAtRest) / measured,
                    (double) watch.controlAtRest / (watch.restNanos - watch.beganNanos),
                    megabytes("VmRSS:"),
                    megabytes("VmHWM:"));
        } else {
            compute();
            context.send(context.worker(), touch);
        }
    }

    private static long processorNanos(String thread) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().equals(thread)) {
                return threads.getThreadCpuTime(info.getThreadId());
            }
        }
        throw new IllegalStateException("expected a thread " + thread + ", found none");
    }

    private static double megabytes(String what) {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(what)) {
                    String kilobytes =
                            line.substring(what.length()).replace("kB", "").strip();
                    return Long.parseLong(kilobytes) / KILOBYTES;
                }
            }
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Sums result(long worker, Serializable state) {
        return state instanceof Watch watch ? watch.sums : Sums.ONE;
    }

    @Override
    public Sums merge(Sums left, Sums right) {
        return left.with(right);
    }

    @Override
    public void handleResults(Sums sums, Report report) {
        if (sums.begun() != sums.workers()) {
            throw new IllegalStateException(
                    "expected each of " + sums.workers() + " workers to begin once, found " + sums.begun());
        }
        report.put("workers", sums.workers());
        report.put("startSeconds", sums.startSeconds());
        report.put("controlShare", sums.controlShare());
        report.put("controlAtStart", sums.controlAtStart());
        report.put("residentMegabytes", sums.resident());
        report.put("peakMegabytes", sums.peak());
    }
}
