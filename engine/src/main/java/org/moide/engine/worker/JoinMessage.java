package org.moide.engine.worker;

import java.io.Serializable;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.Processes;

/**
 * What engines say when one joins while the others' workers go on: it says to engine 0 that it listens; engine 0 takes
 * it in, between two waves and two cuts, and tells all.
 */
sealed interface JoinMessage extends CrewMessage {
    /**
     * An engine that joins.
     *
     * @param engine its number as a process, the next one
     * @param epoch of the registration that has it
     * @param threads its compute threads
     * @param power in the unit of the others'
     */
    record Newcomer(int engine, long epoch, int threads, double power, EngineHost host) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Newcomer {
            if (engine < 1
                    || engine >= Processes.MOST
                    || threads < 1
                    || !(power > 0 && power < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("expected an engine from 1 to " + (Processes.MOST - 1)
                        + ", threads, and a power above 0, found " + engine + ", " + threads + " and " + power);
            }
        }
    }

    /** To engine 0: it hears what others say, and waits to be taken in. */
    record Listens(Newcomer newcomer) implements JoinMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.listens(this);
        }
    }

    /**
     * From engine 0 to the one that joins: what the others have begun with, and how far they are.
     *
     * @param hosts of all engines that there are by now, if they have told each other
     * @param cut the last one that has begun; it is complete
     * @param safePoints how many were kept since the epoch began
     */
    record Welcome(EngineSave.Plan plan, KnownHosts hosts, int cut, long safePoints) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Welcome {
            if (cut < 0 || safePoints < 0) {
                throw new IllegalArgumentException(
                        "expected a cut and safe points from 0 on, found " + cut + " and " + safePoints);
            }
        }
    }

    /** From engine 0 to the others: workers may move there. What comes from engine 0 after this counts that engine in. */
    record Joined(Newcomer newcomer) implements JoinMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.joined(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What is done with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void listens(Listens listens);

        void joined(Joined joined);
    }
}
