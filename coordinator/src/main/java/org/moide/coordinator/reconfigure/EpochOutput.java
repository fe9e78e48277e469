package org.moide.coordinator.reconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Processes;

/** An action that {@link SpmdEpochs} wants done. Actions are done in order. */
public sealed interface EpochOutput {
    record Tell(int seat, EngineCommand command) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.tell(this);
        }
    }

    /**
     * The wish for a new engine, on any host that suits. {@link SpmdEpochs#made} or {@link SpmdEpochs#notMade} follows.
     *
     * @param seat the number that it will have
     * @param hosts the hosts that are allowed; empty for any
     * @param threads its compute threads; 0 for as many as suit the host
     * @param awayFrom the seats in whose place it comes
     * @param afterNanos how long to wait before; 0 or more
     */
    record Recruit(int seat, List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, long afterNanos)
            implements EpochOutput {
        public Recruit {
            hosts = List.copyOf(hosts);
            awayFrom = Set.copyOf(awayFrom);
        }

        @Override
        public void handle(Handler by) {
            by.recruit(this);
        }
    }

    /**
     * The start of an epoch: all engines are registered and are to be told to start, with tasks balanced anew among
     * these members.
     */
    record Begin(Registration registration, Membership members, Map<Integer, NodeReference> nodes)
            implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.begin(this);
        }
    }

    /**
     * The start of one more engine while all others compute.
     *
     * @param processes the processes of the registration by which it comes; it is the last of them
     * @param nodes the nodes of the engines that compute
     */
    record Join(int seat, Processes processes, Membership.Member member, Map<Integer, NodeReference> nodes)
            implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.join(this);
        }
    }

    /**
     * The leaving of an engine while all others go on; its workers are theirs now.
     *
     * @param registration the registration of the others
     */
    record Leave(int seat, Registration registration) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.leave(this);
        }
    }

    /** A line for the user. */
    record Note(String line) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.note(this);
        }
    }

    /**
     * A change of the epoch's engines, for the run's report.
     *
     * @param kind the kind in a word
     * @param why the reason, for the user
     * @param tookNanos for how long the threads were out
     */
    record Changed(String kind, String why, String what, long tookNanos) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.changed(this);
        }
    }

    /** The answer to an order to change engines. {@code question} is the number that came with that order. */
    record Answer(long question, ChangeAnswer answer) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.answer(this);
        }
    }

    /** The end of an engine's part in the run. */
    record Retire(int seat) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.retire(this);
        }
    }

    /** The wish to write down that a checkpoint is complete. {@link SpmdEpochs#writtenDown} follows. One at a time. */
    record Write(Commit commit) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.write(this);
        }
    }

    /**
     * The wish to find out whether the application's classes have a call of {@code restore}.
     * {@link SpmdEpochs#callsRestore} follows.
     */
    record LookForRestore() implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.lookForRestore(this);
        }
    }

    /** The failure of the run because a thread found another engine gone and no loss explains it. */
    record Unexplained(EngineReport.Failed failure) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.unexplained(this);
        }
    }

    /** The failure of the run because what was lost cannot be replaced. */
    record CannotGoOn(String why) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.cannotGoOn(this);
        }
    }

    /** The failure of the run because no engine is left to compute, before any thread has begun. */
    record Nobody(String why) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.nobody(this);
        }
    }

    /** Calls the handler's method for its kind. */
    void handle(Handler by);

    /** A method for each kind of action. Code that forgets a kind does not compile. */
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
