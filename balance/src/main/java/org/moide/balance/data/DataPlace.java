package org.moide.balance.data;

import java.io.Serializable;

/**
 * The directory's answer about one object: its size, and where to fetch it.
 *
 * @param bytes its size; negative if the object was never written
 * @param holder the member to fetch it from; {@link #NOBODY} if only the size was asked for, {@link #MADE_BY_ASKER} if
 *     the asker has to compute it
 */
public record DataPlace(long id, long bytes, int holder) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The value of {@code holder} if only the size was asked for. */
    public static final int NOBODY = -2;

    /**
     * The value of {@code holder} if the asker has to compute the object, because no member that has a copy is near or
     * free.
     */
    public static final int MADE_BY_ASKER = -3;

    /** The value of {@code bytes} if the object was never written. */
    public static final long NEVER_WRITTEN = -1;
}
