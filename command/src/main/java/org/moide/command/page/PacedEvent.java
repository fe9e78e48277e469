package org.moide.command.page;

import org.jspecify.annotations.Nullable;

/**
 * Event that a page is told when it has changed, and the less often the longer it is: so it takes no more of a line to
 * another machine than {@link #MOST_BYTES_A_SECOND}. One thread at a time.
 */
final class PacedEvent {
    static final int MOST_BYTES_A_SECOND = 16 << 10;

    private final String name;
    private String last = "";
    private double dueSeconds;

    PacedEvent(String name) {
        this.name = name;
    }

    /** Returns whether the page may be told again by now. */
    boolean isDue(double nowSeconds) {
        return nowSeconds >= dueSeconds;
    }

    /** Returns the event, if the data is not what was told last; else null. */
    byte @Nullable [] told(String data, double nowSeconds) {
        dueSeconds = nowSeconds
                + (double) data.length() / MOST_BYTES_A_SECOND; // what is long takes long to put together, too
        if (data.equals(last)) {
            return null;
        }
        last = data;
        return PageClient.event(name, data);
    }
}
