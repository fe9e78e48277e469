package org.moide.commlib.collective;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Team;
import org.moide.commlib.registration.Registration.Member;

/**
 * What the threads of one engine have brought to the collective they are in, and what came of it.
 *
 * <p><b>Fields.</b> {@code brought[t]} is written by thread t before it meets the team, and read by the one that acts.
 * {@code outcome} and {@code scratch} are written by the one that acts and read by all after the meeting; the next
 * collective's acting thread writes them only when all have come to its meeting, so nobody still reads. The last to read
 * {@code outcome}, by the count in {@code taken}, clears it.
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
    }

    Team team() {
        return team;
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
     * What all threads agree that they were called with.
     *
     * @throws IllegalArgumentException if they do not
     */
    void agree() {
        Description first = brought[0].description();
        for (int thread = 1; thread < brought.length; thread++) {
            Description other = brought[thread].description();
            if (!first.equals(other)) {
                throw new IllegalArgumentException(
                        "expected the same collective with the same lengths everywhere, found " + first + " at ID "
                                + member.firstId() + " and " + other + " at ID " + (member.firstId() + thread));
            }
        }
    }

    /** Sets what the meeting brings, for each thread to {@link #take} once. */
    void conclude(Object result) {
        outcome = result;
    }

    /** What the meeting brought; after all threads have taken it, it is let go. */
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

    /** Lets go of what only this collective needed. */
    void forget(int thread) {
        brought[thread] = NOTHING;
    }
}
