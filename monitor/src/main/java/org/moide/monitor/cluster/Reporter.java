package org.moide.monitor.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.GrowingPause;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.Loop;

/**
 * The thread that tells one monitor of hosts, each second. A monitor that is not there is looked for again, more and
 * more seldom, and nobody waits for it.
 */
public final class Reporter implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** A monitor that has not taken a word by then is busy or gone. */
    private static final Duration CALL = Duration.ofSeconds(3);

    /** A last word delays the end of a process that long at most. */
    private static final Duration LAST_CALL = Duration.ofSeconds(1);

    private static final long MOST_PAUSE_NANOS = 10_000_000_000L;

    private final ObjectSpace space;
    private final String address;
    private final int port;
    private final Supplier<List<HostNews>> words;
    private final Consumer<String> log;
    private final Signal signal;
    private final Ticker ticker;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable ClusterMonitor monitor;
    // Both: the reporter's own thread.
    private boolean lost;
    private final GrowingPause pause = new GrowingPause(PERIOD.toNanos(), MOST_PAUSE_NANOS);

    /**
     * Begins.
     *
     * @param words what is to be told, asked each time on the reporter's own thread
     * @param log is told when the monitor is lost and found, a line each
     */
    public Reporter(
            ObjectSpace space,
            String address,
            int port,
            Supplier<List<HostNews>> words,
            Consumer<String> log,
            Surroundings around) {
        this.space = space;
        this.address = address;
        this.port = port;
        this.words = words;
        this.log = log;
        this.ticker = around.ticker();
        this.signal = around.signals().create();
        String name = "report-to-" + address + "-" + port;
        Thread thread = around.threads()
                .newThread(Loop.ofRounds(name, closed::get, () -> round(name, around.faults()), around.faults()));
        thread.setName(name);
        thread.start();
    }

    private void round(String name, FaultHandler faults) throws InterruptedException {
        long start = ticker.nanoTime();
        String problem = tell(name, faults);
        if (problem.isEmpty()) {
            if (lost) {
                log.accept("reports to monitor " + where() + " again");
            }
            lost = false;
            pause.reset();
        } else {
            if (!lost) {
                log.accept("monitor " + where() + " is not reached, and is looked for again: " + problem);
            }
            lost = true;
        }
        long pauseNanos = pause.take();
        long left = Math.max(pauseNanos / 2, pauseNanos - (ticker.nanoTime() - start));
        signal.sleep(closed::get, left);
    }

    /** Tells the monitor; answers what went wrong, empty if nothing did. */
    private String tell(String name, FaultHandler faults) {
        try {
            List<HostNews> news = words.get();
            ClusterMonitor to = monitor;
            if (to == null) {
                to = space.proxy(space.find(address, port, CALL), ClusterMonitor.class, ClusterMonitor.NAME, CALL);
                monitor = to;
            }
            for (int from = 0; from < news.size(); from += HostsReport.MOST_HOSTS) {
                to.report(new HostsReport(
                        space.self().nodeId(),
                        news.subList(from, Math.min(news.size(), from + HostsReport.MOST_HOSTS))));
            }
            return "";
        } catch (CommException notTold) {
            monitor = null;
            return String.valueOf(notTold.getMessage());
        } catch (RuntimeException | Error defect) {
            Loop.tell(name, defect, faults);
            return String.valueOf(defect.getMessage());
        }
    }

    private String where() {
        return address + ":" + port;
    }

    /** Says this as the last word, if the monitor is there, and ends. */
    public void closeSaying(List<HostNews> last) {
        close();
        if (monitor == null) {
            return;
        }
        try {
            space.proxy(space.find(address, port, LAST_CALL), ClusterMonitor.class, ClusterMonitor.NAME, LAST_CALL)
                    .report(new HostsReport(space.self().nodeId(), last));
        } catch (CommException notTold) {
            // It will notice that nothing is said any more.
        }
    }

    /** Closes without waiting for the thread, which ends within one call. */
    @Override
    public void close() {
        closed.set(true);
        signal.raise();
    }
}
