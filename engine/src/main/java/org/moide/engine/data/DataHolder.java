package org.moide.engine.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.moide.balance.data.DataStore;

/** An engine, or the coordinator, that has data objects and gives copies of them: a distributed object. */
public interface DataHolder {
    /**
     * The most bytes that one call brings: far below the gate's limit on a request, large enough to make the call's own
     * cost small.
     */
    int PIECE_BYTES = 1 << 20;

    /** Returns the name under which the holder of an engine, or of the coordinator, is exported. */
    static String nameOf(String ownerObject) {
        return "data-of-" + ownerObject;
    }

    /**
     * Returns bytes of an object. The call may be repeated.
     *
     * @return {@code length} bytes from {@code offset} on; none if the object is not here any more
     */
    byte[] piece(long id, long offset, int length);

    /**
     * Returns whole objects, since many small ones would cost a call each. The call may be repeated.
     *
     * @param ids at most {@link DataStore#MOST_AT_ONCE}, of at most {@link #PIECE_BYTES} together
     * @return the objects in their order; an empty array in place of one that is not here any more
     */
    List<byte[]> objects(List<Long> ids);

    /**
     * Makes the answer to {@link #objects}, for implementers.
     *
     * @param bytesOf the bytes of an object, or nothing
     * @throws IllegalArgumentException if they are too many, or too large together
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
