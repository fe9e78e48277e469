package org.moide.engine.data;

/** Who has data objects and gives copies of them, an engine or the coordinator: a distributed object. */
public interface DataHolder {
    /** What one call brings: far below the gate's cap for a request, large enough to make the call's own cost small. */
    int PIECE_BYTES = 1 << 20;

    /** The name under which that of an engine, or of the coordinator, is exported. */
    static String nameOf(String ownerObject) {
        return "data-of-" + ownerObject;
    }

    /**
     * Bytes of an object. The call may be repeated.
     *
     * @return {@code length} bytes from {@code offset} on; none if the object is not here any more
     */
    byte[] piece(long id, long offset, int length);
}
