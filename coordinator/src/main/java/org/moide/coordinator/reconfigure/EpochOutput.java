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

/** What {@link SpmdEpochs} wants done, in this order. */
public sealed interface EpochOutput {
    record Tell(int seat, EngineCommand command) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.tell(this);
        }
    }

    /**
     * Have an engine made, on whichever host suits; {@link SpmdEpochs#made} or {@link SpmdEpochs#notMade} comes of it.
     *
     * @param seat the number that it will have
     * @param hosts where; empty for any
     * @param threads its compute threads; 0 for as many as suit the host
     * @param awayFrom the seats in whose place it comes
     * @param afterNanos how long to wait before: 0 or more
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

    /** All are registered: they are to be told to start, with tasks balanced anew among these members. */
    record Begin(Registration registration, Membership members, Map<Integer, NodeReference> nodes)
            implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.begin(this);
        }
    }

    /**
     * One more engine is to be told to start, while all others compute.
     *
     * @param processes those of the registration by which it comes, of which it is the last
     * @param nodes of those that compute
     */
    record Join(int seat, Processes processes, Membership.Member member, Map<Integer, NodeReference> nodes)
            implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.join(this);
        }
    }

    /**
     * One engine less computes, while all others go on: all its workers are theirs.
     *
     * @param registration that of the others
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
     * For the run's report: the engines of an epoch are others than before.
     *
     * @param kind in a word
     * @param why for the user
     * @param tookNanos for how long the threads were out
     */
    record Changed(String kind, String why, String what, long tookNanos) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.changed(this);
        }
    }

    /** What somebody wanted, under this number, is done or refused. */
    record Answer(long question, ChangeAnswer answer) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.answer(this);
        }
    }

    /** This engine has no part in the run any more. */
    record Retire(int seat) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.retire(this);
        }
    }

    /** Write down that a checkpoint is complete; {@link SpmdEpochs#writtenDown} comes of it. One at a time. */
    record Write(Commit commit) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.write(this);
        }
    }

    /** Find out whether the application's classes have a call of {@code restore}: {@link SpmdEpochs#callsRestore}. */
    record LookForRestore() implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.lookForRestore(this);
        }
    }

    /** A thread found another engine gone, and no loss explains it: the run fails. */
    record Unexplained(EngineReport.Failed failure) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.unexplained(this);
        }
    }

    /** What was lost cannot be replaced: the run fails. */
    record CannotGoOn(String why) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.cannotGoOn(this);
        }
    }

    /** The same before any thread has begun: there is nobody to compute. */
    record Nobody(String why) implements EpochOutput {
        @Override
        public void handle(Handler by) {
            by.nobody(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What is done with each kind. A kind that nobody thinks of does not compile. */
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
