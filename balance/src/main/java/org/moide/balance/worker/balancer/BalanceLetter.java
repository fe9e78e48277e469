package org.moide.balance.worker.balancer;

import java.io.Serializable;
import java.util.List;
import org.moide.balance.worker.strategy.WorkerLoad;

/**
 * A letter between the balancers of processes. Each may get lost, come late, or come twice. Each has the load of its
 * sender.
 */
public sealed interface BalanceLetter extends Serializable {
    /** The most loads in a letter: the sender's, and what it knows of others. A letter of this many has 4 KB. */
    int MOST_LOADS = 64;

    /** The sender's load when it sent this. */
    WorkerLoad load();

    /** The sender. */
    default int from() {
        return load().process();
    }

    /** Loads: the sender's first, then what others told it, if it passes that on. */
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
     * The sender would like a worker.
     *
     * @param question its number among the sender's questions and offers to this process, from 1 on
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

    /** The sender would like to give a worker. */
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

    /** The question or offer with this number, of the one who gets this letter, has no success. */
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

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** A handler with a method for each kind. A kind that nobody thinks of does not compile. */
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
