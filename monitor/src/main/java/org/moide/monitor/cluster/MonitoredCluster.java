package org.moide.monitor.cluster;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.port.Ticker;

/** The monitor of a cluster: what it is told and asked. Any thread; one lock guards the table, and is held for moments only. */
public final class MonitoredCluster implements ClusterMonitor {
    /**
     * The time after which all is passed on again, in words: a monitor above that has begun anew learns of hosts that
     * say nothing.
     */
    private static final long WHOLE_NANOS = 30_000_000_000L;

    private final Ticker ticker;
    private final Object lock = new Object();
    // All below: guarded by lock.
    private final HostsTable table;

    /**
     * Makes a monitor that knows nobody yet.
     *
     * @param node this monitor's process
     * @param silentNanos after that a host counts as down
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

    /** The hosts that are known, with so much of their last minute. */
    public List<HostSeen> all(int looks) {
        return all(this, looks);
    }

    /** Asks a monitor for all that it knows. */
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

    /** No daemon answers there. */
    public void missing(String asked, String problem) {
        synchronized (lock) {
            long now = ticker.nanoTime();
            table.take(HostNews.missing(asked, problem, now), now);
        }
    }

    /** Notes that a daemon answers. */
    public void answered(String asked) {
        synchronized (lock) {
            table.answered(asked);
        }
    }

    /** Notes that a daemon answers, and says this. */
    public void answered(String asked, HostNews news) {
        synchronized (lock) {
            table.answered(asked);
            table.take(news, ticker.nanoTime());
        }
    }

    /** Whether this process has said something newer, and lately, so that it need not be asked. */
    public boolean isHeardSince(String node, long uptimeNanos) {
        synchronized (lock) {
            return table.isHeardSince(node, uptimeNanos, ticker.nanoTime());
        }
    }

    /** Forgets whom nobody will hear again; returns what has changed since the last time, a line each. */
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

    /** The way to a monitor above: each call passes on what is new, and now and then all. One thread. */
    public final class Passing {
        private long version;
        private long wholeNanos = ticker.nanoTime() - WHOLE_NANOS;

        /** The news since the last call. */
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
