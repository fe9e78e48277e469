package org.moide.balance.data;

import java.io.Serializable;

/**
 * Where an object is to be had.
 *
 * @param id the object
 * @param bytes how large it is; below 0 if nobody has ever written it
 * @param holder the member to fetch it from; {@link #NOBODY} if only the size was asked for
 */
public record DataPlace(long id, long bytes, int holder) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** In place of a holder that was not asked for. */
    public static final int NOBODY = -2;

    /** In place of the bytes of an object that was never written. */
    public static final long NEVER_WRITTEN = -1;
}
