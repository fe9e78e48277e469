package org.moide.engine.core;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.loan.member.PoolWatch;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.HandlerFailedException;
import org.moide.commlib.message.LinkSigns;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.waiting.EngineState;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.bag.RecordingFeed;
import org.moide.engine.bag.TaskFeed;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.GrowingComm;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EventLoop;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.TraceChunk;
import org.moide.engine.data.DataAnswer;
import org.moide.engine.spmd.EpochCheckpoints;

/**
 * The part of an engine that belongs to one epoch, the time in which the run's engines do not change: its engine
 * number, messages, pool, balancer and compute threads. The threads of an SPMD application run in one epoch, and start
 * again in the next.
 *
 * <p>Concurrency: called by the control thread; any thread may call {@link #end}, {@link #join} and the listener, so
 * {@code threads}, {@code pool}, {@code feed}, {@code letters} and {@code ended} are volatile.
 */
final class EngineEpoch implements LoanOutput.EngineHandler, EpochEvent.Handler {
    private static final int APART_LOOKS = 4;

    private final EngineSetup setup;
    private final EnginePorts ports;
    private final Messaging messaging;
    private final EngineView view;
    private final GrowingComm comms;
    private final Traffic traffic;
    private final EpochCheckpoints checkpoints;
    private final EventLoop<EngineEvent> loop;
    private final Outbox<EngineReport> outbox;
    private final Watching watching;
    private final Consumer<EpochEvent> events;
    private final long registeredNanos;
    private final EpochData data;
    private final ProcessWatch process;
    private final WaitWatch waits = new WaitWatch(this::line);
    private volatile @Nullable ComputeThreads threads;
    private volatile @Nullable PoolFeed feed;
    private volatile @Nullable EnginePool pool;
    private volatile @Nullable LetterBoxes letters;
    private volatile @Nullable ThreadReports reports;
    private volatile boolean ended;
    private @Nullable RecordingFeed recording;
    private @Nullable EngineBalancer balancer;
    private @Nullable PoolWatch watch;
    private @Nullable EngineStatistics finished;
    private boolean left; // whether all threads have left and the coordinator was told
    private final Map<LoanAccount, Integer> toSetApart = new LinkedHashMap<>(); // with the remaining checks
    private boolean mayRunTwice;
    private boolean deafTold;
    private boolean leavesOthers; // whether this engine leaves while the others continue

    /** Opens the messaging of an epoch. Messages may arrive from now on, before the epoch's threads run. */
    EngineEpoch(
            EngineSetup setup,
            EnginePorts ports,
            Messaging messaging,
            EngineView view,
            EngineCommand.Register register,
            EpochCheckpoints checkpoints,
            EventLoop<EngineEvent> loop,
            Outbox<EngineReport> outbox,
            Watching watching) {
        this.setup = setup;
        this.ports = ports;
        this.messaging = messaging;
        this.view = view;
        this.checkpoints = checkpoints;
        this.loop = loop;
        this.outbox = outbox;
        this.watching = watching;
        this.registeredNanos = ports.around().ticker().nanoTime();
        this.events = event -> loop.submit(new EngineEvent.InEpoch(epoch(), event));
        this.data = new EpochData(setup, ports, events);
        this.process = new ProcessWatch(ports.pauses(), ports.processors());
        this.comms = new GrowingComm(
                messaging.open(register.registration(), register.engine(), register.collectives(), this::noteFault));
        this.traffic = new Traffic(comms, register.processes());
    }

    /**
     * Opens the messaging of a further registration (table of engines) of a bag or worker application: engines have
     * joined, or one will leave. The threads continue.
     */
    void widen(EngineCommand.Widen wider) {
        if (!ended) {
            Registration next = wider.registration();
            comms.add(messaging.open(next, wider.engine(), wider.collectives(), this::noteFault));
            traffic.among(wider.processes());
            ComputeThreads running = threads;
            if (running != null && wider.comes()) {
                running.reach(wider.processes());
            }
            outbox.post(new EngineReport.Registered(next.epoch()));
        }
    }

    /**
     * Lets this engine leave a worker application. The engines of the registration with the number {@code others}
     * continue.
     */
    void leaveOthers(long others) {
        ComputeThreads running = threads;
        if (running != null && !ended) {
            leavesOthers = true;
            running.leave(others);
        }
    }

    /**
     * Returns whether this is the number of the epoch or of one of its later registrations (tables of engines). Any
     * higher number counts, because a leaving engine never gets the registration that no longer contains it.
     */
    boolean isOf(long number) {
        return number >= epoch();
    }

    /** Releases threads that wait for an engine that is lost. */
    void memberLost(int engine, String why) {
        comms.memberLost(engine, why);
    }

    /** Drops data objects that were released. */
    void released(List<Long> ids) {
        data.released(ids);
    }

    long epoch() {
        return view.registration().epoch();
    }

    EngineView view() {
        return view;
    }

    EngineComm comm() {
        return comms.first();
    }

    EpochCheckpoints checkpoints() {
        return checkpoints;
    }

    /**
     * Reports an exception in a message handler of the application, which ends the run like an exception in a compute
     * thread. Any thread.
     */
    private void noteFault(String where, Throwable fault) {
        if (fault instanceof HandlerFailedException) {
            events.accept(EpochEvent.Failed.at(where + " on " + setup.hostName(), fault));
        } else {
            ports.around().faults().onFault(where, fault);
        }
    }

    void start(EngineCommand.Start start, ProgramCalls calls, long now) {
        int count = view.self().threads();
        int processors = Runtime.getRuntime().availableProcessors();
        EnginePool tasks = new EnginePool(
                start.tasks().pool(),
                count,
                processors,
                ports.computeSignals().create(),
                loop::nudge,
                ports.around().ticker());
        mayRunTwice = start.tasks().mayRunTwice() && ports.end() != null; // not in the coordinator's own process
        boolean assisted = start.members().isAssisted(setup.engine());
        PoolFeed source =
                new PoolFeed(tasks, data, view.tasks(), start.tasks().data().verify(), assisted, setup, ports, events);
        pool = tasks;
        feed = source;
        if (start.recordedTasks() > 0) {
            recording =
                    new RecordingFeed(source, ports.around().ticker(), setup.engine(), count, start.recordedTasks());
        }
        letters = new LetterBoxes(setup, ports, start.nodes());
        EngineBalancer loans = EngineBalancer.of(
                setup.engine(),
                view.self().incarnation(),
                tasks,
                BalancingOf.strategy(start, setup, ports),
                BalancingOf.limits(start, ports.timing()),
                new BalancerParts(FailurePolicy.DEFAULT, data.start(start, tasks, source::make)));
        balancer = loans;
        watch = new PoolWatch(loans, tasks);
        ThreadReports said = ThreadReports.of(
                epoch(),
                outbox::post,
                outbox::postOrWait,
                events,
                ports.around().ticker());
        reports = said;
        ComputeThreads made = new ComputeThreads(
                view,
                ports.programs(),
                setup.mode(),
                start.tasks().verifyMerge(),
                start.tasks().timeLimitNanos(),
                start.workers(),
                recording == null ? source : recording,
                comms,
                checkpoints,
                start.shared(),
                calls,
                said,
                ports.computeSignals(),
                ports.around());
        threads = made;
        made.start();
        if (ended) {
            made.cease(); // another thread has ended the epoch before it could see these threads
        }
        perform(loans.members(start.members(), now));
    }

    // --- the control thread ---------------------------------------------------------------------------------------

    void step(EpochEvent event, long now) {
        event.handle(this, now);
    }

    @Override
    public void loanClosed(EpochEvent.LoanClosed closed, long now) {
        perform(balancer().closed(closed.loan(), now));
    }

    @Override
    public void tasksEncoded(EpochEvent.TasksEncoded encoded, long now) {
        perform(balancer().encoded(encoded.tasks(), now));
    }

    @Override
    public void resultsMerged(EpochEvent.ResultsMerged merged, long now) {
        perform(balancer().merged(merged.results(), now));
    }

    @Override
    public void taskFailed(EpochEvent.TaskFailed failed, long now) {
        perform(balancer().failed(failed.account(), failed.failure(), now));
    }

    @Override
    public void tasksPut(EpochEvent.TasksPut put, long now) {
        perform(put.here() ? balancer().putHere(put.tasks(), now) : balancer().put(put.tasks(), now));
        feed().putKnown(put.thread());
    }

    @Override
    public void threadsEnded(EpochEvent.ThreadsEnded over, long now) {
        ComputeThreads ran = Objects.requireNonNull(threads, "they have ended");
        finished = traffic.of(over.statistics()).with(ran.workerStatistics()).with(process.statistics());
        if (ended || over.left()) {
            if (leavesOthers && !ended) {
                ran.recordedWorkers().forEach(outbox::post);
            }
            leave();
            return;
        }
        if (recording != null) {
            recording.reports().forEach(outbox::post);
        }
        ran.recordedWorkers().forEach(outbox::post);
        // An SPMD application may have returned with undone tasks. They are returned to engines that still want tasks.
        perform(balancer().drain(now));
    }

    /** Ends the epoch after every thread has left, and reports its statistics. */
    private void leave() {
        left = true;
        EngineStatistics did = finished == null ? EngineStatistics.silent(List.of()) : finished;
        end("its threads have left the application");
        reportLast(new EngineReport.Left(epoch(), checkpoints.made(), did));
    }

    private void reportLast(EngineReport report) {
        watching.beforeLast(() -> beat(ports.around().ticker().nanoTime()), outbox::post);
        outbox.post(report);
    }

    /** Ends the epoch by the coordinator's command. Reports to the coordinator when all threads have left. */
    void endByCommand(String why) {
        end(why);
        if (!left && (threads == null || finished != null)) {
            leave();
        }
    }

    /** Returns a heartbeat with the work of the epoch's threads and the tasks that wait on this engine. */
    EngineReport.Beat beat(long now) {
        EnginePool tasks = pool;
        ComputeThreads running = threads;
        PoolFeed source = feed;
        if (tasks == null || running == null || source == null) {
            return EngineReport.Beat.IDLE;
        }
        ThreadReports said = reports;
        if (said != null) {
            said.tellProgress();
        }
        process.look();
        long done = balancer().totals().executedTasks();
        return new EngineReport.Beat(
                done,
                tasks.queued(),
                tasks.withoutTaskNanos(),
                running.workersNow(),
                running.longestTask(),
                EngineSight.of(waits.times(
                        running.times(now), source.waiting(comms.newest().state(), now))),
                TraceChunk.NONE);
    }

    /** Returns the figures of the epoch except thread times; null before its threads run. */
    EngineSight.@Nullable Done done() {
        ComputeThreads ran = threads;
        return ran == null
                ? null
                : traffic.done(ran, data.statistics(), balancer().borrowedNow());
    }

    /**
     * Interrupts tasks that exceed their time limit or whose results nobody needs, and moves tasks that must continue
     * outside their loans. If a task with a time limit ignores the interrupt, ends the engine's process, or the run if
     * the process is not the engine's alone.
     */
    void lookAtTasks(long now) {
        ComputeThreads running = threads;
        if (running == null || ended || deafTold) {
            return;
        }
        TaskNow deaf = running.lookAtTasks(now);
        feed().keepBytes(mayRunTwice, balancer().meanTaskNanos());
        setApart(running, now);
        running.endUnwanted(now);
        if (deaf == null) {
            return;
        }
        deafTold = true;
        EnginePorts.ProcessEnd end = ports.end();
        String limit = running.taskLimit(deaf.thread());
        if (end != null) {
            end.by(deaf.thread(), "ended since " + deaf.words() + " " + limit + " and was deaf to the interrupt");
            return;
        }
        String why = limit + " and is deaf to the interrupt" + EngineReport.Failed.HANGS_HERE;
        running.givesUp(deaf.thread(), why); // a program ends this JVM for a call, and lets the others run again
        outbox.post(EngineReport.Failed.ofHangingTask(
                setup.role() + " on " + setup.hostName(),
                deaf.words() + " " + why + "; start the run with --no-own-engine, and the JVM of its engine is ended"
                        + " instead"));
    }

    /**
     * Returns the other engines of this epoch that have links to this one or are in {@code called}, with counts of what
     * has arrived from each over the links.
     */
    Map<NodeReference, LinkSigns> others(Set<NodeReference> called) {
        Map<NodeReference, LinkSigns> others = new HashMap<>();
        if (!ended) {
            comms.all()
                    .forEach(comm ->
                            comm.others(called).forEach((node, signs) -> others.merge(node, signs, LinkSigns::and)));
        }
        return others;
    }

    /** Asks other engines to send a sign of life over the links to them. */
    void probe(Set<NodeReference> nodes) {
        if (!ended && !nodes.isEmpty()) {
            comms.all().forEach(comm -> comm.probe(nodes));
        }
    }

    /** Returns the waits of the epoch's threads if they must be reported to the coordinator now; otherwise null. */
    EngineReport.@Nullable Looked look(long now) {
        PoolFeed source = feed;
        if (threads == null || source == null || ended) {
            return null;
        }
        EngineComm newest = comms.newest();
        boolean worth = newest.isAnyWaiting() || source.isAnyWaiting();
        EngineState state = waits.look(worth, () -> source.waiting(newest.state(), now), now);
        return state == null ? null : new EngineReport.Looked(state);
    }

    private String line(int thread) {
        ComputeThreads running = threads;
        return running == null ? "" : running.line(thread);
    }

    /**
     * Lets the balancer of tasks take its steps that depend on time, such as sending a letter again.
     *
     * @return the time by which this method must be called again
     */
    long tick(long now) {
        PoolWatch looking = watch;
        if (looking == null || ended) {
            return Long.MAX_VALUE;
        }
        perform(balancer().tick(now));
        return looking.nextTickNanos(now);
    }

    void receive(Letter letter, long now) {
        EngineBalancer loans = balancer;
        // Without a balancer, this engine was not started yet; the sender repeats the letter.
        if (loans != null && !ended) {
            perform(loans.receive(letter, now));
        }
    }

    void members(EngineCommand.Members changed, long now) {
        LetterBoxes boxes = letters;
        if (boxes != null && !ended) {
            boxes.keepOnly(changed.members(), changed.nodes());
            data.members(changed.nodes());
            perform(balancer().members(changed.members(), now));
        }
    }

    void memberDied(EngineCommand.MemberDied died, long now) {
        EngineBalancer loans = balancer;
        if (loans != null && !ended) {
            perform(loans.died(died.member(), died.death(), now));
        }
    }

    /** Reports that the application threw. */
    @Override
    public void failed(EpochEvent.Failed failed, long now) {
        outbox.post(failed.failure());
    }

    @Override
    public void dataBroken(EpochEvent.DataBroken broken, long now) {
        broken(broken.why());
    }

    /** Ends the run, because the balancing has found an inconsistency. */
    @Override
    public void runFailed(LoanOutput.RunFailed failed) {
        broken(failed.why());
    }

    /** Reports a failure of the system. */
    private void broken(String why) {
        outbox.post(EngineReport.Failed.ofSystem(setup.role() + " on " + setup.hostName(), why));
    }

    /**
     * Reports the end of the epoch if all threads have ended. Called when this engine has returned all borrowed tasks.
     */
    @Override
    public void drained(LoanOutput.Drained drained) {
        EngineStatistics did = finished;
        if (did != null) {
            long firstTaskNanos = feed().firstTaskNanos(registeredNanos);
            reportLast(new EngineReport.Finished(
                    did.with(data.statistics()), balancer().totals(), firstTaskNanos));
        }
    }

    /** Carries out the requests of the balancer. */
    private void perform(List<LoanOutput> outputs) {
        outputs.forEach(output -> output.handle(this));
        data.step();
    }

    @Override
    public void dataAnswered(EpochEvent.DataAnswered answered, long now) {
        data.answered(answered.answer(), now);
        if (answered.answer() instanceof DataAnswer.Stored && !ended) {
            perform(balancer().tick(now)); // a loan may have waited for this only
        }
    }

    @Override
    public void closeLoan(LoanOutput.CloseLoan close) {
        feed().assign(new TaskFeed.Work.Close(close));
    }

    @Override
    public void encodeTasks(LoanOutput.EncodeTasks encode) {
        feed().assign(new TaskFeed.Work.Encode(encode));
    }

    @Override
    public void mergeResults(LoanOutput.MergeResults merge) {
        feed().assign(new TaskFeed.Work.Merge(merge));
    }

    /**
     * Orders that the running tasks of a loan are moved to loans of their own. The next few checks move those that have
     * run long enough by then.
     */
    @Override
    public void setApart(LoanOutput.SetApart apart) {
        toSetApart.put(apart.account(), APART_LOOKS);
    }

    private void setApart(ComputeThreads running, long now) {
        for (LoanAccount account : List.copyOf(toSetApart.keySet())) {
            perform(balancer().setApart(account, running.movable(), now));
            toSetApart.computeIfPresent(account, (same, looks) -> looks == 1 ? null : looks - 1);
        }
    }

    @Override
    public void send(LoanOutput.Send send) {
        LetterBoxes boxes = letters;
        if (send.toMember() == Membership.ROOT) {
            outbox.post(new EngineReport.Loan(send.letter()));
        } else if (boxes != null) {
            boxes.post(send.toMember(), send.letter());
        }
    }

    private EngineBalancer balancer() {
        return Objects.requireNonNull(balancer, "started before lent to");
    }

    private PoolFeed feed() {
        return Objects.requireNonNull(feed, "started before lent to");
    }

    // --- any thread -----------------------------------------------------------------------------------------------

    /**
     * Gives a single call of an executor to a waiting thread.
     *
     * @return false if no thread waits
     */
    boolean runAlone(byte[] call) {
        PoolFeed source = feed;
        return source != null && !ended && source.assignIfAnyWaits(new TaskFeed.Work.Alone(call));
    }

    /** Releases every thread of the epoch. A second call has no effect. */
    void end(String why) {
        ended = true;
        comms.end(why);
        comms.all().forEach(each -> messaging.close(each.self().engine(), each.epoch()));
        checkpoints.end();
        ComputeThreads running = threads;
        if (running != null) {
            running.cease();
        }
        EnginePool tasks = pool;
        if (tasks != null) {
            tasks.abandon();
        }
        PoolFeed source = feed;
        if (source != null) {
            source.close();
        }
        LetterBoxes boxes = letters;
        if (boxes != null) {
            boxes.close();
        }
        data.close();
    }

    /** Waits for the threads to end, for a limited time. */
    void join(long millis) throws InterruptedException {
        ComputeThreads running = threads;
        if (running != null) {
            running.join(millis);
        }
    }
}
