package org.moide.commlib.collective;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Team;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.Registration.Member;

/**
 * The contributions of one engine's threads to the collective they are in, and its outcome.
 *
 * <p><b>Fields.</b> {@code brought[t]} is written by thread t before it meets the team, and read by the one that acts.
 * {@code outcome}, {@code scratch} and {@code history} are written by the one that acts and read by all after the
 * meeting; the next collective's acting thread writes them only when all have come to its meeting, so nobody still
 * reads. The last to read {@code outcome}, by the count in {@code taken}, clears it. {@code buffers} has two for each
 * thread, which alone writes them, for meetings of even and of odd number: they last as long as the words of a
 * {@link org.moide.commlib.local.Rendezvous}.
 */
public final class Board {
    /** Scratch longer than this is not kept for the next collective: memory is worth more than the allocation then. */
    private static final long KEPT_BYTES = 8 << 20;

    private static final Contribution NOTHING =
            new Contribution(Description.of(Operation.BARRIER), Slice.of(new byte[0]), Slice.of(new byte[0]), null);

    private final Team team;
    private final Member member;
    private final Contribution[] brought;
    private final AtomicInteger taken = new AtomicInteger();
    private @Nullable Object outcome;
    private @Nullable Object scratch;
    private final Slice[] buffers;
    private long history;
    /** The number of collectives with other engines; written by the thread that acts, read by any thread. */
    private final AtomicLong conducted = new AtomicLong();

    /** One thread's part in a collective; unused slices are empty. */
    record Contribution(
            Description description,
            Slice first,
            Slice second,
            @Nullable Object value) {}

    public Board(Team team, Member member) {
        this.team = team;
        this.member = member;
        this.brought = new Contribution[member.threads()];
        Arrays.fill(brought, NOTHING);
        this.buffers = new Slice[2 * member.threads()];
        Arrays.fill(buffers, NOTHING.first());
    }

    Team team() {
        return team;
    }

    /** The signal at which its threads wait for each other. */
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
     * Makes sure that all threads came to a meeting with the same description.
     *
     * @throws IllegalArgumentException if they did not
     */
    void agree(long meeting) {
        int other = team.firstToDiffer(meeting);
        if (other > 0) {
            throw new IllegalArgumentException("expected the same collective with the same lengths everywhere, found "
                    + Description.unpack(team.purpose(0, meeting)) + " at ID " + member.firstId() + " and "
                    + Description.unpack(team.purpose(other, meeting)) + " at ID " + (member.firstId() + other));
        }
    }

    /** A thread's own short copy for a meeting, with anything in it; at least {@code length} long. */
    Slice buffer(int thread, long meeting, ElementType type, int length) {
        int index = bufferIndex(thread, meeting);
        Slice buffer = buffers[index];
        if (buffer.type() != type || buffer.length() < length) {
            buffer = Slice.of(type.newArray(length));
            buffers[index] = buffer;
        }
        return buffer;
    }

    /** The buffer that another thread has filled. */
    Slice buffer(int thread, long meeting) {
        return buffers[bufferIndex(thread, meeting)];
    }

    private static int bufferIndex(int thread, long meeting) {
        return 2 * thread + (int) (meeting & 1);
    }

    /** The first of this many positions that the thread of this index works on. */
    int share(int length, int ofThread) {
        return (int) ((long) length * ofThread / brought.length);
    }

    /** The number of elements in the parts of all threads together. */
    long blockLength() {
        long length = 0;
        for (Contribution contribution : brought) {
            length += contribution.second().length();
        }
        return length;
    }

    /** Puts the parts of all threads one after the other. */
    void copyBlock(Slice target) {
        int at = 0;
        for (Contribution contribution : brought) {
            Slice part = contribution.second();
            Slices.copy(part, target.part(at, part.length()));
            at += part.length();
        }
    }

    /** Sets what the meeting brings, for each thread to {@link #take} once. */
    void conclude(Object result) {
        outcome = result;
    }

    /** Takes the outcome of the meeting; after all threads have taken it, it is let go. */
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

    /** Elements to work in, with anything in them; until the next collective. */
    Slice scratch(ElementType type, int length) {
        Object array = scratch;
        if (array == null || ElementType.of(array) != type || Array.getLength(array) < length) {
            array = type.newArray(length);
            scratch = (long) length * type.bytes() <= KEPT_BYTES ? array : null;
        }
        return Slice.of(array, 0, length);
    }

    /** A collective in which this engine is with others; by the one that acts. */
    void addToHistory(Description description) {
        history = 31 * history + description.pack();
        conducted.setRelease(conducted.getPlain() + 1);
    }

    /** A number that depends on all collectives that this engine was in; by the one that acts. */
    long history() {
        return history;
    }

    /**
     * The number of collectives in which all threads of this engine have come together to be in them with other
     * engines. Any thread.
     */
    public long conducted() {
        return conducted.get();
    }

    /**
     * The threads of this engine that have not come to the meeting that this one has come to last; empty if all have. Any
     * thread, of one that is seen to wait in such a meeting: then those who will never call again are certain to be named.
     */
    public int[] missing(int ofThread) {
        return team.missing(ofThread);
    }

    /** Lets go of what only this collective needed. */
    void forget(int thread) {
        brought[thread] = NOTHING;
    }
}
