package org.moide.monitor.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All hosts that a monitor knows, with the latest news of each, and whether the host is silent or its news
 * implausible. It has no thread or clock: callers pass news and the time. News of one host may arrive by several ways;
 * the newest counts, by the daemon's own clock. Not thread-safe.
 */
final class HostsTable {
    /** The greatest number of hosts: some hundreds are intended, and a host takes some kilobytes. */
    static final int MOST_HOSTS = 10_000;

    /**
     * How long a host that is down is still shown: ten minutes. A host that has announced its end is shown for
     * {@code ENDED_NANOS} only.
     */
    static final long FORGOTTEN_NANOS = 600_000_000_000L;

    static final long ENDED_NANOS = 60_000_000_000L;

    /**
     * The time after which the entry of an address without a daemon is dropped. The monitor that looks for the daemon
     * repeats that news every few seconds.
     */
    static final long MISSING_NANOS = 15_000_000_000L;

    /** The greatest age of news: older news counts as this old. */
    private static final long MOST_AGE_NANOS = 86_400_000_000_000L;

    /**
     * The silence of a process after which a new process at the same address of the same machine counts as its
     * successor.
     */
    private static final long SUCCESSION_NANOS = 3_000_000_000L;

    /** The key in the table of a process that sent no name. */
    private static final String NAMELESS = "(no name)";

    private final String self;
    private final long silentNanos;
    private final int mostHosts;
    private final NavigableMap<String, KnownHost> hosts = new TreeMap<>();
    private final Map<String, String> byPlace = new HashMap<>();
    private long version;
    private MonitorCounts counts = MonitorCounts.NONE;

    /**
     * Creates an empty table.
     *
     * @param self this monitor's name, by which it recognises news that it has passed on
     * @param silentNanos the silence after which a host counts as down
     * @param mostHosts the greatest number of hosts in the table
     */
    HostsTable(String self, long silentNanos, int mostHosts) {
        this.self = self;
        this.silentNanos = silentNanos;
        this.mostHosts = mostHosts;
    }

    /** Takes news of a host, unless it is outdated, comes too often, or has passed this monitor before. */
    void take(HostNews news, long nowNanos) {
        if (news.through().contains(self) || news.through().size() > HostNews.MOST_MONITORS) {
            counts = counts.plusLooped();
            return;
        }
        String key = news.node().isBlank() ? NAMELESS : news.node();
        KnownHost known = hosts.get(key);
        if (known == null) {
            known = newcomer(key, news, nowNanos);
            if (known == null) {
                counts = counts.plusFull();
                return;
            }
        } else if (!known.maySpeak(nowNanos)) {
            counts = counts.plusTooOften();
            return;
        }
        long age = Math.max(0, Math.min(news.ageNanos(), MOST_AGE_NANOS));
        if (known.hears(news, nowNanos - age, version + 1)) {
            version++;
            counts = counts.plusTaken();
        } else {
            counts = counts.plusOld();
        }
    }

    /** Adds a new host; returns null if there is no room. */
    private @Nullable KnownHost newcomer(String key, HostNews news, long nowNanos) {
        String place = news.machine() + " " + news.place();
        String before = byPlace.get(place);
        KnownHost former = before == null ? null : hosts.get(before);
        if (before != null && former != null && former.silentNanos(nowNanos) > SUCCESSION_NANOS) {
            hosts.remove(before);
        } else if (former != null && former.hasEnded()) {
            hosts.remove(before);
        }
        if (hosts.size() >= mostHosts && !makeRoom(nowNanos)) {
            return null;
        }
        if (!news.isMissing()) {
            answered(news.place());
        }
        KnownHost made = new KnownHost(key, nowNanos);
        hosts.put(key, made);
        byPlace.put(place, key);
        return made;
    }

    private boolean makeRoom(long nowNanos) {
        KnownHost longest = hosts.values().stream()
                .filter(host -> host.state(nowNanos, silentNanos) == HostSeen.State.DOWN)
                .max(Comparator.comparingLong(host -> host.silentNanos(nowNanos)))
                .orElse(null);
        if (longest == null) {
            return false;
        }
        remove(longest.key());
        return true;
    }

    private void remove(String key) {
        hosts.remove(key);
        byPlace.values().remove(key);
    }

    /** Removes the entry of an address at which no daemon answered, since one answers now. */
    void answered(String asked) {
        remove(HostNews.missing(asked, "", 0).node());
    }

    /** Returns whether a daemon is not silent, and has sent news after its uptime was {@code uptimeNanos}. */
    boolean isHeardSince(String node, long uptimeNanos, long nowNanos) {
        KnownHost known = hosts.get(node);
        return known != null && known.isAfter(uptimeNanos) && known.state(nowNanos, silentNanos) != HostSeen.State.DOWN;
    }

    /**
     * Drops hosts that have been down for long, and finds changes of state for the log.
     *
     * @return the changes since the last call, one line each
     */
    List<String> tick(long nowNanos) {
        List<String> lines = new ArrayList<>();
        Iterator<KnownHost> all = hosts.values().iterator();
        boolean forgot = false;
        while (all.hasNext()) {
            KnownHost host = all.next();
            String line = host.change(nowNanos, silentNanos);
            if (!line.isEmpty()) {
                lines.add(line);
            }
            if (host.silentNanos(nowNanos) > Math.max(kept(host), silentNanos)) {
                all.remove();
                forgot = true;
            }
        }
        if (forgot) {
            byPlace.values().removeIf(key -> !hosts.containsKey(key));
        }
        return lines;
    }

    private static long kept(KnownHost host) {
        if (host.isMissing()) {
            return MISSING_NANOS;
        }
        return host.hasEnded() ? ENDED_NANOS : FORGOTTEN_NANOS;
    }

    /** Returns the next part of the hosts, those whose keys follow {@code after}. */
    HostsPart page(String after, int most, int looks, long nowNanos) {
        List<HostSeen> part = new ArrayList<>();
        for (KnownHost host : hosts.tailMap(after, false).values()) {
            if (part.size() == most) {
                return new HostsPart(part, true);
            }
            part.add(host.seen(looks, nowNanos, silentNanos));
        }
        return new HostsPart(part, false);
    }

    /** Returns a number that grows each time news is taken, for {@link #newsSince}. */
    long version() {
        return version;
    }

    /** Returns the news taken since {@link #version} returned {@code before}, in the form in which it is passed on. */
    List<HostNews> newsSince(long before, long nowNanos) {
        return hosts.values().stream()
                .filter(host -> host.version() > before)
                .map(host -> host.passedOn(self, nowNanos))
                .filter(news -> news.through().size() <= HostNews.MOST_MONITORS)
                .toList();
    }

    MonitorCounts counts() {
        return counts;
    }
}
