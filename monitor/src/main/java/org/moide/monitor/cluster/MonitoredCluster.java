package org.moide.monitor.cluster;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.port.Ticker;

/**
 * A cluster monitor: takes reports and answers queries. Any thread may call it; one lock guards the table and is held
 * only briefly.
 */
public final class MonitoredCluster implements ClusterMonitor {
    /**
     * The interval at which all that is known is passed on again, not only what has changed. So the monitor to which
     * this one reports, after a restart, learns of silent hosts too.
     */
    private static final long WHOLE_NANOS = 30_000_000_000L;

    private final Ticker ticker;
    private final Object lock = new Object();
    // guarded by lock
    private final HostsTable table;

    /**
     * Creates a monitor that knows no host yet.
     *
     * @param node this monitor's process
     * @param silentNanos the silence after which a host counts as down
     */
    public MonitoredCluster(String node, long silentNanos, Ticker ticker) {
        this.ticker = ticker;
        this.table = new HostsTable(HostNews.text(node), silentNanos, HostsTable.MOST_HOSTS);
    }

    @Override
    public void report(HostsReport report) {
        synchronized (lock) {
            long now = ticker.nanoTime();
            report.hosts().forEach(news -> table.take(news, now));
        }
    }

    @Override
    public HostsPart hosts(String after, int looks) {
        synchronized (lock) {
            return table.page(after, HostsPart.MOST_HOSTS, looks, ticker.nanoTime());
        }
    }

    /** Returns all known hosts, each with at most {@code looks} entries of its history. */
    public List<HostSeen> all(int looks) {
        return all(this, looks);
    }

    /** Queries a monitor, part by part, for all hosts that it knows. */
    public static List<HostSeen> all(ClusterMonitor monitor, int looks) {
        List<HostSeen> all = new ArrayList<>();
        HostsPart page;
        do {
            String last = all.isEmpty() ? "" : all.get(all.size() - 1).key();
            page = monitor.hosts(last, looks);
            all.addAll(page.hosts());
        } while (page.more() && !page.hosts().isEmpty() && all.size() <= HostsTable.MOST_HOSTS);
        return all;
    }

    /** Records that no daemon answers at an address. */
    public void missing(String asked, String problem) {
        synchronized (lock) {
            long now = ticker.nanoTime();
            table.take(HostNews.missing(asked, problem, now), now);
        }
    }

    /** Records that a daemon answers at an address. */
    public void answered(String asked) {
        synchronized (lock) {
            table.answered(asked);
        }
    }

    /** Records that a daemon answers at an address, and takes its news. */
    public void answered(String asked, HostNews news) {
        synchronized (lock) {
            table.answered(asked);
            table.take(news, ticker.nanoTime());
        }
    }

    /**
     * Returns whether a daemon is not silent, and has sent news after its uptime was {@code uptimeNanos}. Then the
     * monitor need not ask it.
     */
    public boolean isHeardSince(String node, long uptimeNanos) {
        synchronized (lock) {
            return table.isHeardSince(node, uptimeNanos, ticker.nanoTime());
        }
    }

    /** Drops hosts that have been down for long; returns the changes since the last call, one line each. */
    public List<String> tick() {
        synchronized (lock) {
            return table.tick(ticker.nanoTime());
        }
    }

    public MonitorCounts counts() {
        synchronized (lock) {
            return table.counts();
        }
    }

    /**
     * The selection of news for a monitor above this one. Each call returns the news taken since the last call, or,
     * from time to time, all news. One thread uses it.
     */
    public final class Passing {
        private long version;
        private long wholeNanos = ticker.nanoTime() - WHOLE_NANOS;

        /** Returns the news to pass on: those taken since the last call, or from time to time all. */
        public List<HostNews> news() {
            synchronized (lock) {
                long now = ticker.nanoTime();
                if (now - wholeNanos >= WHOLE_NANOS) {
                    wholeNanos = now;
                    version = -1;
                }
                List<HostNews> news = table.newsSince(version, now);
                version = table.version();
                return news;
            }
        }
    }
}
