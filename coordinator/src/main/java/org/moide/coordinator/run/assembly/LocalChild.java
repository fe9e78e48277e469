package org.moide.coordinator.run.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.child.ChildMain;
import org.moide.engine.process.ChildEnd;
import org.moide.engine.process.ChildFailedException;
import org.moide.engine.process.ChildLauncher;
import org.moide.engine.process.ChildListener;
import org.moide.engine.process.ChildProcess;
import org.moide.engine.process.JavaCommand;
import org.moide.engine.process.LaunchOrder;
import org.moide.engine.process.PortRange;

/** Engines in JVMs of their own on this machine, children of the coordinator's: they listen on loopback only. */
final class LocalChild implements EngineSite {
    private final RunContext run;
    private final byte[] secret;
    private final BiConsumer<Integer, String> whenEnded;
    private final ChildLines lines;
    private final List<ChildProcess> children = new ArrayList<>();
    private boolean closed;

    /**
     * A place for engines.
     *
     * @param whenEnded told the engine's number and the cause when its process ends; on a reader thread
     */
    LocalChild(RunContext run, byte[] secret, BiConsumer<Integer, String> whenEnded, ChildLines lines) {
        this.run = run;
        this.secret = secret.clone();
        this.whenEnded = whenEnded;
        this.lines = lines;
    }

    /** Where what an engine's process prints goes; called on reader threads. */
    public interface ChildLines {
        void line(int engine, String line, boolean fromErrorStream);
    }

    @Override
    public AssembledEngine assemble(Assignment assignment, int threadsOnMachine) {
        int engine = assignment.engine();
        JavaCommand command = JavaCommand.likeThis(ChildMain.class.getName())
                .withHeap(assignment.heapBytes())
                .withJvmArguments(run.plan().engines().jvmArguments());
        LaunchOrder order = new LaunchOrder(
                run.runId(),
                engine,
                AssembledEngine.FIRST_INCARNATION,
                assignment.threads(),
                secret,
                run.space().self(),
                PortRange.ANY,
                RmiSpaceOptions.LOOPBACK,
                List.of(),
                false,
                run.application().files(),
                run.plan().application().arguments().words(),
                run.modeName(),
                Map.of(ChildMain.THREADS_ON_MACHINE, Integer.toString(threadsOnMachine)));
        try {
            ChildProcess started = new ChildLauncher(run.ports().faults()).launch(command, order, new Listener(engine));
            keep(started);
            NodeReference node = started.awaitReady(run.ports().timing().starting());
            return AssembledEngine.made(assignment, run.host(), node);
        } catch (ChildFailedException failed) {
            List<String> given = run.plan().engines().jvmArguments();
            if (failed.refusal() != null && !given.isEmpty()) {
                throw new PlanException(
                        "--jvm-arg: Java does not start with " + String.join(" ", given) + ": " + failed.refusal());
            }
            throw new NoHostsException("expected an engine on this machine, found that " + failed.getMessage(), failed);
        }
    }

    @Override
    public void close() {
        List<ChildProcess> started;
        synchronized (this) {
            closed = true;
            started = List.copyOf(children);
        }
        started.forEach(ChildProcess::close);
    }

    private void keep(ChildProcess started) {
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
        public void ended(ChildEnd end) {
            whenEnded.accept(engine, end.cause());
        }
    }
}
