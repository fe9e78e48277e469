package org.moide.coordinator.reconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Processes;

/** A step that {@link SpmdEpochs} tells its caller to take. Steps are taken in order. */
public sealed interface EpochOutput {
    record Tell(int seat, EngineCommand command) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.tell(this);
        }
    }

    /**
     * Requests a new engine. The caller then calls {@link SpmdEpochs#made} or {@link SpmdEpochs#notMade}.
     *
     * @param seat the number of the new engine, which no other engine of the run ever has
     * @param hosts the daemons that may start it; empty for any suitable host
     * @param threads the number of its compute threads; 0 for as many as suit the host
     * @param awayFrom the numbers of the engines that it replaces, whose hosts should be avoided
     * @param afterNanos how long to wait before the request; 0 or more
     */
    record Recruit(int seat, List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, long afterNanos)
            implements EpochOutput {
        public Recruit {
            hosts = List.copyOf(hosts);
            awayFrom = FixedOrder.copyOf(awayFrom);
        }

        @Override
        public void handle(Handler by) {
            by.recruit(this);
        }
    }

    /**
     * Starts an epoch. All its engines have registered and must now be told to start. The work of the epoch is balanced
     * among {@code members}.
     */
    record Begin(Registration registration, Membership members, Map<Integer, NodeReference> nodes)
            implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.begin(this);
        }
    }

    /**
     * Starts one more engine while all other engines compute.
     *
     * @param processes the table of all engines, in which the new one is the last
     * @param nodes the network nodes of the engines that compute
     */
    record Join(int seat, Processes processes, Membership.Member member, Map<Integer, NodeReference> nodes)
            implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.join(this);
        }
    }

    /**
     * Makes an engine leave while all other engines compute. Its workers have already moved to the other engines.
     *
     * @param registration the table of the other engines
     */
    record Leave(int seat, Registration registration) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.leave(this);
        }
    }

    /** Shows a line to the user. */
    record Note(String line) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.note(this);
        }
    }

    /**
     * Adds a change of engines to the run's report.
     *
     * @param kind the kind in a word, such as "loss"
     * @param why the reason for the user
     * @param tookNanos for how long threads were out of the application
     */
    record Changed(String kind, String why, String what, long tookNanos) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.changed(this);
        }
    }

    /**
     * Answers an order to change engines.
     *
     * @param question the number of the order
     */
    record Answer(long question, ChangeAnswer answer) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.answer(this);
        }
    }

    /** Ends an engine that the run no longer needs. */
    record Retire(int seat) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.retire(this);
        }
    }

    /**
     * Commits a checkpoint on disk. The caller then calls {@link SpmdEpochs#writtenDown}. Only one such step is under
     * way at a time.
     */
    record Write(Commit commit) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.write(this);
        }
    }

    /**
     * Searches the application's classes for calls of {@code restore}. The caller then passes the result to
     * {@link SpmdEpochs#callsRestore}.
     */
    record LookForRestore() implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.lookForRestore(this);
        }
    }

    /** Fails the run, because a thread reported that another engine is gone, although no engine was lost. */
    record Unexplained(EngineReport.Failed failure) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.unexplained(this);
        }
    }

    /** Fails the run, because a lost engine or a lost state cannot be replaced. */
    record CannotGoOn(String why) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.cannotGoOn(this);
        }
    }

    /** Fails the run, because no engine is left. No thread had entered the application. */
    record Nobody(String why) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.nobody(this);
        }
    }

    /** Calls that method of the handler which is for this kind of step. */
    void handle(Handler by);

    /** Carries out steps. It has one method for each kind, so a class that forgets a kind does not compile. */
    interface Handler {
        void tell(Tell tell);

        void recruit(Recruit recruit);

        void begin(Begin begin);

        void join(Join join);

        void leave(Leave leave);

        void note(Note note);

        void changed(Changed changed);

        void answer(Answer answer);

        void retire(Retire retire);

        void write(Write write);

        void lookForRestore(LookForRestore lookForRestore);

        void unexplained(Unexplained unexplained);

        void cannotGoOn(CannotGoOn cannotGoOn);

        void nobody(Nobody nobody);
    }
}
