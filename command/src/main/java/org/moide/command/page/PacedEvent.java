package org.moide.command.page;

import org.jspecify.annotations.Nullable;

/**
 * An event for a page that is sent when its data has changed. The longer the data, the rarer the event, so that it
 * sends at most {@link #MOST_BYTES_A_SECOND}. Used by one thread at a time.
 */
final class PacedEvent {
    static final int MOST_BYTES_A_SECOND = 16 << 10;

    private final String name;
    private String last = "";
    private double dueSeconds;

    PacedEvent(String name) {
        this.name = name;
    }

    /** Returns whether enough time has passed since the last event to send another one. */
    boolean isDue(double nowSeconds) {
        return nowSeconds >= dueSeconds;
    }

    /**
     * Encodes an event with this data. Returns null if the data is the same as in the last event. Also computes when
     * the next event may be sent.
     */
    byte @Nullable [] told(String data, double nowSeconds) {
        dueSeconds = nowSeconds + (double) data.length() / MOST_BYTES_A_SECOND; // long data also takes long to make
        if (data.equals(last)) {
            return null;
        }
        last = data;
        return PageClient.event(name, data);
    }
}
