package org.moide.balance.worker.strategy;

import java.util.List;

/** A worker strategy's decision, which its process carries out. */
public sealed interface WorkerDecision {
    /** The most characters of a move's reason, which goes into the report. */
    int LONGEST_REASON = 200;

    /**
     * Ask a process for a worker. The process's strategy sees a {@link WorkerView.Question}. If the process had offered
     * a worker, the question accepts the offer. The message is sent once and may be lost. The decision has no effect
     * while an earlier question to the process is {@link WorkerView.Asked#OPEN open}.
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

    /**
     * Offer a worker to a process, which may then ask for it. The message is sent once and may be lost. The decision
     * has no effect while an earlier question to the process is open.
     */
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
     * Move a worker of this process to another process after its present task. If the other process had asked for a
     * worker, that answers its question. The decision has no effect if the worker's directives forbid the move.
     *
     * @param worker one of {@link WorkerView#movable}
     * @param process the destination
     * @param reason a few words for the report
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

    /** Refuse a process's question or offer. The message is sent once and may be lost. */
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
     * Tell processes this process's present load. The message is sent once to each, and only to those that were told
     * another load, so a strategy may decide it at each step.
     *
     * @param processes the receivers
     * @param whatIsKnown whether to tell also the loads of other processes that this one knows, so that they spread by
     *     gossip
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

    /** Calls the handler's method for this kind of decision. */
    void handle(Handler by);

    /**
     * A receiver of decisions with one method for each kind. A new kind does not compile until every receiver handles
     * it.
     */
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
