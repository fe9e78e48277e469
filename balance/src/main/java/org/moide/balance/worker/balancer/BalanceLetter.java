package org.moide.balance.worker.balancer;

import java.io.Serializable;
import java.util.List;
import org.moide.balance.worker.strategy.WorkerLoad;

/**
 * A message between the balancers of two processes, with the load of the sender. It may be lost, delayed or duplicated.
 */
public sealed interface BalanceLetter extends Serializable {
    /** The most loads in a letter: the sender's, and those of other processes that it knows. Such a letter has 4 KB. */
    int MOST_LOADS = 64;

    /** Returns the sender's load at the time of sending. */
    WorkerLoad load();

    /** Returns the sender's process number. */
    default int from() {
        return load().process();
    }

    /** Tells loads: first the sender's, then those of other processes that it knows and passes on. */
    record LoadTold(List<WorkerLoad> loads) implements BalanceLetter {
        private static final long serialVersionUID = 1L;

        public LoadTold {
            loads = List.copyOf(loads);
            if (loads.isEmpty() || loads.size() > MOST_LOADS) {
                throw new IllegalArgumentException(
                        "a letter about loads: expected 1 to " + MOST_LOADS + " of them, found " + loads.size());
            }
        }

        @Override
        public WorkerLoad load() {
            return loads.get(0);
        }

        @Override
        public void handle(Handler by) {
            by.told(this);
        }
    }

    /**
     * Asks the receiver for one of its workers.
     *
     * @param question the number of this request among the sender's requests and offers to the receiver, from 1
     */
    record WorkerWanted(long question, WorkerLoad load) implements BalanceLetter {
        private static final long serialVersionUID = 1L;

        public WorkerWanted {
            requireNumber(question, load);
        }

        @Override
        public void handle(Handler by) {
            by.wanted(this);
        }
    }

    /**
     * Offers a worker to the receiver.
     *
     * @param question the number of this offer among the sender's requests and offers to the receiver, from 1
     */
    record WorkerOffered(long question, WorkerLoad load) implements BalanceLetter {
        private static final long serialVersionUID = 1L;

        public WorkerOffered {
            requireNumber(question, load);
        }

        @Override
        public void handle(Handler by) {
            by.offered(this);
        }
    }

    /**
     * Refuses a request for a worker, or declines an offer.
     *
     * @param question the number that the process which asked or offered gave to its letter
     */
    record WorkerRefused(long question, WorkerLoad load) implements BalanceLetter {
        private static final long serialVersionUID = 1L;

        public WorkerRefused {
            requireNumber(question, load);
        }

        @Override
        public void handle(Handler by) {
            by.refused(this);
        }
    }

    /** Calls the handler's method for this kind of letter. */
    void handle(Handler by);

    /**
     * A receiver of letters (messages between balancers) with one method for each kind. A new kind does not compile
     * until every receiver handles it.
     */
    interface Handler {
        void told(LoadTold letter);

        void wanted(WorkerWanted letter);

        void offered(WorkerOffered letter);

        void refused(WorkerRefused letter);
    }

    private static void requireNumber(long question, WorkerLoad load) {
        if (question < 1) {
            throw new IllegalArgumentException("a letter of process " + load.process()
                    + ": expected the number of a question from 1 on, found " + question);
        }
    }
}
