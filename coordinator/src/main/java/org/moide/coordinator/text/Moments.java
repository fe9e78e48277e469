package org.moide.coordinator.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.moide.commlib.system.SystemWallClock;

/** Formats moments for people in this machine's time zone: {@code 12:03}, or with the date if it is not today. */
public final class Moments {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private Moments() {}

    /** Returns a moment as text; the date is left out if it is today. */
    public static String of(Instant moment) {
        return of(moment, new SystemWallClock().instant());
    }

    /** Returns a moment as text; the date is left out if it is the same as that of {@code readAt}. */
    public static String of(Instant moment, Instant readAt) {
        ZoneId here = ZoneId.systemDefault();
        ZonedDateTime there = moment.atZone(here);
        boolean sameDay = there.toLocalDate().equals(readAt.atZone(here).toLocalDate());
        return (sameDay ? TIME : DAY).format(there);
    }
}
