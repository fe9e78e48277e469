package org.moide.commlib.system;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The wall clock, for times that people read (journals, reports, run IDs). It may jump, so intervals are measured with
 * a {@link org.moide.commlib.port.Ticker}.
 */
public final class SystemWallClock implements InstantSource {
    @Override
    public Instant instant() {
        return Instant.now();
    }
}
