package org.moide.engine.worker;

import java.io.Serializable;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.Processes;

/**
 * A message by which an engine joins while the workers of the others go on. The engine says to engine 0 that it
 * listens; engine 0 takes it in, between two waves and two cuts, and tells all.
 */
sealed interface JoinMessage extends CrewMessage {
    /**
     * An engine that joins.
     *
     * @param engine its number as a process, the next one
     * @param epoch the epoch of the registration that contains it
     * @param threads its compute threads
     * @param power its power, in the unit of the others' powers
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

    /** A message to engine 0: the newcomer hears the other engines, and waits to be taken in. */
    record Listens(Newcomer newcomer) implements JoinMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.listens(this);
        }
    }

    /**
     * A message from engine 0 to the engine that joins: what the others have begun with, and how far they are.
     *
     * @param hosts the hosts of all engines that there are by now, if the engines have told each other
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

    /**
     * A message from engine 0 to the others: workers may move to the newcomer. Everything that comes from engine 0
     * after this message counts the newcomer in.
     */
    record Joined(Newcomer newcomer) implements JoinMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.joined(this);
        }
    }

    /** Calls the handler's method for this kind of message. */
    void handle(Handler by);

    /** A handler of all kinds of these messages. A kind that nobody handles does not compile. */
    interface Handler {
        void listens(Listens listens);

        void joined(Joined joined);
    }
}
