package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.host.ChildEnd;
import org.moide.engine.host.ChildFailedException;
import org.moide.engine.host.ChildListener;
import org.moide.engine.host.ChildMain;
import org.moide.engine.host.EngineKeeper;
import org.moide.engine.host.JavaCommand;
import org.moide.engine.host.LaunchOrder;
import org.moide.engine.host.PortRange;
import org.moide.engine.host.RunsEngine;

/**
 * Engines in JVMs of their own on this machine, children of the coordinator's. They listen on loopback only, unless the run has engines on
 * other hosts.
 */
final class LocalChild implements EngineSite {
    /** The time that an engine gets to clear its run away, which takes milliseconds, before it is ended. */
    private static final Duration REST = Duration.ofSeconds(3);

    private final RunContext run;
    private final EngineKeeper keeper;
    private final BooleanSupplier over;
    private final Reach reach;
    private final BiConsumer<Integer, MemberDeath> whenEnded;
    private final ChildLines lines;
    private final Consumer<String> notes;
    private final List<RunsEngine> children = new ArrayList<>();
    private boolean closed;

    /**
     * The way in which engines on this machine are reached.
     *
     * @param secret opens their gates
     * @param bind the address on which they listen
     * @param advertise the addresses under which others reach them; empty to find them out
     * @param plain whether what comes over a network is not encrypted
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Reach(byte[] secret, String bind, List<String> advertise, boolean plain) {
        /** Returns a way for processes of this machine that know the secret, and nobody else. */
        static Reach onLoopback(byte[] secret) {
            return new Reach(secret.clone(), RmiSpaceOptions.LOOPBACK, List.of(), false);
        }
    }

    /**
     * A place for engines.
     *
     * @param keeper starts their JVMs, or has some already
     * @param over says whether the run has ended and engines are told so
     * @param whenEnded told the engine's number and the kind of its death when its process ends; called on a reader
     *     thread
     */
    LocalChild(
            RunContext run,
            EngineKeeper keeper,
            Reach reach,
            BooleanSupplier over,
            BiConsumer<Integer, MemberDeath> whenEnded,
            ChildLines lines,
            Consumer<String> notes) {
        this.run = run;
        this.keeper = keeper;
        this.over = over;
        this.reach = reach;
        this.whenEnded = whenEnded;
        this.lines = lines;
        this.notes = notes;
    }

    /** Returns the command that starts an engine's JVM. */
    static JavaCommand command(EngineSettings settings, long heapBytes) {
        return JavaCommand.likeThis(ChildMain.class.getName())
                .withHeap(heapBytes)
                .withJvmArguments(settings.jvmArguments());
    }

    /** The receiver of lines that an engine's process prints; called on reader threads. */
    public interface ChildLines {
        void line(int engine, String line, boolean fromErrorStream);
    }

    @Override
    public AssembledEngine assemble(Assignment assignment, ThreadsThere there) {
        int engine = assignment.engine();
        JavaCommand command = command(run.plan().engines(), assignment.heapBytes());
        LaunchOrder order = new LaunchOrder(
                run.runId(),
                engine,
                AssembledEngine.FIRST_INCARNATION,
                assignment.threads(),
                reach.secret(),
                run.space().self(),
                PortRange.ANY,
                reach.bind(),
                reach.advertise(),
                reach.plain(),
                run.application().files(),
                run.plan().application().arguments().words(),
                run.modeName(),
                there.options());
        try {
            return ready(command, order, assignment);
        } catch (ChildFailedException failed) {
            List<String> given = run.plan().engines().jvmArguments();
            if (failed.refusal() != null && !given.isEmpty()) {
                throw new PlanException(
                        "--jvm-arg: Java does not start with " + String.join(" ", given) + ": " + failed.refusal());
            }
            if (failed.refusal() != null && JavaCommand.isGivenByVariables()) {
                throw new PlanException("Java does not start an engine: " + failed.refusal());
            }
            throw new NoHostsException("expected an engine on this machine, found that " + failed.getMessage(), failed);
        }
    }

    /**
     * Returns the engine when it is ready. A JVM that had stayed may have been killed meanwhile; then another one is
     * started.
     */
    private AssembledEngine ready(JavaCommand command, LaunchOrder order, Assignment assignment) {
        while (true) {
            RunsEngine started = keeper.launch(command, order, new Listener(order.engine()));
            keep(started);
            try {
                NodeReference node = started.awaitReady(run.ports().timing().starting());
                return AssembledEngine.made(assignment, run.host(), node, started.pid());
            } catch (ChildFailedException failed) {
                if (!started.hasStayed() || isClosed()) {
                    throw failed;
                }
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void awaitLastWords() {
        List<RunsEngine> started;
        synchronized (this) {
            started = List.copyOf(children);
        }
        started.forEach(child -> child.awaitRest(REST));
    }

    @Override
    public void close() {
        List<RunsEngine> started;
        synchronized (this) {
            closed = true;
            started = List.copyOf(children);
        }
        for (RunsEngine child : started) {
            if (over.getAsBoolean()) {
                child.awaitRest(REST);
            }
            child.close();
        }
    }

    private void keep(RunsEngine started) {
        boolean tooLate;
        synchronized (this) {
            tooLate = closed;
            children.add(started);
        }
        if (tooLate) {
            started.close();
        }
    }

    private final class Listener implements ChildListener {
        private final int engine;

        Listener(int engine) {
            this.engine = engine;
        }

        @Override
        public void line(String line, boolean fromErrorStream) {
            lines.line(engine, line, fromErrorStream);
        }

        @Override
        public void rests(String left) {
            if (!left.isEmpty()) {
                notes.accept("the JVM of engine-" + engine + " is not kept: the run has left " + left + " in it");
            }
        }

        @Override
        public void ended(ChildEnd end) {
            whenEnded.accept(engine, end.death("engine-" + engine + " on " + run.host()));
        }
    }
}
