package org.moide.engine.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Balancer;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.commlib.HandlerFailedException;
import org.moide.commlib.message.EngineComm;
import org.moide.engine.compute.ComputeThreads;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.Failures;
import org.moide.engine.compute.TaskFeed;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.EventLoop;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.Posting;
import org.moide.engine.control.PostingOrder;
import org.moide.engine.control.Utterance;

/**
 * A compute engine (MOIDE, §3.1.1; {@code EngineImpl} of §3.2): the coordinator commands it, its compute threads run the
 * application, and one control thread steps all between.
 *
 * <p>Concurrency: what others call, and the listener, is called by any thread and only queues; every field that is
 * not final belongs to the control thread, but {@code comm}, {@code view}, {@code ceased}, {@code threads}, {@code feed} and
 * {@code letters}, which others read.
 */
public final class ComputeEngine implements AutoCloseable {
    /** An answer takes microseconds; a peer that needs longer is paused, and the sender tries again. */
    private static final Duration CONTROL_DEADLINE = Duration.ofSeconds(10);

    /**
     * A chunk or a batch of messages is 1 MiB: a slow network takes seconds for it. A third of what a message is resent
     * for, so that a call into a paused process is made again before its engine counts as lost.
     */
    private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** While there are tasks the ends of loans are noticed this often; a loan is worth some of these. */
    private static final long LOAN_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** What user code gets to notice that its run is over, in a JVM that goes on. */
    private static final long JOIN_MILLIS = 2_000;

    private final EngineSetup setup;
    private final EnginePorts ports;
    private final Messaging messaging;
    private final Coordinator coordinator;
    private final Outbox<EngineReport> outbox;
    private final EventLoop<EngineEvent> loop;
    private final PostingOrder order = new PostingOrder();
    private final Consumer<String> whenCeased;
    private volatile @Nullable EngineComm comm;
    private volatile @Nullable ComputeThreads threads;
    private volatile boolean ceased;
    private volatile @Nullable EngineView view;
    private volatile @Nullable PoolFeed feed;
    private @Nullable RecordingFeed recording;
    private @Nullable EnginePool pool;
    private @Nullable Balancer balancer;
    private volatile @Nullable LetterBoxes letters;
    private @Nullable EngineStatistics finished;
    private long nextBeatNanos;

    /**
     * Makes the engine and exports it; it waits to be registered.
     *
     * @param whenCeased told why, once, on the control thread, when the run is over for this engine
     */
    public ComputeEngine(EngineSetup setup, EnginePorts ports, Consumer<String> whenCeased) {
        this.setup = setup;
        this.ports = ports;
        this.messaging = new Messaging(setup, ports);
        this.whenCeased = whenCeased;
        this.coordinator = ports.space()
                .proxy(
                        setup.coordinator(),
                        Coordinator.class,
                        EngineSetup.coordinatorName(setup.runId()),
                        CONTROL_DEADLINE);
        this.outbox = new Outbox<>(
                setup.engine(),
                setup.role() + "-reports",
                coordinator::post,
                why -> cease("the coordinator cannot be reached: " + why),
                ports.ticker(),
                ports.controlSignals(),
                ports.threads());
        this.loop = new EventLoop<>(
                setup.role() + "-control",
                this::step,
                this::tick,
                ports.ticker(),
                ports.controlSignals(),
                ports.threads(),
                ports.faults());
        loop.start();
        ports.space().export(Engine.class, EngineSetup.objectName(setup.runId(), setup.engine()), new Inlet());
    }

    /** What the coordinator and other engines call. */
    private final class Inlet implements Engine {
        @Override
        public void post(Posting<EngineCommand> posting) {
            if (order.accept(posting)) {
                posting.messages().forEach(command -> loop.submit(new EngineEvent.Commanded(command)));
            }
        }

        @Override
        public void deliver(List<Letter> delivered) {
            delivered.forEach(letter -> loop.submit(new EngineEvent.Delivered(letter)));
        }
    }

    /** Ends the engine from outside of the run, such as when its coordinator is gone. Any thread; once. */
    public void cease(String why) {
        loop.submit(new EngineEvent.Commanded(new EngineCommand.Cease(why)));
    }

    /** Ends everything at once and waits a little for the compute threads. */
    @Override
    public void close() {
        release("the engine is closed");
        loop.close();
        outbox.close();
        LetterBoxes boxes = letters;
        if (boxes != null) {
            boxes.close();
        }
        ComputeThreads running = threads;
        if (running != null) {
            try {
                running.join(JOIN_MILLIS);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // --- the control thread ---------------------------------------------------------------------------------------

    private void step(EngineEvent event) {
        long now = ports.ticker().nanoTime();
        if (event instanceof EngineEvent.Commanded commanded) {
            command(commanded.command(), now);
        } else if (event instanceof EngineEvent.Delivered delivered) {
            Balancer loans = balancer;
            if (loans != null) { // else it was started before us, and writes again
                perform(loans.receive(delivered.letter(), now));
            }
        } else if (event instanceof EngineEvent.LoanClosed closed) {
            perform(balancer().closed(closed.loan(), now));
        } else if (event instanceof EngineEvent.TasksEncoded encoded) {
            perform(balancer().encoded(encoded.tasks(), now));
        } else if (event instanceof EngineEvent.ResultsMerged merged) {
            perform(balancer().merged(merged.results(), now));
        } else if (event instanceof EngineEvent.TaskFailed failed) {
            perform(balancer().failed(failed.account(), failed.failure(), now));
        } else if (event instanceof EngineEvent.TasksPut put) {
            perform(balancer().put(put.tasks(), now));
            feed().putKnown(put.thread());
        } else if (event instanceof EngineEvent.Returned returned) {
            finished = Traffic.of(returned.statistics(), comm());
            RecordingFeed recorded = recording;
            if (recorded != null) {
                recorded.reports().forEach(outbox::post);
            }
            // An SPMD application may have left tasks undone here: they go back to those who still want some.
            perform(balancer().drain(now));
        } else if (event instanceof EngineEvent.Failed failed) {
            outbox.post(failed.failure());
        }
    }

    private long tick(long now) {
        if (now >= nextBeatNanos) {
            nextBeatNanos = now + BEAT_NANOS;
            outbox.post(new EngineReport.Beat());
        }
        Balancer loans = balancer;
        EnginePool tasks = pool;
        if (loans == null || tasks == null || ceased) {
            return nextBeatNanos;
        }
        perform(loans.tick(now));
        // A thread that finds nothing to do wakes us itself; one that computes may end a loan at any time.
        boolean computing = tasks.waitingThreads() < tasks.threads();
        long next = computing ? now + LOAN_TICK_NANOS : loans.nextTickNanos();
        return Math.min(next, nextBeatNanos);
    }

    private void command(EngineCommand command, long now) {
        if (ceased) {
            return;
        }
        if (command instanceof EngineCommand.Register register) {
            register(register);
        } else if (command instanceof EngineCommand.Start start) {
            start(start, now);
        } else if (command instanceof EngineCommand.Loan loan) {
            perform(balancer().receive(loan.letter(), now));
        } else if (command instanceof EngineCommand.Members changed) {
            members(changed, now);
        } else if (command instanceof EngineCommand.MemberLost lost) {
            comm().memberLost(lost.engine(), lost.why());
        } else if (command instanceof EngineCommand.Cease cease) {
            release(cease.why());
            whenCeased.accept(cease.why());
        }
    }

    private void register(EngineCommand.Register register) {
        view = new EngineView(
                register.engine(),
                setup.host(),
                register.registration(),
                register.powers(),
                setup.arguments(),
                ports.codec(),
                ports.ticker());
        comm = messaging.open(register.registration(), register.engine(), register.collectives(), this::noteFault);
        outbox.post(new EngineReport.Registered(register.registration().epoch()));
    }

    /** What a handler of simple messages threw ends the run, as what a compute thread throws does. Any thread. */
    private void noteFault(String where, Throwable fault) {
        if (fault instanceof HandlerFailedException) {
            loop.submit(new EngineEvent.Failed(Failures.describe(where + " on " + setup.host(), fault)));
        } else {
            ports.faults().onFault(where, fault);
        }
    }

    private void start(EngineCommand.Start start, long now) {
        EngineView engine = Objects.requireNonNull(view, "registered before started");
        int count = engine.self().threads();
        int processors = Runtime.getRuntime().availableProcessors();
        EnginePool tasks = new EnginePool(
                start.tasks().pool(), count, processors, ports.computeSignals().create(), loop::nudge, ports.ticker());
        PoolFeed source = new PoolFeed(tasks, setup, ports, loop::submit);
        pool = tasks;
        feed = source;
        if (start.recordedTasks() > 0) {
            recording = new RecordingFeed(source, ports.ticker(), setup.engine(), count, start.recordedTasks());
        }
        letters = new LetterBoxes(setup, ports, start.nodes());
        Balancer loans = Balancer.engine(setup.engine(), setup.incarnation(), tasks, strategy(start), limits(start));
        balancer = loans;
        EngineComm messages = comm();
        ComputeThreads made = new ComputeThreads(
                engine,
                ports.programs(),
                setup.mode(),
                start.tasks().verifyMerge(),
                recording == null ? source : recording,
                messages::commLib,
                messages::counters,
                coordinator,
                start.sharedBytes(),
                new Listener(),
                ports.computeSignals(),
                ports.threads());
        threads = made;
        made.start();
        perform(loans.members(start.members(), now));
    }

    private Strategy strategy(EngineCommand.Start start) {
        long seed = start.seed() + setup.engine(); // the generator scatters seeds that are near each other
        return Strategies.make(start.strategy(), setup.engine(), new SplittableRandom(seed), ports.classes());
    }

    // What a thread of an SPMD application did with a task cannot be taken back: silence costs it nothing.
    private static BalancerLimits limits(EngineCommand.Start start) {
        return start.bag() ? BalancerLimits.DEFAULT : BalancerLimits.DEFAULT.withoutSilence();
    }

    private void members(EngineCommand.Members changed, long now) {
        LetterBoxes boxes = letters;
        if (boxes != null) {
            boxes.keepOnly(changed.members(), changed.nodes());
            perform(balancer().members(changed.members(), now));
        }
    }

    private void perform(List<LoanOutput> outputs) {
        for (LoanOutput output : outputs) {
            EngineStatistics statistics = finished;
            if (output instanceof LoanOutput.Send send) {
                send(send);
            } else if (output instanceof LoanOutput.CloseLoan close) {
                feed().assign(new TaskFeed.Work.Close(close));
            } else if (output instanceof LoanOutput.EncodeTasks encode) {
                feed().assign(new TaskFeed.Work.Encode(encode));
            } else if (output instanceof LoanOutput.MergeResults merge) {
                feed().assign(new TaskFeed.Work.Merge(merge));
            } else if (output instanceof LoanOutput.RunFailed failed) {
                outbox.post(new EngineReport.Failed(setup.role() + " on " + setup.host(), failed.why(), "", false));
            } else if (output instanceof LoanOutput.Drained && statistics != null) {
                outbox.post(new EngineReport.Finished(statistics, balancer().totals()));
            }
        }
    }

    private void send(LoanOutput.Send send) {
        LetterBoxes boxes = letters;
        if (send.toMember() == Membership.ROOT) {
            outbox.post(new EngineReport.Loan(send.letter()));
        } else if (boxes != null) {
            boxes.post(send.toMember(), send.letter());
        }
    }

    /** Lets every thread go. Any thread; again without effect. */
    private void release(String why) {
        ceased = true;
        EngineComm messages = comm;
        if (messages != null) {
            messages.end(why);
            messaging.close(Objects.requireNonNull(view, "a view of each epoch").engine(), messages.epoch());
        }
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
        ports.space().withdraw(EngineSetup.objectName(setup.runId(), setup.engine()));
    }

    private Balancer balancer() {
        return Objects.requireNonNull(balancer, "started before lent to");
    }

    private PoolFeed feed() {
        return Objects.requireNonNull(feed, "started before lent to");
    }

    private EngineComm comm() {
        return Objects.requireNonNull(comm, "registered before used");
    }

    /** What compute threads say; called by them. */
    private final class Listener implements ComputeThreads.Listener {
        @Override
        public void said(Utterance utterance) throws InterruptedException {
            outbox.postOrWait(new EngineReport.Said(utterance));
        }

        @Override
        public void failed(EngineReport.Failed failure) {
            loop.submit(new EngineEvent.Failed(failure));
        }

        @Override
        public void allReturned(List<ThreadStatistics> statistics) {
            loop.submit(new EngineEvent.Returned(statistics));
        }
    }
}
