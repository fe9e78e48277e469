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
 * All hosts that a monitor knows: who said what last, who is silent, who talks nonsense. Stepped: it is told words and
 * the time. Words about one host may come by several ways; the newest counts, by the daemon's own clock. Not safe for
 * several threads.
 */
final class HostsTable {
    /** The most hosts: some hundreds are the aim, and a host takes some kilobytes. */
    static final int MOST_HOSTS = 10_000;

    /** A host that is down is shown for ten minutes, one that has said that it ends for one. */
    static final long FORGOTTEN_NANOS = 600_000_000_000L;

    static final long ENDED_NANOS = 60_000_000_000L;

    /** The time after which a missing host is forgotten: whoever asks there says so each few seconds. */
    static final long MISSING_NANOS = 15_000_000_000L;

    /** The greatest age: nobody knows more exactly when an older word was said. */
    private static final long MOST_AGE_NANOS = 86_400_000_000_000L;

    /** The time after which a process at the same place on the same machine is taken for its successor. */
    private static final long SUCCESSION_NANOS = 3_000_000_000L;

    /** The name of a process that has not said which it is. */
    private static final String NAMELESS = "(no name)";

    private final String self;
    private final long silentNanos;
    private final int mostHosts;
    private final NavigableMap<String, KnownHost> hosts = new TreeMap<>();
    private final Map<String, String> byPlace = new HashMap<>();
    private long version;
    private MonitorCounts counts = MonitorCounts.NONE;

    /**
     * An empty one.
     *
     * @param self this monitor, as it stands in words that it has passed on
     * @param silentNanos after that a host counts as down
     * @param mostHosts that it knows
     */
    HostsTable(String self, long silentNanos, int mostHosts) {
        this.self = self;
        this.silentNanos = silentNanos;
        this.mostHosts = mostHosts;
    }

    /** Takes what somebody said of a host. */
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

    /** Adds a newcomer; null if there is no room. */
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

    /** Notes that a daemon answers where none did. */
    void answered(String asked) {
        remove(HostNews.missing(asked, "", 0).node());
    }

    /** Whether this process has said something newer, and lately. */
    boolean isHeardSince(String node, long uptimeNanos, long nowNanos) {
        KnownHost known = hosts.get(node);
        return known != null && known.isAfter(uptimeNanos) && known.state(nowNanos, silentNanos) != HostSeen.State.DOWN;
    }

    /**
     * Forgets whom nobody will hear again.
     *
     * @return what has changed since the last time, a line each
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

    /** The next part of the hosts behind this key. */
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

    /** Grows with each word that is taken. */
    long version() {
        return version;
    }

    /** The news since a time, as they are passed on. */
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
