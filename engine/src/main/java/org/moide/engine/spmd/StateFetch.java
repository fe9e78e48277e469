package org.moide.engine.spmd;

import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.engine.control.Backoff;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.StateHolder;
import org.moide.engine.control.Timing;

/**
 * Fetches the states of a checkpoint from which an engine starts: from its own memory, from the engines that keep them,
 * or from disk.
 *
 * <p>Concurrency: {@link #run} is called by one thread and blocks; any thread may call {@link #end}.
 */
public final class StateFetch {
    private final RestorePoint point;
    private final List<Integer> ids;
    private final CheckpointStore own;
    private final int seat;
    private final @Nullable CheckpointFiles files;
    private final Function<StateHolder, CheckpointKeeper> keepers;
    private final Timing timing;
    private final Ticker ticker;
    private final Signal changed;
    private volatile boolean ended;

    /**
     * Prepares to fetch states; {@link #run} fetches them.
     *
     * @param ids the logical IDs, at the time of the checkpoint, whose states are wanted
     * @param seat the engine's own seat
     */
    public StateFetch(
            RestorePoint point,
            List<Integer> ids,
            CheckpointStore own,
            int seat,
            @Nullable CheckpointFiles files,
            Function<StateHolder, CheckpointKeeper> keepers,
            Timing timing,
            Surroundings around) {
        this.point = point;
        this.ids = List.copyOf(ids);
        this.own = own;
        this.seat = seat;
        this.files = files;
        this.keepers = keepers;
        this.timing = timing;
        this.ticker = around.ticker();
        this.changed = around.signals().create();
    }

    /** Ends {@link #run}, because the states are not needed any more. */
    public void end() {
        ended = true;
        changed.raise();
    }

    /**
     * Fetches all states.
     *
     * @return the states; null if {@link #end} was called
     * @throws StateLostException if no engine and no disk has a state
     */
    public @Nullable Restored run() throws InterruptedException {
        TreeMap<Integer, byte[]> states = new TreeMap<>();
        for (int id : ids) {
            byte[] state = fetch(id);
            if (state == null) {
                return null;
            }
            states.put(id, state);
        }
        return new Restored(point.name(), point.count(), states);
    }

    private byte @Nullable [] fetch(int id) throws InterruptedException {
        byte[] here = own.get(point.name(), id);
        if (here != null) {
            return here;
        }
        List<StateHolder> others = point.holdersOf(id).stream()
                .filter(holder -> holder.seat() != seat)
                .toList();
        Backoff backoff = new Backoff(timing, ticker);
        String problem = others.isEmpty() ? "nobody keeps it any more" : "";
        while (!ended) {
            boolean later = false;
            for (StateHolder holder : others) {
                try {
                    return fetch(keepers.apply(holder), id);
                } catch (RemoteFailureException absent) {
                    problem = "engine-" + holder.seat() + " has it no more: " + absent.getMessage();
                } catch (RemoteCallException notNow) {
                    problem = "engine-" + holder.seat() + " cannot be reached: " + notNow.getMessage();
                    later = true;
                }
            }
            byte[] saved = read(id);
            if (saved != null) {
                return saved;
            }
            // By the end of this time, the coordinator has noticed a lost engine and ended the epoch. A suspended
            // engine gets the same time.
            if (!later || backoff.isOver()) {
                throw new StateLostException("the state of ID " + id + " in checkpoint " + point.name() + " is lost: "
                        + problem + place(id));
            }
            changed.await(() -> ended, backoff.nextPauseNanos());
        }
        return null;
    }

    private String place(int id) {
        return files == null
                ? "; --checkpoint-dir would keep states on disk as well"
                : "; and there is no " + files.file(point.name(), id);
    }

    private byte @Nullable [] read(int id) {
        try {
            return files == null ? null : files.read(point.name(), id);
        } catch (IOException unreadable) {
            throw new StateLostException("the state of ID " + id + " in checkpoint " + point.name()
                    + " is kept by nobody any more, and on disk: " + unreadable.getMessage());
        }
    }

    private byte @Nullable [] fetch(CheckpointKeeper keeper, int id) {
        int bytes = keeper.length(point.name(), id);
        if (bytes == CheckpointKeeper.ABSENT) {
            throw new RemoteFailureException("it has no state of ID " + id + " in checkpoint " + point.name(), null);
        }
        byte[] state = new byte[bytes];
        for (int offset = 0; offset < bytes && !ended; offset += CheckpointKeeper.PIECE_BYTES) {
            int length = Math.min(CheckpointKeeper.PIECE_BYTES, bytes - offset);
            byte[] piece = keeper.fetch(point.name(), id, offset, length);
            System.arraycopy(piece, 0, state, offset, length);
        }
        return ended ? null : state; // if ended, the state may be incomplete
    }

    /** Thrown when no engine and no disk has a state that is needed. */
    public static final class StateLostException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StateLostException(String message) {
            super(message);
        }
    }
}
