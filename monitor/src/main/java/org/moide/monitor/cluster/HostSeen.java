package org.moide.monitor.cluster;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A host as a monitor sees it.
 *
 * @param key the monitor's key for it
 * @param news its latest news
 * @param state the monitor's verdict on it
 * @param reason why it is in that state; empty if it is up
 * @param silentSeconds the time since its latest news
 * @param history its use in the latest intervals of about a second, oldest first
 */
public record HostSeen(
        String key, HostNews news, State state, String reason, double silentSeconds, List<HostNews.Moment> history)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** A monitor's verdict on a host, from its news or silence. */
    public enum State {
        /** The host sends news, and the news is plausible. */
        UP,
        /** The host is silent, has announced its end, or no daemon answers at its address. */
        DOWN,
        /** The host sends implausible news: it is shown, but not used. */
        NONSENSE
    }

    public HostSeen {
        history = List.copyOf(history);
    }
}
