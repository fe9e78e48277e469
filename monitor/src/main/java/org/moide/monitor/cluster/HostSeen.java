package org.moide.monitor.cluster;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A host as a monitor sees it.
 *
 * @param key by which the monitor knows it
 * @param news what it said last
 * @param state what the monitor makes of that
 * @param reason why it is in that state; empty if it is up
 * @param silentSeconds since it said something
 * @param history what it did in the last reports, the oldest first
 */
public record HostSeen(
        String key, HostNews news, State state, String reason, double silentSeconds, List<HostNews.Moment> history)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** A monitor's verdict on a host's words. */
    public enum State {
        /** The host speaks, and what it says can be. */
        UP,
        /** The host is silent, has said that it ends, or nobody answers there. */
        DOWN,
        /** The host says what cannot be: it is shown, and not used. */
        NONSENSE
    }

    public HostSeen {
        history = List.copyOf(history);
    }
}
