package org.moide.engine.spmd;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.CheckpointName;

/**
 * The states that one engine keeps in its memory: those of its own threads, and those of the engine for which it is the
 * buddy, that is, for which it keeps a copy. It keeps the last committed checkpoint and the one in progress.
 *
 * <p>Any thread; guarded by this object's lock. States are immutable, so they are not copied while the lock is held.
 */
public final class CheckpointStore implements CheckpointKeeper {
    private final TreeMap<CheckpointName, Map<Integer, Kept>> kept = new TreeMap<>();

    /** A state, complete or still arriving. */
    private static final class Kept {
        private final byte[] state;
        private int come;

        Kept(byte[] state, int come) {
            this.state = state;
            this.come = come;
        }

        boolean isWhole() {
            return come == state.length;
        }
    }

    /** Keeps a complete state. The array must not be changed afterwards. */
    public synchronized void put(CheckpointName checkpoint, int id, byte[] state) {
        of(checkpoint).put(id, new Kept(state, state.length));
    }

    /** Returns a state; null if it is absent or incomplete. */
    public synchronized byte @Nullable [] get(CheckpointName checkpoint, int id) {
        Map<Integer, Kept> states = kept.get(checkpoint);
        Kept found = states == null ? null : states.get(id);
        return found != null && found.isWhole() ? found.state : null;
    }

    /** Drops all checkpoints before this one, which is committed: all of its states are stored. */
    public synchronized void committed(CheckpointName checkpoint) {
        kept.headMap(checkpoint).clear();
    }

    /** Drops all checkpoints except this one, from which an epoch starts; null drops all. */
    public synchronized void keepOnly(@Nullable CheckpointName checkpoint) {
        kept.keySet().removeIf(other -> !other.equals(checkpoint));
    }

    @Override
    public synchronized void keep(CheckpointName checkpoint, int id, int bytes, int offset, byte[] piece) {
        if (bytes < 1 || offset < 0 || piece.length > bytes - offset) {
            throw new IllegalArgumentException("state of ID " + id + " in checkpoint " + checkpoint
                    + ": expected a piece within " + bytes + " bytes, found " + piece.length + " at " + offset);
        }
        Map<Integer, Kept> states = of(checkpoint);
        if (piece.length == bytes) {
            states.put(id, new Kept(piece, bytes)); // the whole state in one piece, whose array no other code uses
            return;
        }
        Kept known = states.get(id);
        if (known == null || known.state.length != bytes) {
            known = new Kept(new byte[bytes], 0);
            states.put(id, known);
        }
        if (offset > known.come) {
            throw new IllegalStateException("state of ID " + id + " in checkpoint " + checkpoint
                    + ": expected the piece at " + known.come + ", found the one at " + offset);
        }
        if (offset == known.come) { // otherwise the piece is a repeat
            System.arraycopy(piece, 0, known.state, offset, piece.length);
            known.come += piece.length;
        }
    }

    @Override
    public int length(CheckpointName checkpoint, int id) {
        byte[] state = get(checkpoint, id);
        return state == null ? ABSENT : state.length;
    }

    @Override
    public byte[] fetch(CheckpointName checkpoint, int id, int offset, int bytes) {
        byte[] state = get(checkpoint, id);
        if (state == null) {
            throw new IllegalStateException("the state of ID " + id + " in checkpoint " + checkpoint + " is not here");
        }
        if (offset < 0 || bytes < 0 || bytes > PIECE_BYTES || bytes > state.length - offset) {
            throw new IllegalArgumentException("state of ID " + id + ": expected a piece of at most " + PIECE_BYTES
                    + " bytes within " + state.length + ", found " + bytes + " at " + offset);
        }
        return Arrays.copyOfRange(state, offset, offset + bytes);
    }

    private Map<Integer, Kept> of(CheckpointName checkpoint) {
        return kept.computeIfAbsent(checkpoint, first -> new HashMap<>());
    }
}
