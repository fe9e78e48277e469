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
 * A command of the coordinator to an engine. A <b>seat</b> is an engine's process in a run, numbered once; its
 * <b>engine number</b> is its place in the registration of an epoch.
 */
public sealed interface EngineCommand extends Serializable {
    /**
     * The beginning of an epoch: the engines that take part, and each one's share of the work.
     *
     * @param processes the registration, and the numbers of its engines as processes with workers
     * @param engine which of the registered engines the receiver is
     * @param powers each engine's power, by engine number
     * @param collectives the lengths of data by which collectives choose their algorithms
     */
    record Register(Processes processes, int engine, List<Double> powers, Tuning collectives) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        /** Creates the command for engines that begin together, or that have no workers. */
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

        /** Returns the same command for another of the registered engines. */
        public Register toldTo(int other) {
            return new Register(processes, other, powers, collectives);
        }

        @Override
        public void handle(Handler by) {
            by.register(this);
        }
    }

    /**
     * A command that very many engines get at once, in short form. The receiver asks another engine for the rest, which
     * is the same for all. So the engines make a tree, with the coordinator at the top.
     *
     * @param sheet the name of the bytes of the rest: their SHA-256
     * @param engine which of the registered engines the receiver is, if the command depends on that
     * @param level how far below the coordinator the receiver is; from 1 on
     * @param above the seat of the engine to ask; {@link Posting#COORDINATOR} at level 1
     * @param node the address of the engine above; null at level 1
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
     * A registration of a bag of tasks, or of workers, with engines that were not there before; or, of workers, without
     * one engine that is to leave. Engines that are there go on without stopping, and report {@link
     * EngineReport.Registered}.
     *
     * @param processes the registration, and the numbers of its engines as processes with workers
     * @param engine which of the registered engines the receiver is
     * @param collectives the lengths of data by which collectives choose their algorithms
     * @param comes whether engines come; else one leaves
     */
    record Widen(Processes processes, int engine, Tuning collectives, boolean comes) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        /** Creates the command for a bag, with engines that come. */
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
     * An order to the receiver to leave while all others of its epoch, which has workers, go on. The others have been
     * registered.
     *
     * @param epoch the epoch of the registration that contains all others
     */
    record LeaveOthers(long epoch) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.leaveOthers(this);
        }
    }

    /**
     * An order to run, since every engine is registered.
     *
     * @param shared the IDs of the data objects that {@code createTasks} shared, by name; an engine fetches one when it
     *     is first asked for
     * @param bag whether the application is a bag of tasks; else it is SPMD
     * @param strategy how tasks are balanced
     * @param workers how workers are balanced; null if the application has none
     * @param tasks how tasks are treated
     * @param seed the seed of the strategy's randomness, to which the engine's number is added
     * @param members the members that take part in the balancing
     * @param nodes the address of each member, by seat
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

        /** Creates the command for an application without workers. */
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

    /** A letter about tasks, from the root of the balancing. */
    record Loan(Letter letter) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.loan(this);
        }
    }

    /**
     * A change of the members that take part in the balancing.
     *
     * @param nodes the address of each member, by seat
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
     * A notice that another engine is gone: threads that wait for it are released.
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
     * A notice that another engine's process has died and had begun tasks that this engine had lent to it. {@link
     * Members} without that engine follows.
     *
     * @param member the seat of the process that died
     */
    record MemberDied(int member, MemberDeath death) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.memberDied(this);
        }
    }

    /** A notice that these data objects have come to their end: the engine drops what it has of them. */
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
     * A notice that calls of an executor are not wanted any more: those that have not begun will not begin. It may come
     * before the engine has the calls, and means nothing to an engine that never gets them.
     *
     * @param numbers the calls' numbers, as the program has numbered them
     * @param upTo all calls up to this number are not wanted either
     * @param lowest the lowest number of a call that may be left anywhere
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
     * The way in which the states of an epoch's threads are kept, and the checkpoint from which they start. Comes
     * before {@link Register}, and only if the application is SPMD.
     *
     * @param buddy the engine that keeps the receiver's states as well; null for none
     * @param from the checkpoint from which the epoch goes on; null if it begins anew
     * @param renew whether the receiver is to give its part of that checkpoint to its buddy again
     * @param directory this run's own folder, into which states are written as well; null to write none
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
     * A notice that a checkpoint is complete everywhere: those before it are not needed any more.
     *
     * @param onDisk the older checkpoints that stay on disk all the same, since the newest commit on disk names them
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

    /**
     * An order to the threads to leave the application at their next safe point, since engines are going to be changed.
     */
    record LeaveAtSafePoint(long epoch) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.leaveAtSafePoint(this);
        }
    }

    /** The end of the epoch where it stands: the threads leave the application, whatever they are doing. */
    record EndEpoch(long epoch, String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.endEpoch(this);
        }
    }

    /**
     * A question, as some engines may not reach each other: which of these processes, itself left out, does the receiver not reach? It
     * answers with {@link EngineReport.Unreached}.
     *
     * @param inquiry its number, from 1 on
     */
    record Probe(long inquiry, List<NodeReference> nodes) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Probe {
            nodes = List.copyOf(nodes);
            if (inquiry < 1) {
                throw new IllegalArgumentException("expected an inquiry from 1 on, found " + inquiry);
            }
        }

        @Override
        public void handle(Handler by) {
            by.probe(this);
        }
    }

    /**
     * The end of the run (MOIDE, §3.2, {@code ceaseEngine}).
     *
     * @param inOrder whether the run has come to its end, or can do without this engine: then nothing of the run is at
     *     work here any more
     */
    record Cease(String why, boolean inOrder) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cease(this);
        }
    }

    /** Calls the handler's method for this kind of command. */
    void handle(Handler by);

    /** A handler of all kinds of commands. A kind that nobody handles does not compile. */
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

        void probe(Probe probe);

        void cease(Cease cease);
    }
}
