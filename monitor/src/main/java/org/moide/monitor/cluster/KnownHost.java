package org.moide.monitor.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.monitor.cluster.HostNews.Moment;

/** The entry of one host in a {@link HostsTable}; only the table uses it. */
final class KnownHost {
    /** The length of the history: the last minute, with news each second. */
    static final int MOST_MOMENTS = 60;

    /**
     * The greatest number of reports about one host that are taken per second: twice as many as arrive if its daemon's
     * news comes in two ways.
     */
    private static final double MOST_WORDS_A_SECOND = 4;

    /**
     * The greatest number of reports about one host that are taken at once: reports that were held up arrive together.
     */
    private static final double MOST_WORDS_AT_ONCE = 16;

    private static final double NANOS = 1e9;

    private final String key;
    private final Deque<Moment> moments = new ArrayDeque<>();
    private @Nullable HostNews news;
    private String nonsense = "";
    private long heardNanos;
    private long version;
    private double words = MOST_WORDS_AT_ONCE;
    private long wordsNanos;
    private HostSeen.@Nullable State told;

    KnownHost(String key, long nowNanos) {
        this.key = key;
        this.heardNanos = nowNanos;
        this.wordsNanos = nowNanos;
    }

    String key() {
        return key;
    }

    /** Counts one report of the host; returns false if there were too many lately, so that this one must be dropped. */
    boolean maySpeak(long nowNanos) {
        words = Math.min(MOST_WORDS_AT_ONCE, words + (nowNanos - wordsNanos) / NANOS * MOST_WORDS_A_SECOND);
        wordsNanos = nowNanos;
        if (words < 1) {
            return false;
        }
        words--;
        return true;
    }

    /** Takes news of the host if it is newer than the previous news; returns whether it is. */
    boolean hears(HostNews said, long atNanos, long asVersion) {
        HostNews before = news;
        if (before != null && said.uptimeNanos() <= before.uptimeNanos()) {
            return false;
        }
        news = said;
        heardNanos = before == null ? atNanos : Math.max(heardNanos, atNanos);
        version = asVersion;
        nonsense = said.isMissing() ? "" : Plausible.whyNot(said);
        Moment moment = said.moment();
        if (moment != null && nonsense.isEmpty() && said.problem().isEmpty()) {
            if (moments.size() == MOST_MOMENTS) {
                moments.removeFirst();
            }
            moments.addLast(moment);
        }
        return true;
    }

    /** Returns whether the host's latest news was sent after this uptime of its daemon. */
    boolean isAfter(long uptimeNanos) {
        HostNews last = news;
        return last != null && last.uptimeNanos() > uptimeNanos;
    }

    long silentNanos(long nowNanos) {
        return Math.max(0, nowNanos - heardNanos);
    }

    long version() {
        return version;
    }

    /** Returns whether the host has announced its end. */
    boolean hasEnded() {
        HostNews last = news;
        return last != null && !last.problem().isEmpty();
    }

    /** Returns whether this entry stands for an address at which no daemon answers. */
    boolean isMissing() {
        HostNews last = news;
        return last != null && last.isMissing();
    }

    HostSeen.State state(long nowNanos, long silenceNanos) {
        if (hasEnded() || silentNanos(nowNanos) > silenceNanos) {
            return HostSeen.State.DOWN;
        }
        return nonsense.isEmpty() ? HostSeen.State.UP : HostSeen.State.NONSENSE;
    }

    private String reason(long nowNanos, long silenceNanos) {
        HostNews last = news;
        if (last == null) {
            return "";
        }
        if (!last.problem().isEmpty()) {
            return last.problem();
        }
        if (silentNanos(nowNanos) > silenceNanos) {
            String by = last.through().isEmpty()
                    ? ""
                    : "; it was heard through "
                            + last.through().get(last.through().size() - 1);
            return String.format(Locale.ROOT, "silent for %.0f s", silentNanos(nowNanos) / NANOS) + by;
        }
        return nonsense;
    }

    /** Returns a line for the log if the host's state has changed since the last call; otherwise an empty text. */
    String change(long nowNanos, long silenceNanos) {
        HostNews last = news;
        HostSeen.State now = state(nowNanos, silenceNanos);
        HostSeen.State before = told;
        if (last == null || now == before) {
            return "";
        }
        told = now;
        String who = (last.host().isBlank() ? "" : last.host() + " ") + "(" + last.place() + ")";
        return switch (now) {
            case UP -> who + (before == null ? " is known" : " is back");
            case DOWN -> who + " is down: " + reason(nowNanos, silenceNanos);
            case NONSENSE -> who + " is not used: " + reason(nowNanos, silenceNanos);
        };
    }

    HostSeen seen(int looks, long nowNanos, long silenceNanos) {
        HostNews last = news;
        if (last == null) {
            throw new IllegalStateException("expected a host that has been heard, found " + key);
        }
        List<Moment> all = new ArrayList<>(moments);
        return new HostSeen(
                key,
                last,
                state(nowNanos, silenceNanos),
                reason(nowNanos, silenceNanos),
                silentNanos(nowNanos) / NANOS,
                all.subList(Math.max(0, all.size() - Math.max(0, looks)), all.size()));
    }

    HostNews passedOn(String monitor, long nowNanos) {
        HostNews last = news;
        if (last == null) {
            throw new IllegalStateException("expected a host that has been heard, found " + key);
        }
        return last.passedOn(monitor, silentNanos(nowNanos));
    }
}
