package org.moide.commlib.registration;

import java.io.Serializable;
import java.util.List;

/**
 * The table of logical IDs of one epoch. IDs are numbered engine by engine, thread by thread, from 0 (MOIDE, §3.1.1,
 * registration mechanism). Every engine has the whole table.
 *
 * @param epoch from 1; any change of IDs or of the engines behind them starts the next
 * @param engines in the order of their numbers; engine 0 has logical ID 0
 */
public record Registration(long epoch, List<Member> engines) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Registration {
        if (epoch < 1) {
            throw new IllegalArgumentException("expected an epoch from 1 on, found " + epoch);
        }
        engines = List.copyOf(engines);
        int next = 0;
        for (int number = 0; number < engines.size(); number++) {
            Member member = engines.get(number);
            if (member.engine() != number || member.firstId() != next) {
                throw new IllegalArgumentException(
                        "expected engine " + number + " with first ID " + next + ", found " + member);
            }
            next += member.threads();
        }
        if (next == 0) {
            throw new IllegalArgumentException("expected at least one compute thread, found none");
        }
    }

    /**
     * The entry of one engine in the table.
     *
     * @param engine the engine's number
     * @param firstId the logical ID of its thread 0
     * @param threads the number of its compute threads
     * @param incarnation distinguishes this engine from an earlier one with the same number
     * @param node where it is reached
     */
    public record Member(int engine, int firstId, int threads, long incarnation, NodeReference node)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        public Member {
            if (threads < 1) {
                throw new IllegalArgumentException(
                        "engine " + engine + ": expected at least 1 thread, found " + threads);
            }
        }
    }

    /** Returns the number of logical IDs. */
    public int count() {
        Member last = engines.get(engines.size() - 1);
        return last.firstId() + last.threads();
    }

    /**
     * Returns the entry of the engine whose thread has the logical ID {@code id}.
     *
     * @throws IllegalArgumentException if there is no such ID
     */
    public Member memberOf(int id) {
        if (id < 0 || id >= count()) {
            throw new IllegalArgumentException("expected a logical ID from 0 to " + (count() - 1) + ", found " + id);
        }
        int low = 0;
        int high = engines.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (engines.get(middle).firstId() <= id) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return engines.get(low);
    }
}
