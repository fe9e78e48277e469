package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.OwnClassPath;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.SystemWallClock;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.HeldThreads;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.reconfigure.Recruiting;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.automation.Automation;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.coordinator.run.session.Recruiter;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.RunSession;
import org.moide.coordinator.run.session.RunUser;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.coordinator.selection.Selection;
import org.moide.engine.TaskApplication;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.Timing;
import org.moide.engine.core.EngineSetup;
import org.moide.engine.host.RunConsole;

/**
 * The places where a run's engines are started: this JVM, further JVMs on this machine, and daemons on other hosts.
 * Finds the usable hosts, and starts the engines on the chosen ones. Not thread-safe, except for {@link #recruit}; this
 * object guards what {@code recruit} shares with other methods.
 */
public final class Hosts implements AutoCloseable, Recruiter {
    /**
     * How long a run of a bag that has at least one engine waits for its next engine. It must not be short, because on
     * a busy machine engines become ready some seconds apart.
     */
    private static final Duration LATE = Duration.ofSeconds(5);

    /**
     * The limit on the number of times that hosts are asked again because another run reserved the processors first.
     * After that the run uses the hosts that it has chosen, even if it shares their processors.
     */
    private static final int MOST_ASKED = 4;

    private static final InstantSource CLOCK = new SystemWallClock();

    private final RunContext run;
    private final EngineLines lines;
    private final LocalChild.Reach reach;
    private final Lasting lasting;
    private final FatalErrors faults;
    private final Assembly assembly;
    private final OwnMachine ownMachine;
    private final JarShipping shipped;
    private final OwnCopy ownCopy;
    private @Nullable Candidate own;
    private final List<Candidate> others = new ArrayList<>();
    private final Map<NodeReference, DaemonEngine> daemonSites = new HashMap<>();
    private final IdentityHashMap<Candidate, DaemonEngine> chosenFrom = new IdentityHashMap<>(); // guarded by this
    private final Set<DaemonEngine> claimedAt = new LinkedHashSet<>(); // guarded by this
    private final AtomicInteger senders = new AtomicInteger();
    private final Map<Integer, Assignment> seated = new HashMap<>();
    private final Set<Integer> ended = new HashSet<>(); // guarded by this; the seats of engines that have ended
    private final Doorstep doorstep;
    private final Neighbours neighbours;
    private final Instant begunAt;
    // Guarded by this; computed from the hosts' last answers.
    private FreeProcessors free = FreeProcessors.of(List.of(), 0, false);
    private volatile boolean over;
    private volatile @Nullable AutomationThread automation;
    private Consumer<HeldThreads> whenHeldHere = held -> {}; // guarded by this
    private @Nullable HeldThreads heldHere; // guarded by this
    private volatile Consumer<List<Integer>> whenLeaving = engines -> {};

    private Hosts(
            RunContext run,
            FatalErrors faults,
            JarShipping shipped,
            OwnCopy ownCopy,
            LocalChild.Reach reach,
            Lasting lasting,
            RunUser user) {
        this.run = run;
        this.faults = faults;
        this.reach = reach;
        this.lasting = lasting;
        this.lines = new EngineLines(user, run.plan().output().printing(), this::hostOf);
        this.shipped = shipped;
        this.ownCopy = ownCopy;
        this.assembly = new Assembly(lasting.helpers(), faults);
        this.doorstep = new Doorstep(run.ports().timing().call());
        this.ownMachine = new OwnMachine(run);
        this.neighbours = new Neighbours(lasting.runs(), CLOCK);
        this.begunAt = CLOCK.instant();
    }

    /**
     * Opens the network if the plan needs it, and asks the daemons. Opens nothing for a run whose only engine is in
     * this process.
     *
     * @param runId the ID by which engines and daemons know the run
     * @param lasting the parts of this process that outlive a run, among them those that start engines on this
     *     machine
     * @param sharing the other runs of this user on this machine ({@link Lasting#lookForOthers})
     * @throws NoHostsException if no daemon can be used
     */
    public static Hosts open(
            String runId,
            RunPlan plan,
            LoadedApplication application,
            Lasting lasting,
            Future<List<HostedRun>> sharing,
            RunUser user)
            throws InterruptedException {
        SystemTicker ticker = new SystemTicker();
        FatalErrors faults = new FatalErrors(new LoggingFaultHandler(System.getLogger("org.moide.coordinator")));
        Placement placement = plan.placement();
        LocalChild.Reach reach = LocalChild.Reach.onLoopback(new byte[0]); // no connections are needed
        ObjectSpace space;
        if (placement.isAlone()) {
            space = new LocalSpace("coordinator of run " + runId);
        } else if (placement.daemons().isEmpty()) {
            // Only our child processes know the secret, since nobody else needs to connect.
            LocalSpaces.Opened local = lasting.spaces().open(faults);
            space = local.space();
            reach = local.reach();
        } else {
            LocalSpaces.Opened common = lasting.spaces().openForHosts(plan, faults);
            space = common.space();
            reach = common.reach();
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
        OwnCopy ownCopy = new OwnCopy(OwnClassPath.entries(), lasting.folders(), reached, ports);
        Hosts hosts = new Hosts(run, faults, new JarShipping(shipped, reached, ports), ownCopy, reach, lasting, user);
        try {
            hosts.offerAll(sharing.get(), user);
            return hosts;
        } catch (RuntimeException | InterruptedException failed) {
            hosts.close();
            throw failed;
        } catch (ExecutionException defect) {
            hosts.close();
            throw new IllegalStateException(defect.getCause());
        }
    }

    private void offerAll(List<HostedRun> sharing, RunUser user) throws InterruptedException {
        RunPlan plan = run.plan();
        Placement placement = plan.placement();
        run.space().export(Coordinator.class, EngineSetup.coordinatorName(run.runId()), doorstep);
        ownMachine.found(sharing);
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
                        new DaemonConsole(lines, this::engineEnded, this::leaving, user::note, neighbours::heard));
        List<String> problems = new ArrayList<>();
        List<Candidate> answered = new ArrayList<>();
        others.addAll(ask(placement.daemons(), answered, problems));
        if (others.isEmpty()) {
            throw new NoHostsException("none of the hosts can be used\n" + String.join("\n", problems));
        }
        problems.forEach(problem -> user.note("goes on without " + problem));
        plan.notes(answered).forEach(user::note);
        if (placement.ownEngine()) {
            own = offer(ownMachine.measured(), new OwnEngine(run));
        } else if (placement.engineBeside()) {
            own = offer(ownMachine.measured(), newLocalChild());
        }
    }

    /**
     * Asks these daemons, and returns those of their hosts that can be used, in their present state.
     *
     * @param answered receives the hosts of all daemons that answer
     * @param problems receives the reasons why other hosts cannot be used
     */
    private List<Candidate> ask(List<DaemonAddress> daemons, List<Candidate> answered, List<String> problems)
            throws InterruptedException {
        Placement placement = run.plan().placement();
        if (!daemons.isEmpty()
                && DaemonAddress.areThroughSsh(daemons) != DaemonAddress.areThroughSsh(placement.daemons())) {
            throw new NoHostsException("expected hosts that are reached as those of the run are, all through ssh"
                    + " (moide up --tunnel) or none, found " + daemons.get(0) + ": they cannot reach each other");
        }
        List<Candidate> usable = new ArrayList<>();
        for (HostSurvey.Answer answer : survey().ask(daemons)) {
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
                DaemonEngine site = siteAt(daemon);
                Candidate offered = offer(candidate, site);
                usable.add(offered);
                synchronized (this) {
                    chosenFrom.put(offered, site);
                }
            }
        }
        return usable;
    }

    private HostSurvey survey() {
        return lasting.network()
                .survey(
                        run.space(),
                        run.ports().around().threads(),
                        run.ports().timing(),
                        run.plan().engines().powers(),
                        lasting.runs());
    }

    /**
     * Returns the place for engines that stands for a daemon, and creates it at the first call. A daemon that was
     * restarted gets a new place.
     */
    private synchronized DaemonEngine siteAt(NodeReference daemon) {
        return daemonSites.computeIfAbsent(
                daemon,
                there -> new DaemonEngine(
                        run,
                        shipped,
                        ownCopy,
                        there,
                        lasting.leases(),
                        lasting.ownFolders(),
                        senders::getAndIncrement));
    }

    private synchronized String hostOf(int engine) {
        Assignment there = seated.get(engine);
        return there == null ? run.host() : there.candidate().host();
    }

    private LocalChild newLocalChild() {
        return new LocalChild(run, lasting.engines(), reach, () -> over, this::engineEnded, lines, lines::note);
    }

    public RunContext run() {
        return run;
    }

    /**
     * Chooses the hosts for the engines, and reserves processors there at the daemons. If another run has reserved them
     * first, asks all daemons again.
     *
     * @param shape the number of threads of each engine that a resumed run had, and should have again if possible;
     *     empty for a new run
     */
    public List<Assignment> select(List<Integer> shape) throws InterruptedException {
        List<Assignment> chosen = choose(shape);
        for (int asked = 1; !claim(chosen, asked < MOST_ASKED) && asked < MOST_ASKED; asked++) {
            List<Candidate> now = ask(run.plan().placement().daemons(), new ArrayList<>(), new ArrayList<>());
            if (now.isEmpty()) {
                break; // the error is reported when engines are started
            }
            others.clear();
            others.addAll(now);
            chosen = choose(shape);
        }
        return chosen;
    }

    /**
     * Reserves processors at the daemons for the threads of these engines, at all daemons in parallel.
     *
     * @param onlyFree whether to reserve only processors that no other run has, for engines that were given fewer
     *     threads because of other runs
     * @return whether all processors are reserved
     */
    private boolean claim(List<Assignment> chosen, boolean onlyFree) throws InterruptedException {
        Map<DaemonEngine, Integer> threads = new LinkedHashMap<>();
        Set<DaemonEngine> cut = new HashSet<>();
        synchronized (this) {
            claimedAt.forEach(site -> threads.put(site, 0));
            for (Assignment one : chosen) {
                DaemonEngine site = chosenFrom.get(one.candidate());
                if (site != null) {
                    threads.merge(site, one.threads(), Integer::sum);
                    if (onlyFree && free.takesOnlyFree(one.candidate())) {
                        cut.add(site);
                    }
                }
            }
            claimedAt.clear();
            claimedAt.addAll(threads.keySet());
        }
        List<Future<Boolean>> answers = new ArrayList<>();
        threads.forEach((site, wanted) ->
                answers.add(lasting.helpers().submit(() -> site.claim(wanted, cut.contains(site)))));
        boolean all = true;
        try {
            for (Future<Boolean> answer : answers) {
                all &= answer.get();
            }
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        }
        return all;
    }

    private List<Assignment> choose(List<Integer> shape) {
        Placement placement = run.plan().placement();
        while (placement.daemons().isEmpty()
                && !placement.isAlone()
                && !shape.isEmpty()
                && others.size() + (own == null ? 0 : 1) < shape.size()) {
            // The run had got more engines than the plan says.
            others.add(offer(ownMachine.unmeasured(), newLocalChild()));
        }
        List<Assignment> same = shape.isEmpty()
                ? List.of()
                : Selection.like(
                        shape,
                        own,
                        others,
                        run.plan().engines().memoryBytes(),
                        placement.topology(),
                        run.plan().engines().overcommit());
        List<Assignment> chosen = same.isEmpty()
                ? Selection.select(
                        own,
                        others,
                        placement.firstEngines(),
                        threads(),
                        run.plan().engines().memoryBytes(),
                        placement.topology(),
                        run.plan().engines().overcommit())
                : same;
        FreeProcessors left = freeOf(all());
        synchronized (this) {
            free = left;
        }
        for (Candidate candidate : all()) {
            if (left.isLeft(candidate) || Selection.threadsOn(candidate.machine(), chosen) > 0) {
                neighbours.chosen(candidate, left);
            }
        }
        return chosen;
    }

    /** Returns notes for the user about other runs on the hosts, before this run begins. */
    public List<String> notes(List<Assignment> chosen) {
        return freeOf(all()).notes(all(), chosen);
    }

    private List<Candidate> all() {
        List<Candidate> all = new ArrayList<>(others);
        if (own != null) {
            all.add(0, own);
        }
        return all;
    }

    private FreeProcessors freeOf(List<Candidate> usable) {
        return FreeProcessors.of(
                usable, run.plan().engines().threads(), run.plan().engines().overcommit());
    }

    /** Returns the other runs that have threads on this run's hosts now. Thread-safe. */
    public List<RunStatus.Beside> beside() {
        List<RunStatus.Beside> all = new ArrayList<>(neighbours.now());
        if (hasOwnMachine()) {
            int processors = Runtime.getRuntime().availableProcessors();
            ownMachine.lookForOthers().forEach(other -> all.add(Neighbours.beside(run.host(), processors, other)));
        }
        return all;
    }

    /**
     * Returns the other runs that have had threads on this run's hosts. Called at the end of this run. Reads the
     * folders of this user's runs. After this, {@link #tellHeldHere} reports nothing more.
     */
    public List<RunReport.SharedHost> shared() {
        synchronized (this) {
            whenHeldHere = held -> {};
        }
        return neighbours.all(
                run.host(), hasOwnMachine() ? RunFolders.ofThisUser(run.host()).shared(begunAt) : List.of());
    }

    /**
     * Returns whether the run may have engines on this machine that no daemon starts. If so, only the folders of this
     * user's runs show which other runs are here.
     */
    private boolean hasOwnMachine() {
        return run.plan().placement().daemons().isEmpty() || own != null;
    }

    /**
     * Returns the number of compute threads of each engine; 0 for as many as suit the engine's place. If more engines
     * may be added on this machine later, each gets only its share of the processors.
     */
    private int threads() {
        int asked = run.plan().engines().threads();
        Placement placement = run.plan().placement();
        boolean growsHere =
                placement.elasticity().isResizing() && placement.daemons().isEmpty();
        return asked == 0 && growsHere
                ? Math.max(
                        1,
                        freeOf(all()).room(ownMachine.unmeasured())
                                / placement.elasticity().most())
                : asked;
    }

    /**
     * Starts a mechanism that changes the run's engines automatically, or advises the user to change them. Returns null
     * if the plan asks for no changes and there are no hosts for which the mechanism could advise any.
     *
     * @param id the run's ID for the user
     * @param states returns the run's state with its progress
     * @param notes receives lines for the user about the changes
     */
    @Nullable
    public Changing automate(String id, RunSession session, Supplier<RunStatus> states, Consumer<String> notes) {
        Placement placement = run.plan().placement();
        HostSupply supply = lasting.supply();
        if (supply != null) {
            return supply.accompany(session.control(), notes, run.ports());
        }
        Automation.Advised advised = Automation.Advised.of(placement, run.plan().assistance());
        if (!placement.elasticity().isOn() && advised.isNothing()) {
            return null;
        }
        HostSights sights = new HostSights(run, survey(), ownMachine, own == null ? "" : own.machine(), threads());
        AutomationThread started = new AutomationThread(
                sights::look, placement, advised, id, session.control(), states, notes, run.ports());
        automation = started;
        return started;
    }

    /** Returns the changes with which the run would end sooner, and which it does not make by itself. Thread-safe. */
    public List<RunStatus.Advice> advice() {
        AutomationThread running = automation;
        return running == null ? List.of() : running.advice();
    }

    /** Returns the changes that the run has advised so far. Thread-safe. */
    public List<RunStatus.Advice> advised() {
        AutomationThread running = automation;
        return running == null ? List.of() : running.told();
    }

    /**
     * Begins to start the engines in other threads. Their start takes longest, so the caller creates the session
     * meanwhile.
     */
    public void begin(List<Assignment> assignments) {
        synchronized (this) {
            assignments.forEach(assignment -> seated.put(assignment.engine(), assignment));
        }
        if (run.plan().placement().ownEngine()) {
            lines.takeOwn();
        }
        FreeProcessors left;
        synchronized (this) {
            left = free;
        }
        assembly.begin(assignments, left);
    }

    /**
     * Reports to {@code told} how many threads the run has on this machine in engines that no daemon started. Reports
     * this now and after each change.
     *
     * @param told receives each report
     */
    public synchronized void tellHeldHere(Consumer<HeldThreads> told) {
        whenHeldHere = told;
        heldHere = new HeldThreads(0, 0, begunAt, run.host()); // equal to the state of a run without the file
        heldHereChanges();
    }

    private synchronized void heldHereChanges() {
        int engines = 0;
        int threads = 0;
        for (Assignment one : seated.values()) {
            if (one.candidate().daemon().equals(OwnMachine.PLACE) && !ended.contains(one.engine())) {
                engines++;
                threads += one.threads();
            }
        }
        HeldThreads held = new HeldThreads(engines, threads, begunAt, run.host());
        if (!held.equals(heldHere)) {
            heldHere = held;
            whenHeldHere.accept(held);
        }
    }

    @Override
    public AssembledEngine late(int engine) throws InterruptedException {
        return assembly.late(engine);
    }

    /**
     * Waits for the engines that {@link #begin} began to start, except for late ones of a bag. From now on
     * {@code session} receives the engines' reports and their ends.
     */
    public List<AssembledEngine> assemble(RunSession session) throws InterruptedException {
        faults.endBy(session::broken);
        whenLeaving = session.control()::leaving;
        doorstep.open(session.coordinator(), session::engineEnded);
        boolean othersBegin = run.application().program() instanceof TaskApplication;
        return assembly.await(othersBegin ? LATE : null);
    }

    /**
     * Starts one more engine in a running run. Blocks until the engine can be reached. May be called on any thread.
     *
     * @throws NoHostsException if the engine cannot be started; the message says why
     */
    @Override
    public AssembledEngine recruit(Recruitment wanted) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        List<Candidate> usable = usable(wanted.hosts(), problems);
        FreeProcessors left = freeOf(usable);
        Assignment assignment;
        int threadsOnMachine;
        String shares;
        synchronized (this) {
            List<Assignment> present = wanted.present().stream()
                    .map(seated::get)
                    .filter(Objects::nonNull)
                    .toList();
            assignment = Selection.another(
                    wanted.seat(),
                    choose(wanted, usable, problems, left),
                    wanted.threads() > 0 ? wanted.threads() : threads(),
                    run.plan().engines().memoryBytes(),
                    present,
                    left);
            seated.put(wanted.seat(), assignment);
            threadsOnMachine = left.taken(assignment.candidate().machine())
                    + Selection.threadsOn(assignment.candidate().machine(), present)
                    + assignment.threads();
            shares = left.note(assignment, present);
        }
        neighbours.chosen(assignment.candidate(), left);
        if (!shares.isEmpty()) {
            lines.note(shares);
        }
        heldHereChanges();
        boolean made = false;
        try {
            AssembledEngine engine = assembly.add(assignment, threadsOnMachine);
            made = true;
            return engine;
        } finally {
            if (!made) {
                hasEnded(wanted.seat());
            }
        }
    }

    private Candidate choose(Recruitment wanted, List<Candidate> usable, List<String> problems, FreeProcessors left) {
        Map<Integer, Recruiting.Seated> places = new HashMap<>();
        seated.forEach((seat, there) -> places.put(seat, Recruiting.Seated.on(there.candidate())));
        try {
            return Recruiting.choose(wanted, usable, places, left);
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
            ownMachine.lookForOthers();
            return List.of(offer(ownMachine.unmeasured(), newLocalChild()));
        }
        return ask(named.isEmpty() ? lasting.daemons(placement) : named, new ArrayList<>(), problems);
    }

    private void leaving(List<Integer> engines) {
        whenLeaving.accept(engines);
    }

    private void engineEnded(int engine, MemberDeath death) {
        doorstep.engineEnded(engine, death);
        hasEnded(engine);
    }

    private void hasEnded(int engine) {
        synchronized (this) {
            ended.add(engine);
        }
        heldHereChanges();
    }

    /**
     * Notes that the run has ended normally and that engines know it, so that they get time to clean up before they are
     * ended.
     */
    public void over() {
        over = true;
    }

    /**
     * Waits until engines that know of the end have cleaned up and sent their last output.
     *
     * @return false if engines are on other hosts; then their output is complete only when this object is closed
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
        ownCopy.close();
        lines.close();
    }

    private Candidate offer(Candidate candidate, EngineSite site) {
        Candidate located = run.plan().placement().topology().located(candidate);
        assembly.offer(located, site);
        return located;
    }
}
