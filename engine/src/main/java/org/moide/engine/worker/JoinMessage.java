package org.moide.engine.worker;

import java.io.Serializable;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.Processes;

/**
 * A message by which an engine joins while the workers of the other engines continue. The new engine tells engine 0
 * that it can receive messages. Engine 0 waits for a moment at which no wave of the termination detection and no cut
 * (snapshot) is in progress, adds the new engine, and tells all engines.
 */
sealed interface JoinMessage extends CrewMessage {
    /**
     * An engine that joins.
     *
     * @param engine its process number, the next free one
     * @param epoch the epoch number of the registration that contains it
     * @param threads its number of compute threads
     * @param power its power, in the unit of the other engines' powers
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

    /** Tells engine 0 that the newcomer receives messages and waits to be added. */
    record Listens(Newcomer newcomer) implements JoinMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.listens(this);
        }
    }

    /**
     * The message by which engine 0 tells a newcomer the plan with which the other engines have begun, and how far they
     * are.
     *
     * @param hosts the hosts of all current engines, if the engines have exchanged them
     * @param cut the number of the last cut (snapshot), which is complete
     * @param safePoints how many safe points were stored since the epoch began
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

    /**
     * The message by which engine 0 tells the other engines that workers may move to the newcomer. Engine 0 counts the
     * newcomer among the engines in all its later messages.
     */
    record Joined(Newcomer newcomer) implements JoinMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.joined(this);
        }
    }

    /** Calls the method of {@code by} for this kind of message. */
    void handle(Handler by);

    /** Has one method for each kind of message, so that the compiler finds a kind without a handler. */
    interface Handler {
        void listens(Listens listens);

        void joined(Joined joined);
    }
}
