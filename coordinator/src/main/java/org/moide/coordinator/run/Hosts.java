package org.moide.coordinator.run;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.gate.ClusterSecret;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.Selection;

/**
 * Where a run's engines are: this JVM, others on this machine, daemons elsewhere. Knows who could compute, and has the
 * chosen ones make their engines. One thread.
 */
final class Hosts implements AutoCloseable {
    private static final int SECRET_BYTES = 32;

    private final RunContext run;
    private final Assembly assembly;
    private final @Nullable Candidate own;
    private final List<Candidate> others = new ArrayList<>();
    private volatile BiConsumer<Integer, String> whenEnded = (engine, cause) -> {};

    private Hosts(RunContext run, byte[] secret, Console console) {
        this.run = run;
        this.assembly = new Assembly(run.ports().threads());
        this.own = run.plan().placement().ownEngine() ? offer(OwnMachine.candidate(run), new OwnEngine(run)) : null;
        for (int child = 0; child < run.plan().placement().localChildren(); child++) {
            EngineSite site = new LocalChild(run, secret, this::engineEnded, new EngineLines(console));
            others.add(offer(OwnMachine.candidate(run), site));
        }
    }

    /** Opens what the plan needs: nothing beyond this process if it is to be alone. */
    static Hosts open(RunPlan plan, LoadedApplication application, Console console) {
        SystemTicker ticker = new SystemTicker();
        SystemRandomness randomness = new SystemRandomness();
        FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.coordinator"));
        String runId = ApplicationRun.newRunId(randomness);
        // Only this run's own children know it: nothing else has business here.
        byte[] secret = randomness.bytes(SECRET_BYTES);
        ObjectSpace space = plan.placement().isAlone()
                ? new LocalSpace("coordinator of run " + runId)
                : RmiSpace.open(RmiSpaceOptions.onLoopback(
                        "coordinator", ClusterSecret.of(secret), faults, ticker, randomness.generator()));
        RunPorts ports = new RunPorts(
                space,
                ticker,
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                faults,
                new DaemonThreads("coordinator", faults));
        return new Hosts(new RunContext(runId, plan, application, ports, hostName()), secret, console);
    }

    RunContext run() {
        return run;
    }

    /** Chooses among those that can be used. */
    List<Assignment> select() {
        Placement placement = run.plan().placement();
        return Selection.select(
                own,
                others,
                placement.engines(),
                run.plan().engines().threads(),
                run.plan().engines().memoryBytes());
    }

    /** Has the engines made; {@code session} is told of those that end. */
    List<AssembledEngine> assemble(List<Assignment> assignments, RunSession session) throws InterruptedException {
        whenEnded = session::engineEnded;
        return assembly.assemble(assignments);
    }

    private void engineEnded(int engine, String cause) {
        whenEnded.accept(engine, cause);
    }

    @Override
    public void close() {
        assembly.close();
        run.space().close();
    }

    private Candidate offer(Candidate candidate, EngineSite site) {
        assembly.offer(candidate, site);
        return candidate;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "localhost"; // a host that does not know its own name has at least this one
        }
    }
}
