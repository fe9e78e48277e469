package org.moide;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.command.serve.SharedPieces;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.text.Figures;
import org.moide.engine.Shared;
import org.moide.engine.executor.SharedValue;

/**
 * The values that an executor's calls share, on the program's side. Numbers are drawn, so that no executor takes
 * another's values for its own. Any thread; all is guarded by this object.
 */
final class SharedValues implements SharedValue.Source {
    private final SystemRandomness randomness = new SystemRandomness();
    private final Map<Long, One> open = new TreeMap<>();
    private final SharedValue.Source inCalls = new SharedValue.Source() {
        @Override
        public Object value(long id) {
            return found(id).inCalls();
        }

        @Override
        public void close(long id) {
            // The program does that.
        }
    };
    private @Nullable Elsewhere run; // what calls run in, if that is elsewhere
    private long bytes;
    private boolean closed;

    /** The way to where calls run, if that is not in this JVM. Any thread; does not block for long. */
    interface Elsewhere {
        /** Sends a value that calls read. */
        void share(long id, byte[] encoded);

        /** Drops a value that no call reads any more. */
        void unshare(long id);

        /** Sends an improvement of a best value. */
        void improve(long id, byte[] value);
    }

    /**
     * A value.
     *
     * @param inCalls what calls in this JVM see of it
     * @param encoded for engines; empty if there are none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record One(Object value, Object inCalls, byte[] encoded) {}

    /**
     * A value is shared from now on.
     *
     * @throws IllegalStateException if the executor has ended, or there is no room
     */
    <T> Shared<T> add(T value, Object inCalls, byte[] encoded) {
        long id;
        Elsewhere to;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("expected an executor that is open, found one that was closed");
            }
            if (bytes + encoded.length > SharedPieces.MOST_BYTES) {
                throw new IllegalStateException("expected shared values of at most "
                        + Figures.bytes(SharedPieces.MOST_BYTES) + " together, found one of "
                        + Figures.bytes(encoded.length) + " beside " + Figures.bytes(bytes)
                        + ": close those that no call reads any more, or let each call read its part from a file");
            }
            id = -1 - (randomness.seed() >>> 1);
            bytes += encoded.length;
            open.put(id, new One(value, inCalls, encoded));
            to = run;
        }
        if (to != null) {
            to.share(id, encoded);
        }
        return new SharedValue<>(id, this);
    }

    /** Sends an improvement of a best value to where calls run. Returns false if they run in this JVM. */
    boolean improve(long id, byte[] value) {
        Elsewhere to;
        synchronized (this) {
            to = run;
        }
        if (to == null) {
            return false;
        }
        to.improve(id, value);
        return true;
    }

    /** Calls run there from now on: all values go there first. */
    void runIn(Elsewhere next) {
        Map<Long, One> all;
        synchronized (this) {
            run = next;
            all = new TreeMap<>(open);
        }
        all.forEach((id, one) -> next.share(id, one.encoded()));
    }

    /** Returns the source of shared values for calls that run in this JVM. */
    SharedValue.Source inCalls() {
        return inCalls;
    }

    /** Binds the shared values in a call that was read from bytes to what calls see of these. */
    Object boundInCalls(Object read) {
        return SharedValue.bound(read, inCalls);
    }

    /** Binds the shared values in what a call returned to these. */
    Object bound(Object read) {
        return SharedValue.bound(read, this);
    }

    @Override
    public Object value(long id) {
        return found(id).value();
    }

    private synchronized One found(long id) {
        One one = open.get(id);
        if (one == null) {
            throw new IllegalStateException(
                    "expected a shared value, found that it was closed, or is another executor's");
        }
        return one;
    }

    @Override
    public void close(long id) {
        Elsewhere from;
        synchronized (this) {
            One one = open.remove(id);
            if (one == null) {
                return;
            }
            bytes -= one.encoded().length;
            from = run;
        }
        if (from != null) {
            from.unshare(id);
        }
    }

    /** The executor has ended. */
    synchronized void close() {
        closed = true;
        open.clear();
        bytes = 0;
    }
}
