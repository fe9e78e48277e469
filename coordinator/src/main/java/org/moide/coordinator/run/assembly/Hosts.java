package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.network.HostSurvey;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.reconfigure.Recruiting;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.coordinator.run.session.Recruiter;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.RunSession;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.coordinator.selection.Selection;
import org.moide.engine.TaskApplication;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.Timing;
import org.moide.engine.core.EngineSetup;
import org.moide.engine.host.RunConsole;

/**
 * Where a run's engines are: this JVM, others on this machine, daemons elsewhere. Knows who could compute, and has the
 * chosen ones make their engines. One thread, but {@link #recruit}; what both use is guarded by this object.
 */
public final class Hosts implements AutoCloseable, Recruiter {
    /**
     * When engines of a bag of tasks are ready, one that is not is waited for so long after the last that was: on a busy machine
     * they start some seconds apart.
     */
    private static final Duration LATE = Duration.ofSeconds(5);

    private final RunContext run;
    private final EngineLines lines;
    private final byte[] ownSecret;
    private final Lasting lasting;
    private final FatalErrors faults;
    private final Assembly assembly;
    private final OwnMachine ownMachine;
    private final JarShipping shipped;
    private @Nullable Candidate own;
    private final List<Candidate> others = new ArrayList<>();
    private final Map<NodeReference, DaemonEngine> daemonSites = new HashMap<>();
    private final AtomicInteger senders = new AtomicInteger();
    private final Map<Integer, Assignment> seated = new HashMap<>();
    private final Doorstep doorstep;
    private volatile boolean over;
    private volatile Consumer<List<Integer>> whenLeaving = engines -> {};
    private volatile Runnable whenStopAsked = () -> {};

    private Hosts(
            RunContext run,
            FatalErrors faults,
            JarShipping shipped,
            byte[] ownSecret,
            Lasting lasting,
            Console console) {
        this.run = run;
        this.faults = faults;
        this.ownSecret = ownSecret;
        this.lasting = lasting;
        this.lines = new EngineLines(console, run.plan().output().printing(), this::hostOf);
        this.shipped = shipped;
        this.assembly = new Assembly(lasting.helpers(), faults);
        this.doorstep = new Doorstep(run.ports().timing().call());
        this.ownMachine = new OwnMachine(run);
    }

    /**
     * Opens what the plan needs, nothing beyond this process if it is to be alone, and asks the daemons.
     *
     * @param runId what engines and daemons know the run by
     * @param lasting starts engines on this machine
     * @throws NoHostsException if none of the daemons can be used
     */
    public static Hosts open(
            String runId, RunPlan plan, LoadedApplication application, Lasting lasting, Console console)
            throws InterruptedException {
        SystemTicker ticker = new SystemTicker();
        FatalErrors faults = new FatalErrors(new LoggingFaultHandler(System.getLogger("org.moide.coordinator")));
        Placement placement = plan.placement();
        byte[] ownSecret = {}; // nobody needs one
        ObjectSpace space;
        if (placement.isAlone()) {
            space = new LocalSpace("coordinator of run " + runId);
        } else if (placement.daemons().isEmpty()) {
            LocalSpaces.Opened local = lasting.spaces().open(faults);
            space = local.space();
            // Only our own children know it: nothing else has business here.
            ownSecret = local.secret();
        } else {
            space = HostsSpace.open(plan, lasting.spaces(), faults);
        }
        RunPorts ports = new RunPorts(
                space,
                new Surroundings(
                        ticker,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("coordinator", faults),
                        faults),
                Timing.USUAL);
        RunContext run = new RunContext(runId, plan, application, ports, SystemHost.name());
        ShippedApplication shipped = placement.daemons().isEmpty()
                ? new ShippedApplication(List.of(), RunFiles.NONE, lasting.folders())
                : new ShippedApplication(plan.application().classPath(), application.data(), lasting.folders());
        int reached = DaemonAddress.areThroughSsh(placement.daemons())
                ? 0
                : placement.daemons().size();
        Hosts hosts = new Hosts(run, faults, new JarShipping(shipped, reached, ports), ownSecret, lasting, console);
        try {
            hosts.offerAll(console);
            return hosts;
        } catch (RuntimeException | InterruptedException failed) {
            hosts.close();
            throw failed;
        }
    }

    private void offerAll(Console console) throws InterruptedException {
        RunPlan plan = run.plan();
        Placement placement = plan.placement();
        run.space().export(Coordinator.class, EngineSetup.coordinatorName(run.runId()), doorstep);
        if (placement.daemons().isEmpty()) {
            if (plan.output().displayMap()) {
                ownMachine.measure();
            }
            if (placement.ownEngine()) {
                own = offer(ownMachine.unmeasured(), new OwnEngine(run));
            }
            for (int child = 0; child < placement.localChildren(); child++) {
                others.add(offer(ownMachine.unmeasured(), newLocalChild()));
            }
            return;
        }
        run.space()
                .export(
                        RunConsole.class,
                        RunConsole.nameOf(run.runId()),
                        new DaemonConsole(
                                lines,
                                this::engineEnded,
                                this::leaving,
                                () -> whenStopAsked.run(),
                                note -> console.error("moide run: " + note)));
        List<String> problems = new ArrayList<>();
        List<Candidate> answered = new ArrayList<>();
        others.addAll(ask(placement.daemons(), answered, problems));
        if (others.isEmpty()) {
            throw new NoHostsException("none of the hosts can be used\n" + String.join("\n", problems));
        }
        problems.forEach(problem -> console.error("moide run: goes on without " + problem));
        plan.notes(answered).forEach(note -> console.error("moide run: " + note));
        if (placement.ownEngine()) {
            own = offer(ownMachine.measured(), new OwnEngine(run));
        }
    }

    /**
     * Those of these daemons that can be used, as they are now.
     *
     * @param answered takes all that answer
     * @param problems takes why the others cannot be
     */
    private List<Candidate> ask(List<DaemonAddress> daemons, List<Candidate> answered, List<String> problems)
            throws InterruptedException {
        Placement placement = run.plan().placement();
        if (!daemons.isEmpty()
                && DaemonAddress.areThroughSsh(daemons) != DaemonAddress.areThroughSsh(placement.daemons())) {
            throw new NoHostsException("expected hosts that are reached as those of the run are, all through ssh"
                    + " (moide up --tunnel) or none, found " + daemons.get(0) + ": they cannot reach each other");
        }
        HostSurvey survey = new HostSurvey(
                run.space(),
                run.ports().around().threads(),
                run.ports().timing(),
                run.plan().engines().powers());
        List<Candidate> usable = new ArrayList<>();
        for (HostSurvey.Answer answer : survey.ask(daemons)) {
            Candidate candidate = answer.host().candidate();
            NodeReference daemon = answer.daemon();
            if (candidate == null || daemon == null) {
                problems.add(answer.host().asked() + ": " + answer.host().problem());
                continue;
            }
            answered.add(candidate);
            String why = run.plan().placement().constraints().whyNot(candidate);
            if (!why.isEmpty()) {
                problems.add(answer.host().asked() + ": " + why);
            } else {
                usable.add(offer(candidate, siteAt(daemon)));
            }
        }
        return usable;
    }

    /** A daemon that has been started anew is another place. */
    private synchronized EngineSite siteAt(NodeReference daemon) {
        return daemonSites.computeIfAbsent(
                daemon, there -> new DaemonEngine(run, shipped, there, lasting.leases(), senders::getAndIncrement));
    }

    private synchronized String hostOf(int engine) {
        Assignment there = seated.get(engine);
        return there == null ? run.host() : there.candidate().host();
    }

    private LocalChild newLocalChild() {
        return new LocalChild(run, lasting.engines(), ownSecret, () -> over, this::engineEnded, lines, lines::note);
    }

    public RunContext run() {
        return run;
    }

    /**
     * Chooses among those that can be used.
     *
     * @param shape threads of each engine, as they once were and should be again if that is possible; empty for any
     */
    public List<Assignment> select(List<Integer> shape) {
        Placement placement = run.plan().placement();
        while (placement.daemons().isEmpty()
                && !placement.isAlone()
                && !shape.isEmpty()
                && others.size() + (own == null ? 0 : 1) < shape.size()) {
            others.add(offer(ownMachine.unmeasured(), newLocalChild())); // it was expanded
        }
        List<Assignment> same = shape.isEmpty()
                ? List.of()
                : Selection.like(shape, own, others, run.plan().engines().memoryBytes(), placement.topology());
        if (!same.isEmpty()) {
            return same;
        }
        return Selection.select(
                own,
                others,
                placement.firstEngines(),
                threads(),
                run.plan().engines().memoryBytes(),
                placement.topology());
    }

    /** Compute threads of each engine; 0 for what suits its place. Those that may come here later get their part too. */
    private int threads() {
        int asked = run.plan().engines().threads();
        Placement placement = run.plan().placement();
        boolean growsHere =
                placement.elasticity().isResizing() && placement.daemons().isEmpty();
        return asked == 0 && growsHere
                ? Math.max(
                        1,
                        Runtime.getRuntime().availableProcessors()
                                / placement.elasticity().most())
                : asked;
    }

    /**
     * Changes the engines by itself from here on, if the plan says so; null if not.
     *
     * @param notes told what is done, for the user
     */
    @Nullable
    public Changing automate(RunSession session, Consumer<String> notes) {
        Placement placement = run.plan().placement();
        HostSupply supply = lasting.supply();
        if (supply != null) {
            return supply.accompany(session.control(), notes, run.ports());
        }
        if (!placement.elasticity().isOn()) {
            return null;
        }
        HostSights sights = new HostSights(run, ownMachine, own == null ? "" : own.machine(), threads());
        return new AutomationThread(sights::look, placement, session.control(), notes, run.ports());
    }

    /** Begins to make the engines, which takes longest of all that a run needs; the session is prepared meanwhile. */
    public void begin(List<Assignment> assignments) {
        synchronized (this) {
            assignments.forEach(assignment -> seated.put(assignment.engine(), assignment));
        }
        if (run.plan().placement().ownEngine()) {
            lines.takeOwn();
        }
        assembly.begin(assignments);
    }

    @Override
    public AssembledEngine late(int engine) throws InterruptedException {
        return assembly.late(engine);
    }

    /**
     * Waits for the engines that were begun, but for those that are late in a bag of tasks; {@code session} hears from them, and
     * is told of those that end.
     */
    public List<AssembledEngine> assemble(RunSession session) throws InterruptedException {
        faults.endBy(session::broken);
        whenLeaving = session.control()::leaving;
        whenStopAsked = session.control()::stop;
        doorstep.open(session.coordinator(), session::engineEnded);
        boolean othersBegin = run.application().program() instanceof TaskApplication;
        return assembly.await(othersBegin ? LATE : null);
    }

    /**
     * Has one engine more made, in mid-run. Blocks until it can be reached; any thread.
     *
     * @throws NoHostsException if there will be none, with why
     */
    @Override
    public AssembledEngine recruit(Recruitment wanted) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        List<Candidate> usable = usable(wanted.hosts(), problems);
        Assignment assignment;
        int threadsOnMachine;
        synchronized (this) {
            List<Assignment> present = wanted.present().stream()
                    .map(seated::get)
                    .filter(Objects::nonNull)
                    .toList();
            assignment = Selection.another(
                    wanted.seat(),
                    choose(wanted, usable, problems),
                    wanted.threads() > 0 ? wanted.threads() : threads(),
                    run.plan().engines().memoryBytes(),
                    present);
            seated.put(wanted.seat(), assignment);
            threadsOnMachine = Selection.threadsOn(assignment.candidate().machine(), present) + assignment.threads();
        }
        return assembly.add(assignment, threadsOnMachine);
    }

    private Candidate choose(Recruitment wanted, List<Candidate> usable, List<String> problems) {
        Map<Integer, Recruiting.Seated> places = new HashMap<>();
        seated.forEach((seat, there) -> places.put(seat, Recruiting.Seated.on(there.candidate())));
        try {
            return Recruiting.choose(wanted, usable, places);
        } catch (NoHostsException nobody) {
            throw problems.isEmpty()
                    ? nobody
                    : new NoHostsException(nobody.getMessage() + "; " + String.join("; ", problems));
        }
    }

    private List<Candidate> usable(List<DaemonAddress> named, List<String> problems) throws InterruptedException {
        Placement placement = run.plan().placement();
        if (placement.isAlone()) {
            throw new NoHostsException("this run has only its own JVM, and no port for others;"
                    + " start it with --hosts, or with --local-engines 2 or more, to change its engines while it runs");
        }
        if (placement.daemons().isEmpty()) {
            if (!named.isEmpty()) {
                throw new NoHostsException("this run has engines on this machine only, and its port is on loopback;"
                        + " start it with --hosts to be able to add others");
            }
            return List.of(offer(ownMachine.unmeasured(), newLocalChild()));
        }
        return ask(named.isEmpty() ? lasting.daemons(placement) : named, new ArrayList<>(), problems);
    }

    private void leaving(List<Integer> engines) {
        whenLeaving.accept(engines);
    }

    private void engineEnded(int engine, MemberDeath death) {
        doorstep.engineEnded(engine, death);
    }

    /** The run has come to its end in order: engines, which have been told so, may put it away before they are ended. */
    public void over() {
        over = true;
    }

    /**
     * Waits until engines that were told that the run is {@link #over} have put it away, and so have said all that they
     * say of it.
     *
     * @return false if they are elsewhere: what they say is known when this is closed
     */
    public boolean awaitLastWords() {
        boolean here = run.plan().placement().daemons().isEmpty();
        if (here) {
            assembly.awaitLastWords();
        }
        return here;
    }

    @Override
    public void close() {
        doorstep.close();
        assembly.close();
        run.space().close();
        shipped.close();
        lines.close();
    }

    private Candidate offer(Candidate candidate, EngineSite site) {
        Candidate located = run.plan().placement().topology().located(candidate);
        assembly.offer(located, site);
        return located;
    }
}
