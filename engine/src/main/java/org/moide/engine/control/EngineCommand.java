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
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;

/**
 * A command of the coordinator to an engine. A <b>seat</b> is the number of an engine's process in a run, and never
 * reused. An <b>engine number</b> is an engine's place in the registration of an epoch.
 */
public sealed interface EngineCommand extends Serializable {
    /**
     * Begins an epoch with these engines.
     *
     * @param processes the registration, and the process number of each engine
     * @param engine the receiver's engine number
     * @param powers each engine's power, by engine number
     * @param collectives the data lengths at which collectives change their algorithms
     */
    record Register(Processes processes, int engine, List<Double> powers, Tuning collectives) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        /**
         * Creates the command for an epoch in which process numbers equal engine numbers, because no engine has left.
         */
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

        /** Returns a copy for the engine with another number. */
        public Register toldTo(int other) {
            return new Register(processes, other, powers, collectives);
        }

        @Override
        public void handle(Handler by) {
            by.register(this);
        }
    }

    /**
     * The short form of a command that many engines get at once. The receiver fetches the rest, which is the same for
     * all, from another engine. The engines form a tree for that, with the coordinator as its root.
     *
     * @param sheet the name of the {@link Sheet} with the rest: the SHA-256 of its bytes
     * @param engine the receiver's engine number, if the command depends on it
     * @param level the receiver's distance from the root of the tree, from 1 on
     * @param above the seat of the parent in the tree, from which to fetch the rest; {@link Posting#COORDINATOR} at
     *     level 1
     * @param node the address of the parent; null at level 1
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
     * Changes the registration (table of engines) of a running bag or worker application while the engines go on.
     * Either engines join, or one engine is to leave, which is possible only with workers. The receivers answer with
     * {@link EngineReport.Registered}.
     *
     * @param processes the new registration, and the process number of each engine
     * @param engine the receiver's engine number
     * @param collectives the data lengths at which collectives change their algorithms
     * @param comes true if engines join; false if one leaves
     */
    record Widen(Processes processes, int engine, Tuning collectives, boolean comes) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        /** Creates the command for a bag that engines join. */
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
     * Tells the receiver to leave a worker application that continues without it. All other engines have confirmed the
     * registration (table of engines) without the receiver.
     *
     * @param epoch the epoch number of that registration
     */
    record LeaveOthers(long epoch) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.leaveOthers(this);
        }
    }

    /**
     * Starts the application. Sent when every engine has confirmed its registration.
     *
     * @param shared the IDs of the data objects that {@code createTasks} shared, by name; an engine fetches an object
     *     when a thread first asks for it
     * @param bag true for a bag of tasks; false for an SPMD or worker application
     * @param strategy the strategy for balancing tasks
     * @param workers the settings for balancing workers; null if the application has none
     * @param tasks the settings for running tasks
     * @param seed the seed of the strategy's randomness, to which the engine's number is added
     * @param members the members (engines and the coordinator) that take part in the balancing
     * @param nodes the address of each member, by its seat
     * @param recordedTasks how many tasks each thread records for {@code --record-workload}; 0 for none
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
            shared = FixedOrder.copyOf(shared);
            nodes = FixedOrder.copyOf(nodes);
        }

        @Override
        public void handle(Handler by) {
            by.start(this);
        }
    }

    /**
     * Delivers a letter, a message about a loan of tasks, from the coordinator, which lends tasks to engines and is the
     * root of all loans.
     */
    record Loan(Letter letter) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.loan(this);
        }
    }

    /**
     * Replaces the members, the engines that take part in the balancing.
     *
     * @param nodes the address of each member, by its seat (the number of its process)
     */
    record Members(Membership members, Map<Integer, NodeReference> nodes) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Members {
            nodes = FixedOrder.copyOf(nodes);
        }

        @Override
        public void handle(Handler by) {
            by.members(this);
        }
    }

    /**
     * Tells that another engine is lost. The receiver releases threads that wait for it.
     *
     * @param engine the number of the lost engine in this epoch
     */
    record MemberLost(int engine, String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.memberLost(this);
        }
    }

    /**
     * Tells that another engine's process died while it ran tasks that the receiver had lent to it. {@link Members}
     * without that engine follows.
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

    /** Tells that these data objects were released. The receiver drops its copies. */
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
     * Cancels calls of an executor. Calls that have not begun never begin. The command may arrive before the calls do.
     * An engine that never gets one of these calls ignores the command for that call.
     *
     * @param numbers the numbers of cancelled calls
     * @param upTo all calls up to this number are cancelled as well
     * @param lowest the lowest number of a call that may still be open on any engine
     * @param interrupt whether running calls are interrupted
     */
    @SuppressWarnings("ArrayRecordComponent") // commands are never compared
    record CancelCalls(long[] numbers, long upTo, long lowest, boolean interrupt) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cancelCalls(this);
        }
    }

    /**
     * Brings the receiver news about calls on other engines that calls on the receiver have submitted.
     *
     * @param news one or more pieces of news, in the encoding of {@link org.moide.engine.executor.CallAnswer}
     */
    @SuppressWarnings("ArrayRecordComponent") // commands are never compared
    record CallNews(byte[] news) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.callNews(this);
        }
    }

    /**
     * Sets how the states of an SPMD epoch's threads are stored, and from which checkpoint the epoch starts. Sent
     * before {@link Register}.
     *
     * @param buddy the engine that keeps a copy of the receiver's states; null for none
     * @param from the checkpoint to restore; null if the epoch starts from the beginning
     * @param renew whether the receiver must copy its part of that checkpoint to its buddy again
     * @param directory the run's folder on disk to which states are written too; null for none
     * @param share the fraction of the time that storing states may take, above 0; 1 to store every checkpoint
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
     * Tells that all parts of a checkpoint are stored. The receiver drops older checkpoints.
     *
     * @param onDisk the older checkpoints that stay on disk, because the newest commit on disk refers to them
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
     * Tells the threads to leave the application at their next safe point, at which states can be saved, because the
     * run's engines will change.
     */
    record LeaveAtSafePoint(long epoch) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.leaveAtSafePoint(this);
        }
    }

    /** Ends the epoch at once. The threads leave the application wherever they are. */
    record EndEpoch(long epoch, String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.endEpoch(this);
        }
    }

    /**
     * Asks which of these processes the receiver cannot reach, when some engines seem to be cut off from each other.
     * The receiver answers with {@link EngineReport.Unreached}.
     *
     * @param inquiry the question's number, from 1 on
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
     * Ends the receiver's part in the run (MOIDE, §3.2, {@code ceaseEngine}).
     *
     * @param inOrder true if the run has completed or released this engine, so that no thread of the run is active on
     *     it
     */
    record Cease(String why, boolean inOrder) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cease(this);
        }
    }

    /** Calls the method of {@code by} for this kind of command. */
    void handle(Handler by);

    /** Has one method for each kind of command, so that the compiler finds a kind without a handler. */
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

        void callNews(CallNews news);

        void checkpointing(Checkpointing checkpointing);

        void checkpointCommitted(CheckpointCommitted checkpointCommitted);

        void leaveOthers(LeaveOthers leaveOthers);

        void leaveAtSafePoint(LeaveAtSafePoint leaveAtSafePoint);

        void endEpoch(EndEpoch endEpoch);

        void probe(Probe probe);

        void cease(Cease cease);
    }
}
