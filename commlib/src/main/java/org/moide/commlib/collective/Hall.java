package org.moide.commlib.collective;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.moide.commlib.Slice;
import org.moide.commlib.port.HostMemory;

/**
 * Memory in which the engines of an epoch meet, if all of them are on one host. Each engine leaves its data in a place
 * of its own and counts up its meetings; when all have come to a meeting, each reads the others' data. So a collective
 * takes one wait, and no messages.
 *
 * <p>An engine has two places, for meetings of even and of odd number. It writes a place again for the meeting after
 * the next, when all engines have come to the next one and so have read the place.
 *
 * <p><b>No wake-up is lost.</b> An engine that goes to sleep says so and then looks once more whether all have come. One
 * that comes counts up and then looks who sleeps. With a full fence between the two steps, at least one sees the other's
 * step.
 *
 * <p><b>Threads.</b> One thread at a time uses it: the one that acts for the engine in its current collective. Any
 * thread may ask who has come. Other engines may write anything to the memory, so whatever is read there is checked.
 */
public final class Hall {
    /** The greatest number of engines that share a hall: 8 MiB of memory. */
    static final int MOST_ENGINES = 32;

    /** The greatest number of bytes that an engine can leave for the others. */
    static final int MOST_BYTES = 128 * 1024;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** The distance between words that different engines write: processors fetch two cache lines at once. */
    private static final int LINE = 128;

    private static final int LINES = 2;
    private static final int HEAD_BYTES = 64;
    private static final int PLACE_BYTES = HEAD_BYTES + MOST_BYTES;

    private final ByteBuffer memory;
    private final int engine;
    private final int engines;
    private volatile long meetings;

    /**
     * Creates the view that one engine has of the memory.
     *
     * @param memory at least {@link #bytes} bytes, which all engines of the epoch share and which were zero at first
     */
    Hall(ByteBuffer memory, int engine, int engines) {
        if (memory.capacity() < bytes(engines)) {
            throw new IllegalArgumentException("expected " + bytes(engines) + " bytes of memory for " + engines
                    + " engines, found " + memory.capacity());
        }
        this.memory = memory;
        this.engine = engine;
        this.engines = engines;
    }

    /** Returns the number of bytes that a hall for so many engines takes. */
    static int bytes(int engines) {
        return HostMemory.RESERVED_BYTES + engines * (LINES * LINE + 2 * PLACE_BYTES);
    }

    private static int counter(int ofEngine) {
        return HostMemory.RESERVED_BYTES + ofEngine * LINES * LINE;
    }

    private static int asleep(int ofEngine) {
        return counter(ofEngine) + LINE;
    }

    /** Returns where an engine's data of this engine's current meeting lies. */
    private int place(int ofEngine) {
        return HostMemory.RESERVED_BYTES + engines * LINES * LINE + (2 * ofEngine + (int) (meetings & 1)) * PLACE_BYTES;
    }

    /**
     * Comes to this engine's next meeting, in which it leaves these elements for the others. If they take more than
     * {@link #MOST_BYTES}, it leaves their number only.
     *
     * @param note the packed {@link Description} of this engine's call
     */
    public void come(long note, Slice data) {
        long meeting = meetings + 1;
        meetings = meeting;
        int place = place(engine);
        LONGS.setOpaque(memory, place, note);
        LONGS.setOpaque(memory, place + Long.BYTES, (long) data.length());
        if (data.bytes() <= MOST_BYTES) {
            data.copyTo(memory, place + HEAD_BYTES);
        }
        LONGS.setVolatile(memory, counter(engine), meeting);
    }

    /** Returns the number of meetings to which an engine has come. Any thread may call it. */
    public long meetings(int ofEngine) {
        return ofEngine == engine ? meetings : counted(ofEngine);
    }

    /** Returns whether another engine has come to a later meeting than this engine. Any thread may call it. */
    public boolean isAhead(int other) {
        return counted(other) > meetings;
    }

    /** Returns whether an engine has come to this engine's latest meeting. Any thread may call it. */
    public boolean hasCome(int other) {
        return counted(other) >= meetings;
    }

    /** Returns an engine's counter; the greatest number if a process has taken the memory away. */
    private long counted(int ofEngine) {
        try {
            return (long) LONGS.getVolatile(memory, counter(ofEngine));
        } catch (InternalError away) {
            return Long.MAX_VALUE; // waiting ends, and reading the data fails
        }
    }

    /** Returns whether all engines have come to this engine's latest meeting. Any thread may call it. */
    public boolean allCame() {
        for (int other = 0; other < engines; other++) {
            if (!hasCome(other)) {
                return false;
            }
        }
        return true;
    }

    /** Says whether this engine's thread sleeps until all have come, so that the last one must wake it. */
    public void sleeps(boolean now) {
        LONGS.setVolatile(memory, asleep(engine), now ? 1L : 0L);
    }

    /** Returns whether another engine's thread sleeps until all have come. */
    public boolean isAsleep(int other) {
        return (long) LONGS.getVolatile(memory, asleep(other)) != 0;
    }

    /** Returns the note with which an engine came to this engine's latest meeting, to which it has come. */
    public long note(int ofEngine) {
        return (long) LONGS.getOpaque(memory, place(ofEngine));
    }

    /** Returns the number of elements that an engine has left, which it may have set to anything. */
    long length(int ofEngine) {
        return (long) LONGS.getOpaque(memory, place(ofEngine) + Long.BYTES);
    }

    /** Copies the first elements that an engine has left in this meeting; at most {@link #MOST_BYTES}. */
    void copy(int ofEngine, Slice target) {
        if (target.bytes() > MOST_BYTES) {
            throw new IllegalArgumentException("expected at most " + MOST_BYTES + " bytes, found " + target.bytes());
        }
        target.fill(memory, place(ofEngine) + HEAD_BYTES);
    }
}
