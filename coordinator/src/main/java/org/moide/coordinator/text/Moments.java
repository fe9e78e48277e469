package org.moide.coordinator.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.moide.commlib.system.SystemWallClock;

/** Moments by the wall clock, as people read them where this process is: {@code 12:03}, with the day if it is another. */
public final class Moments {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private Moments() {}

    /** A moment as it is read now. */
    public static String of(Instant moment) {
        return of(moment, new SystemWallClock().instant());
    }

    /** A moment as it was read at another. Pure, but for the time zone. */
    public static String of(Instant moment, Instant readAt) {
        ZoneId here = ZoneId.systemDefault();
        ZonedDateTime there = moment.atZone(here);
        boolean sameDay = there.toLocalDate().equals(readAt.atZone(here).toLocalDate());
        return (sameDay ? TIME : DAY).format(there);
    }
}
