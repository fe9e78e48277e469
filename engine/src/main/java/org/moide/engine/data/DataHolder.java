package org.moide.engine.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.moide.balance.data.DataStore;

/** The remote interface of an engine or coordinator that has data objects and sends copies of them. */
public interface DataHolder {
    /**
     * The greatest number of bytes in the answer to one call. It is far below the limit on a message's size, and so
     * large that the cost of the call itself is small.
     */
    int PIECE_BYTES = 1 << 20;

    /** Returns the name under which a holder is exported, from the name of its engine's or coordinator's object. */
    static String nameOf(String ownerObject) {
        return "data-of-" + ownerObject;
    }

    /**
     * Returns a part of an object. The call may be repeated.
     *
     * @return {@code length} bytes from {@code offset} on; an empty array if this holder does not have the object any
     *     more
     */
    byte[] piece(long id, long offset, int length);

    /**
     * Returns several small objects in one call. The call may be repeated.
     *
     * @param ids at most {@link DataStore#MOST_AT_ONCE}, of at most {@link #PIECE_BYTES} together
     * @return the objects in their order; an empty array for each object that this holder does not have any more
     */
    List<byte[]> objects(List<Long> ids);

    /**
     * Builds the answer to {@link #objects}. For implementations of this interface.
     *
     * @param bytesOf returns the bytes of an object; an empty array if it is absent
     * @throws IllegalArgumentException if the IDs are too many, or the objects together are too large
     */
    static List<byte[]> together(List<Long> ids, LongFunction<byte[]> bytesOf) {
        if (ids.size() > DataStore.MOST_AT_ONCE) {
            throw new IllegalArgumentException(
                    "expected at most " + DataStore.MOST_AT_ONCE + " data objects in one call, found " + ids.size());
        }
        List<byte[]> objects = new ArrayList<>();
        long together = 0;
        for (long id : ids) {
            byte[] bytes = bytesOf.apply(id);
            together += bytes.length;
            if (together > PIECE_BYTES) {
                throw new IllegalArgumentException("data objects " + ids.get(0) + " to " + id + ": expected at most "
                        + PIECE_BYTES + " bytes in one call, found more");
            }
            objects.add(bytes);
        }
        return objects;
    }
}
