package org.moide.balance.worker.strategy;

import java.util.List;

/** A decision of a strategy, which its process carries out. */
public sealed interface WorkerDecision {
    /** The longest reason, in letters: it goes into the report. */
    int LONGEST_REASON = 200;

    /**
     * Ask a process for a worker; it gets a {@link WorkerView.Question}. Answers its offer, if it made one. Sent once: it may get
     * lost. Without effect while an earlier question to the same process is {@link WorkerView.Asked#OPEN open}.
     */
    record Ask(int process) implements WorkerDecision {
        public Ask {
            requireProcess(process);
        }

        @Override
        public void handle(Handler by) {
            by.ask(this);
        }
    }

    /** Offer a process a worker, which it may then ask for; otherwise as {@link Ask}. */
    record Offer(int process) implements WorkerDecision {
        public Offer {
            requireProcess(process);
        }

        @Override
        public void handle(Handler by) {
            by.offer(this);
        }
    }

    /**
     * Move a worker of this process to another, after the task that it handles. Answers the other's question, if any. Without
     * effect if the worker's directives do not let it move there.
     *
     * @param worker one of {@link WorkerView#movable}
     * @param process where to
     * @param reason for the report: a few words
     */
    record Move(long worker, int process, String reason) implements WorkerDecision {
        public Move {
            requireProcess(process);
            if (worker < 0) {
                throw new IllegalArgumentException("expected a worker from 0 on, found " + worker);
            }
            if (reason.isBlank() || reason.length() > LONGEST_REASON) {
                throw new IllegalArgumentException("moving worker " + worker + " to process " + process
                        + ": expected a reason of 1 to " + LONGEST_REASON + " letters, found \"" + reason + "\"");
            }
        }

        @Override
        public void handle(Handler by) {
            by.move(this);
        }
    }

    /** Tell a process that its question or offer has no success. Sent once. */
    record Refuse(int process) implements WorkerDecision {
        public Refuse {
            requireProcess(process);
        }

        @Override
        public void handle(Handler by) {
            by.refuse(this);
        }
    }

    /**
     * Tell processes this one's load as it is now. Sent once to each, and only to those that know another load: decide this as
     * often as you like.
     *
     * @param processes whom
     * @param whatIsKnown whether what is known of others is told too (an epidemic)
     */
    record Tell(List<Integer> processes, boolean whatIsKnown) implements WorkerDecision {
        public Tell {
            processes = List.copyOf(processes);
            processes.forEach(WorkerDecision::requireProcess);
        }

        @Override
        public void handle(Handler by) {
            by.tell(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** A handler with a method for each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void ask(Ask ask);

        void offer(Offer offer);

        void move(Move move);

        void refuse(Refuse refuse);

        void tell(Tell tell);
    }

    private static void requireProcess(int process) {
        if (process < 0) {
            throw new IllegalArgumentException("expected a process from 0 on, found " + process);
        }
    }
}
