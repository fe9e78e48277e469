package org.moide.balance.data;

import java.io.Serializable;

/**
 * A place where an object is to be had.
 *
 * @param id the object
 * @param bytes how large it is; below 0 if nobody has ever written it
 * @param holder the member to fetch it from; {@link #NOBODY} if only the size was asked for,
 *     {@link #MADE_BY_ASKER} if the asker makes it
 */
public record DataPlace(long id, long bytes, int holder) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number in place of a holder that was not asked for. */
    public static final int NOBODY = -2;

    /** The number in place of a holder if none is near, but the application can make the object again. */
    public static final int MADE_BY_ASKER = -3;

    /** The number in place of the bytes of an object that was never written. */
    public static final long NEVER_WRITTEN = -1;
}
