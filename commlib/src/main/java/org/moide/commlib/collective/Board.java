package org.moide.commlib.collective;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Team;
import org.moide.commlib.port.HostMemory;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.Registration.Member;

/**
 * The contributions of one engine's threads to their current collective, and its result. The threads meet in a
 * {@link Team}. One of them, the acting thread, communicates with other engines while the rest wait.
 *
 * <p><b>Fields.</b> Thread t writes {@code brought[t]} before it comes to the meeting; the acting thread reads it. The
 * acting thread writes {@code outcome}, {@code scratch} and {@code history}, and all threads read them after the
 * meeting. The acting thread of the next collective writes them only after all threads have come to its meeting, when
 * no thread reads the old values any more. The last thread to read {@code outcome}, by the count in {@code taken},
 * clears it. {@code buffers} has two buffers for each thread, for meetings of even and of odd number; only that thread
 * writes them. A buffer's content stays valid as long as the words that its thread brought to the same meeting (see
 * {@link org.moide.commlib.local.Rendezvous}).
 */
public final class Board {
    /**
     * The longest scratch array that is kept for the next collective. For a longer one, allocation is cheap compared
     * to the memory it would hold.
     */
    private static final long KEPT_BYTES = 8 << 20;

    private static final Contribution NOTHING =
            new Contribution(Description.of(Operation.BARRIER), Slice.of(new byte[0]), Slice.of(new byte[0]), null);

    private final Team team;
    private final HallDoor door;
    private final Member member;
    private final Contribution[] brought;
    private final AtomicInteger taken = new AtomicInteger();
    private @Nullable Object outcome;
    private @Nullable Object scratch;
    private final Slice[] buffers;
    private long history;
    /**
     * The number of collectives with other engines. Only the thread that acts for the engine writes it, any thread
     * reads it.
     */
    private final AtomicLong conducted = new AtomicLong();

    /** One thread's data for a collective; slices that the collective does not use are empty. */
    record Contribution(
            Description description,
            Slice first,
            Slice second,
            @Nullable Object value) {}

    /** Creates a board whose collectives with other engines take place by messages only. */
    public Board(Team team, Member member) {
        this(team, member, HostMemory.NONE);
    }

    /**
     * Creates a board.
     *
     * @param memory the memory in which the engines of a host meet for short collectives
     */
    public Board(Team team, Member member, HostMemory memory) {
        this.door = new HallDoor(memory);
        this.team = team;
        this.member = member;
        this.brought = new Contribution[member.threads()];
        Arrays.fill(brought, NOTHING);
        this.buffers = new Slice[2 * member.threads()];
        Arrays.fill(buffers, NOTHING.first());
    }

    HallDoor door() {
        return door;
    }

    /** Returns the hall in which engines of this host meet; null if there is none. Any thread may call it. */
    public @Nullable Hall hall() {
        return door.hall();
    }

    Team team() {
        return team;
    }

    /** Returns the signal on which this engine's threads wait for each other. */
    public Signal signal() {
        return team.signal();
    }

    int threads() {
        return brought.length;
    }

    int firstId() {
        return member.firstId();
    }

    void bring(int thread, Contribution contribution) {
        brought[thread] = contribution;
    }

    Contribution of(int thread) {
        return brought[thread];
    }

    /**
     * Checks that all threads of the engine came to a meeting, the point where they wait for each other, with the same
     * description of their call.
     *
     * @throws IllegalArgumentException if two threads came with different descriptions
     */
    void agree(long meeting) {
        int other = team.firstToDiffer(meeting);
        if (other > 0) {
            throw new IllegalArgumentException("expected the same collective with the same lengths everywhere, found "
                    + Description.unpack(team.purpose(0, meeting)) + " at ID " + member.firstId() + " and "
                    + Description.unpack(team.purpose(other, meeting)) + " at ID " + (member.firstId() + other));
        }
    }

    /**
     * Returns the buffer in which a thread leaves its data for a meeting of the engine's threads. It has at least
     * {@code length} elements, of any content.
     */
    Slice buffer(int thread, long meeting, ElementType type, int length) {
        int index = bufferIndex(thread, meeting);
        Slice buffer = buffers[index];
        if (buffer.type() != type || buffer.length() < length) {
            buffer = Slice.of(type.newArray(length));
            buffers[index] = buffer;
        }
        return buffer;
    }

    /** Returns the buffer that another thread of the engine has filled for a meeting. */
    Slice buffer(int thread, long meeting) {
        return buffers[bufferIndex(thread, meeting)];
    }

    private static int bufferIndex(int thread, long meeting) {
        return 2 * thread + (int) (meeting & 1);
    }

    /**
     * Returns where the share of a thread begins if the engine's threads divide {@code length} positions among them.
     * The share ends where the next thread's share begins.
     */
    int share(int length, int ofThread) {
        return (int) ((long) length * ofThread / brought.length);
    }

    /** Returns the total number of elements that the engine's threads contribute to the current collective. */
    long blockLength() {
        long length = 0;
        for (Contribution contribution : brought) {
            length += contribution.second().length();
        }
        return length;
    }

    /** Returns the contributions of all threads of the engine, one after the other; not to be changed. */
    Slice block(ElementType type) {
        if (brought.length == 1) {
            return brought[0].second();
        }
        Slice block = scratch(type, Math.toIntExact(blockLength()));
        copyBlock(block);
        return block;
    }

    /** Copies the contributions of all threads of the engine to {@code target}, one after the other. */
    void copyBlock(Slice target) {
        int at = 0;
        for (Contribution contribution : brought) {
            Slice part = contribution.second();
            Slices.copy(part, target.part(at, part.length()));
            at += part.length();
        }
    }

    /** Sets the result of the current collective; each thread of the engine must {@link #take} it once. */
    void conclude(Object result) {
        outcome = result;
    }

    /**
     * Returns the result of the current collective. After every thread has called it once, the board drops the result.
     */
    Object take() {
        Object found = outcome;
        if (found == null) {
            throw new IllegalStateException("expected the outcome of a collective, found none");
        }
        if (taken.incrementAndGet() == brought.length) {
            taken.set(0);
            outcome = null;
        }
        return found;
    }

    /** Returns working space, whose content does not matter, valid until the next collective. */
    Slice scratch(ElementType type, int length) {
        Object array = scratch;
        if (array == null || ElementType.of(array) != type || Array.getLength(array) < length) {
            array = type.newArray(length);
            scratch = (long) length * type.bytes() <= KEPT_BYTES ? array : null;
        }
        return Slice.of(array, 0, length);
    }

    /**
     * Adds a collective with other engines to the history. Called by the thread that acts for the engine in this
     * collective.
     */
    void addToHistory(Description description) {
        history = 31 * history + description.pack();
        conducted.setRelease(conducted.getPlain() + 1);
    }

    /**
     * Returns a hash of all collectives that this engine has had with other engines. Called by the thread that acts
     * for the engine in the current collective.
     */
    long history() {
        return history;
    }

    /**
     * Returns the number of collectives with other engines for which all threads of this engine have met. Any thread
     * may call it.
     */
    public long conducted() {
        return conducted.get();
    }

    /**
     * Returns the indices of threads that have not come to the latest meeting of thread {@code ofThread}; empty if all
     * have. Any thread may call it, while thread {@code ofThread} waits in that meeting: then every thread that never
     * calls again is among those returned.
     */
    public int[] missing(int ofThread) {
        return team.missing(ofThread);
    }

    /**
     * Drops the data that a thread brought to the current collective, so that the board does not keep the thread's
     * arrays alive.
     */
    void forget(int thread) {
        brought[thread] = NOTHING;
    }
}
