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
 * A place for engines: this machine, where the coordinator starts child JVMs. They listen on loopback only, unless the
 * run also has engines on other hosts.
 */
final class LocalChild implements EngineSite {
    /**
     * The time that an engine gets to clean up before its process is ended. Usually an engine needs some milliseconds.
     */
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
     * The settings for connections to engines on this machine.
     *
     * @param secret the secret that connections to them need
     * @param bind the address on which they listen
     * @param advertise the addresses under which other hosts reach them; empty to find them out
     * @param plain whether connections over a network are not encrypted
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Reach(byte[] secret, String bind, List<String> advertise, boolean plain) {
        /** Returns the settings for connections from this machine only, with this secret. */
        static Reach onLoopback(byte[] secret) {
            return new Reach(secret.clone(), RmiSpaceOptions.LOOPBACK, List.of(), false);
        }
    }

    /**
     * Creates the place for engines.
     *
     * @param keeper starts their JVMs, or returns JVMs that an earlier run has left
     * @param over returns whether the run has ended and its engines have been told so
     * @param whenEnded receives the engine's number and the kind of its death when its process ends; called on a thread
     *     that reads the process's output
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

    /** Returns the {@code java} command that starts an engine's JVM. */
    static JavaCommand command(EngineSettings settings, long heapBytes) {
        return JavaCommand.likeThis(ChildMain.class.getName())
                .withHeap(heapBytes)
                .withJvmArguments(settings.jvmArguments());
    }

    /** Receives the lines that an engine's process prints. Called on the threads that read the process's output. */
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
     * Waits for the engine, and returns it when it is ready. If its JVM was kept from an earlier run and has been
     * killed since, starts another one.
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
