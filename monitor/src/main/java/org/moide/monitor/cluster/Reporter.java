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
 * The thread that sends news of hosts to one monitor, each second. If the monitor does not answer, it is looked for
 * again, at growing intervals; no other thread waits for it.
 */
public final class Reporter implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** The limit of a call: a monitor that takes longer is overloaded or gone. */
    private static final Duration CALL = Duration.ofSeconds(3);

    /** The limit of the last call, which delays the end of the process. */
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
    // Only the reporter's own thread uses these two.
    private boolean lost;
    private final GrowingPause pause = new GrowingPause(PERIOD.toNanos(), MOST_PAUSE_NANOS);

    /**
     * Starts the reporter.
     *
     * @param words returns the news to send; called each second on the reporter's own thread
     * @param log gets a line when the monitor is lost or found
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

    /** Sends the news to the monitor; returns why that failed, or an empty text if it did not. */
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

    /** Sends the last news if the monitor is known, and ends the reporter. */
    public void closeSaying(List<HostNews> last) {
        close();
        if (monitor == null) {
            return;
        }
        try {
            space.proxy(space.find(address, port, LAST_CALL), ClusterMonitor.class, ClusterMonitor.NAME, LAST_CALL)
                    .report(new HostsReport(space.self().nodeId(), last));
        } catch (CommException notTold) {
            // The monitor will notice the silence.
        }
    }

    /** Stops without waiting for the thread, which ends within one call. */
    @Override
    public void close() {
        closed.set(true);
        signal.raise();
    }
}
