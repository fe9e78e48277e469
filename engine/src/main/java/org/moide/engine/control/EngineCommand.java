package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;

/**
 * What the coordinator tells an engine. A <b>seat</b> is an engine's process in a run, numbered once; its <b>engine
 * number</b> is its place in the registration of an epoch.
 */
public sealed interface EngineCommand extends Serializable {
    /**
     * An epoch begins: who is who, and what part of the work is whose.
     *
     * @param processes the registration, and the numbers of its engines as processes with workers
     * @param engine which of the registered engines the receiver is
     * @param powers each engine's power, by engine number
     * @param collectives by which lengths they take their ways
     */
    record Register(Processes processes, int engine, List<Double> powers, Tuning collectives) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        /** Of engines that begin together, or have no workers. */
        public Register(Registration registration, int engine, List<Double> powers, Tuning collectives) {
            this(Processes.of(registration), engine, powers, collectives);
        }

        public Register {
            powers = List.copyOf(powers);
            int engines = processes.registration().engines().size();
            if (powers.size() != engines) {
                throw new IllegalArgumentException(
                        "expected " + engines + " powers, one for each engine, found " + powers.size());
            }
            Objects.checkIndex(engine, powers.size());
        }

        public Registration registration() {
            return processes.registration();
        }

        /** The same for another of the registered engines. */
        public Register toldTo(int other) {
            return new Register(processes, other, powers, collectives);
        }

        @Override
        public void handle(Handler by) {
            by.register(this);
        }
    }

    /**
     * A command that very many engines are told at once, in short: the receiver asks another for the rest, which is the same for
     * all. So they make a tree, with the coordinator at the top.
     *
     * @param sheet the name of the bytes of the rest: their SHA-256
     * @param engine which of the registered engines the receiver is, if that is what it is told
     * @param level how far below the coordinator the receiver is; from 1 on
     * @param above the seat of the engine to ask; {@link Posting#COORDINATOR} at level 1
     * @param node where that is reached; null at level 1
     */
    record Spread(
            String sheet,
            int engine,
            int level,
            int above,
            @Nullable NodeReference node) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Spread {
            if (engine < 0 || level < 1 || (level == 1) != (node == null)) {
                throw new IllegalArgumentException("expected an engine from 0 on, and another above it from level 2 on,"
                        + " found engine " + engine + " at level " + level + " below " + node);
            }
        }

        @Override
        public void handle(Handler by) {
            by.spread(this);
        }
    }

    /**
     * A registration of a bag of tasks, or of workers, with engines that were not there before, or, of workers, without
     * one that is to leave: who is there goes on without stopping, and says that it is {@link EngineReport.Registered}.
     *
     * @param processes the registration, and the numbers of its engines as processes with workers
     * @param engine which of the registered engines the receiver is
     * @param collectives by which lengths they take their ways
     * @param comes whether engines come; else one leaves
     */
    record Widen(Processes processes, int engine, Tuning collectives, boolean comes) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        /** Of a bag, with engines that come. */
        public Widen(Registration registration, int engine, Tuning collectives) {
            this(Processes.of(registration), engine, collectives, true);
        }

        public Widen {
            Objects.checkIndex(engine, processes.registration().engines().size());
        }

        public Registration registration() {
            return processes.registration();
        }

        @Override
        public void handle(Handler by) {
            by.widen(this);
        }
    }

    /**
     * The receiver is to leave while all others of its epoch, which has workers, go on: these are registered.
     *
     * @param epoch of the registration that has all others
     */
    record LeaveOthers(long epoch) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.leaveOthers(this);
        }
    }

    /**
     * Everybody is registered: run.
     *
     * @param shared what {@code createTasks} shared, by name: the IDs of data objects, fetched when first asked for
     * @param bag whether the application is a bag of tasks; else it is SPMD
     * @param strategy how tasks are balanced
     * @param workers how workers are balanced; null if the application has none
     * @param tasks how tasks are treated
     * @param seed the strategy's chance, with the engine's number
     * @param members who takes part in the balancing
     * @param nodes where each of these is reached, by seat
     * @param recordedTasks how many tasks each thread writes down for {@code --record-workload}; 0 if nothing is
     *     recorded
     */
    record Start(
            Map<String, Long> shared,
            boolean bag,
            StrategySpec strategy,
            @Nullable WorkerSettings workers,
            TaskSettings tasks,
            long seed,
            Membership members,
            Map<Integer, NodeReference> nodes,
            int recordedTasks)
            implements EngineCommand {
        private static final long serialVersionUID = 1L;

        /** Of an application without workers. */
        public Start(
                Map<String, Long> sharedBytes,
                boolean bag,
                StrategySpec strategy,
                TaskSettings tasks,
                long seed,
                Membership members,
                Map<Integer, NodeReference> nodes,
                int recordedTasks) {
            this(sharedBytes, bag, strategy, null, tasks, seed, members, nodes, recordedTasks);
        }

        public Start {
            shared = Map.copyOf(shared);
            nodes = Map.copyOf(nodes);
        }

        @Override
        public void handle(Handler by) {
            by.start(this);
        }
    }

    /** About tasks, from the root of the balancing. */
    record Loan(Letter letter) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.loan(this);
        }
    }

    /**
     * Who takes part in the balancing has changed.
     *
     * @param nodes where each member is reached, by seat
     */
    record Members(Membership members, Map<Integer, NodeReference> nodes) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Members {
            nodes = Map.copyOf(nodes);
        }

        @Override
        public void handle(Handler by) {
            by.members(this);
        }
    }

    /**
     * Another engine is gone: whoever waits for it is released.
     *
     * @param engine its number in this epoch
     */
    record MemberLost(int engine, String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.memberLost(this);
        }
    }

    /**
     * Another engine's process has died, and had begun tasks that this one had lent it; {@link Members} without it follows.
     *
     * @param member its seat
     */
    record MemberDied(int member, MemberDeath death) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.memberDied(this);
        }
    }

    /** These data objects have come to their end: what the engine has of them makes room. */
    record Released(List<Long> objects) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Released {
            objects = List.copyOf(objects);
        }

        @Override
        public void handle(Handler by) {
            by.released(this);
        }
    }

    /**
     * Calls of an executor are not wanted any more: those that have not begun do not. It may come before the engine has
     * them, and is nothing to an engine that never does.
     *
     * @param numbers theirs, as the program has numbered them
     * @param upTo all up to this one too
     * @param lowest none below it is left anywhere
     * @param interrupt whether those that run are interrupted
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record CancelCalls(long[] numbers, long upTo, long lowest, boolean interrupt) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cancelCalls(this);
        }
    }

    /**
     * How the states of an epoch's threads are kept, and where they start from. Before {@link Register}, and only if
     * the application is SPMD.
     *
     * @param buddy who keeps the receiver's states as well; null for nobody
     * @param from the checkpoint from which the epoch goes on; null if it begins anew
     * @param renew whether the receiver is to give its part of that checkpoint to its buddy again
     * @param directory this run's own folder, into which states are written as well; null for nowhere
     * @param share the part of the time that keeping states may take, above 0; 1 to keep all
     */
    record Checkpointing(
            long epoch,
            @Nullable StateHolder buddy,
            @Nullable RestorePoint from,
            boolean renew,
            @Nullable String directory,
            double share)
            implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Checkpointing {
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException("expected a share above 0 and up to 1, found " + share);
            }
        }

        @Override
        public void handle(Handler by) {
            by.checkpointing(this);
        }
    }

    /**
     * A checkpoint is complete everywhere: those before it are not needed any more.
     *
     * @param onDisk those that stay on disk all the same, since what is written down there is older
     */
    record CheckpointCommitted(CheckpointName checkpoint, List<CheckpointName> onDisk) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public CheckpointCommitted {
            onDisk = List.copyOf(onDisk);
        }

        @Override
        public void handle(Handler by) {
            by.checkpointCommitted(this);
        }
    }

    /** The threads are to leave the application at their next safe point: engines are going to be changed. */
    record LeaveAtSafePoint(long epoch) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.leaveAtSafePoint(this);
        }
    }

    /** The epoch is over where it stands: the threads leave the application, whatever they are in. */
    record EndEpoch(long epoch, String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.endEpoch(this);
        }
    }

    /**
     * The run is over (MOIDE, §3.2, {@code ceaseEngine}).
     *
     * @param inOrder whether it has come to its end, or can do without this engine: then nothing of it is at work here any more
     */
    record Cease(String why, boolean inOrder) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cease(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What an engine does with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void register(Register register);

        void spread(Spread spread);

        void widen(Widen widen);

        void start(Start start);

        void loan(Loan loan);

        void members(Members members);

        void memberLost(MemberLost memberLost);

        void memberDied(MemberDied memberDied);

        void released(Released released);

        void cancelCalls(CancelCalls cancel);

        void checkpointing(Checkpointing checkpointing);

        void checkpointCommitted(CheckpointCommitted checkpointCommitted);

        void leaveOthers(LeaveOthers leaveOthers);

        void leaveAtSafePoint(LeaveAtSafePoint leaveAtSafePoint);

        void endEpoch(EndEpoch endEpoch);

        void cease(Cease cease);
    }
}
