package org.moide.engine.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Letter;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.message.LinkSigns;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.Loop;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.compute.EngineView;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EventLoop;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.Posting;
import org.moide.engine.control.PostingOrder;
import org.moide.engine.control.SpreadCommands;
import org.moide.engine.loading.TaskBytes;

/**
 * A compute engine (MOIDE, §3.1.1; {@code EngineImpl} of §3.2). The coordinator sends it commands, its compute threads
 * run the application, and one control thread connects the two. It lives through all epochs of its run, one at a time.
 *
 * <p>Concurrency: any thread may call the public methods, the exported object and the listeners, which only queue
 * events. Every mutable field belongs to the control thread; other threads read {@code current} and {@code ceased}.
 */
public final class ComputeEngine implements AutoCloseable {
    private final EngineSetup setup;
    private final EnginePorts ports;
    private final Messaging messaging;
    private final Coordinator coordinator;
    private final Outbox<EngineReport> outbox;
    private final EventLoop<EngineEvent> loop;
    private final SpreadCommands commands;
    private final PostingOrder order = new PostingOrder();
    private final ProgramCalls calls;
    private final Consumer<EngineCommand.Cease> whenCeased;
    private final StateKeeping states;
    private final Watching watching;
    private final PeerWatch peers;
    private volatile @Nullable EngineEpoch current;
    private volatile boolean ceased;
    private long nextBeatNanos;
    private long nextLookNanos;
    private long nextPeersNanos;

    /**
     * Creates the engine and exports it. It then waits for the command that begins its first epoch.
     *
     * @param whenCeased takes the command to cease, once, on the control thread, when the run is over for this engine
     */
    public ComputeEngine(EngineSetup setup, EnginePorts ports, Consumer<EngineCommand.Cease> whenCeased) {
        this.setup = setup;
        this.ports = ports;
        this.watching = new Watching(setup, ports);
        this.messaging = new Messaging(setup, ports);
        this.peers = new PeerWatch(ports.timing());
        this.whenCeased = whenCeased;
        this.coordinator = ports.space()
                .proxy(
                        setup.coordinator(),
                        Coordinator.class,
                        EngineSetup.coordinatorName(setup.runId()),
                        ports.timing().call());
        this.calls = new ProgramCalls(answer -> coordinator.answered(setup.engine(), answer));
        this.outbox = new Outbox<>(
                setup.engine(),
                setup.role() + "-reports",
                coordinator::post,
                why -> cease("the coordinator cannot be reached: " + why),
                ports.timing(),
                ports.around());
        this.states = new StateKeeping(setup, ports, ports.disk(), outbox::post);
        this.nextBeatNanos = ports.around().ticker().nanoTime(); // the clock may be negative
        this.nextLookNanos = nextBeatNanos;
        this.nextPeersNanos = nextBeatNanos;
        this.loop = new EventLoop<>(setup.role() + "-control", this::step, this::tick, ports.timing(), ports.around());
        this.commands = messaging.commands(command -> loop.submit(new EngineEvent.Commanded(command)), this::cease);
        loop.start();
        ports.space().export(Engine.class, EngineSetup.objectName(setup.runId(), setup.engine()), new Inlet());
    }

    /** The exported object, which the coordinator and other engines call. */
    private final class Inlet implements Engine {
        @Override
        public void post(Posting<EngineCommand> posting) {
            if (order.accept(posting)) {
                posting.messages().forEach(commands::take);
            }
        }

        @Override
        public void deliver(List<Letter> delivered) {
            delivered.forEach(letter -> loop.submit(new EngineEvent.Delivered(letter)));
        }

        @Override
        public boolean runAlone(byte[] call) {
            EngineEpoch epoch = current;
            return epoch != null && !ceased && epoch.runAlone(call);
        }
    }

    /**
     * Ends the engine without a command of the coordinator, for example because the coordinator is lost. Any thread;
     * called once.
     */
    public void cease(String why) {
        loop.submit(new EngineEvent.Commanded(new EngineCommand.Cease(why, false)));
    }

    /** Ends the engine and all of its threads at once, and waits briefly for the compute threads. */
    @Override
    public void close() {
        release("the engine is closed");
        loop.close();
        outbox.close();
        EngineEpoch epoch = current;
        if (epoch != null) {
            try {
                epoch.join(ports.timing().ending().toMillis());
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // --- the control thread ---------------------------------------------------------------------------------------

    private void step(EngineEvent event) {
        event.handle(new At(ports.around().ticker().nanoTime()));
    }

    private long tick(long now) {
        if (now >= nextBeatNanos) {
            nextBeatNanos = now + ports.timing().beat().toNanos();
            EngineEpoch counting = current;
            EngineReport.Beat beat = counting == null ? EngineReport.Beat.IDLE : counting.beat(now);
            outbox.post(watching.with(beat, counting));
        }
        EngineEpoch epoch = current;
        if (now >= nextPeersNanos && !ceased) {
            nextPeersNanos = now + ports.timing().look().toNanos();
            lookAtPeers(epoch, now);
        }
        if (epoch == null || ceased) {
            return nextBeatNanos;
        }
        if (now >= nextLookNanos) {
            nextLookNanos = now + WaitWatch.LOOK_NANOS;
            epoch.lookAtTasks(now);
            EngineReport.Looked looked = epoch.look(now);
            if (looked != null) {
                outbox.post(looked);
            }
        }
        return Math.min(Math.min(nextBeatNanos, nextLookNanos), epoch.tick(now));
    }

    private void lookAtPeers(@Nullable EngineEpoch epoch, long now) {
        Map<NodeReference, Duration> unanswered = ports.space().unanswered();
        Map<NodeReference, LinkSigns> others = epoch == null ? Map.of() : epoch.others(unanswered.keySet());
        PeerWatch.Wanted wanted = peers.look(others, unanswered, now);
        wanted.reports().forEach(outbox::post);
        if (epoch != null) {
            epoch.probe(wanted.probes());
        }
        for (NodeReference node : wanted.pings()) {
            Thread thread = ports.around().threads().newThread(Loop.lasting(() -> ping(node)));
            thread.setName(setup.role() + "-ping");
            try {
                thread.start();
            } catch (Error noThread) {
                peers.notPinged(node);
                throw noThread;
            }
        }
    }

    private void ping(NodeReference node) {
        boolean answered = true;
        try {
            ports.space().ping(node, ports.timing().ping());
        } catch (NotDeliveredException | OutcomeUnknownException none) {
            answered = false;
        } catch (RemoteCallException refused) {
            answered = true; // a refusal also comes from a process that is reachable
        }
        loop.submit(new EngineEvent.Pinged(node, answered));
    }

    private void register(EngineCommand.Register register) {
        EngineView view = new EngineView(
                register.engine(),
                setup.host(),
                register.processes(),
                register.powers(),
                setup.arguments(),
                setup.files(),
                ports.codec(),
                new TaskBytes(ports.codec()),
                ports.classes(),
                ports.around().ticker(),
                ports.processors(),
                ports.timing(),
                ports.notes());
        EngineEpoch epoch =
                new EngineEpoch(setup, ports, messaging, view, register, states.inEpoch(view), loop, outbox, watching);
        current = epoch;
        watching.registered(register.registration(), register.engine());
        if (ceased) {
            // Another thread has closed the engine before this epoch was visible to it.
            epoch.end("the engine is closed");
        }
        boolean fetching =
                states.fetch(view, restored -> loop.submit(new EngineEvent.StatesFetched(epoch.epoch(), restored)));
        if (!fetching) {
            outbox.post(new EngineReport.Registered(epoch.epoch()));
        }
    }

    private boolean isCurrent(long epoch) {
        EngineEpoch now = current;
        return now != null && now.isOf(epoch);
    }

    private EngineEpoch epoch() {
        return Objects.requireNonNull(current, "registered before used");
    }

    /**
     * Releases all threads of the run that wait in this engine, because the run is over. Any thread; a second call has
     * no effect.
     */
    private void release(String why) {
        ceased = true;
        EngineEpoch epoch = current;
        if (epoch != null) {
            epoch.end(why);
        }
        states.close();
        commands.close();
        ports.space().withdraw(EngineSetup.objectName(setup.runId(), setup.engine()));
    }

    /** Handles the engine's events and the coordinator's commands, all at one moment: {@code now}. */
    private final class At implements EngineEvent.Handler, EngineCommand.Handler {
        private final long now;

        At(long now) {
            this.now = now;
        }

        @Override
        public void commanded(EngineEvent.Commanded commanded) {
            if (!ceased) {
                commanded.command().handle(this);
            }
        }

        @Override
        public void register(EngineCommand.Register register) {
            ComputeEngine.this.register(register);
        }

        @Override
        public void widen(EngineCommand.Widen wider) {
            epoch().widen(wider);
        }

        @Override
        public void spread(EngineCommand.Spread spread) {
            throw new IllegalStateException("expected commands in full, found " + spread);
        }

        @Override
        public void start(EngineCommand.Start start) {
            watching.starts(start.tasks());
            epoch().start(start, calls, now);
        }

        @Override
        public void loan(EngineCommand.Loan loan) {
            watching.heard(loan.letter());
            epoch().receive(loan.letter(), now);
        }

        @Override
        public void members(EngineCommand.Members changed) {
            epoch().members(changed, now);
        }

        @Override
        public void released(EngineCommand.Released released) {
            EngineEpoch epoch = current;
            if (epoch != null) { // without an epoch the engine has no such data
                epoch.released(released.objects());
            }
        }

        @Override
        public void cancelCalls(EngineCommand.CancelCalls cancel) {
            calls.cancel(cancel);
        }

        @Override
        public void callNews(EngineCommand.CallNews news) {
            calls.tell(news.news());
        }

        @Override
        public void memberLost(EngineCommand.MemberLost lost) {
            epoch().memberLost(lost.engine(), lost.why());
        }

        @Override
        public void memberDied(EngineCommand.MemberDied died) {
            epoch().memberDied(died, now);
        }

        @Override
        public void checkpointing(EngineCommand.Checkpointing checkpointing) {
            states.prepare(checkpointing);
        }

        @Override
        public void checkpointCommitted(EngineCommand.CheckpointCommitted committed) {
            states.committed(committed);
        }

        @Override
        public void leaveOthers(EngineCommand.LeaveOthers leave) {
            epoch().leaveOthers(leave.epoch());
        }

        @Override
        public void leaveAtSafePoint(EngineCommand.LeaveAtSafePoint leave) {
            if (isCurrent(leave.epoch())) {
                epoch().checkpoints().wantLeave();
            }
        }

        @Override
        public void endEpoch(EngineCommand.EndEpoch end) {
            if (isCurrent(end.epoch())) {
                states.abandon();
                epoch().endByCommand(end.why());
            }
        }

        @Override
        public void probe(EngineCommand.Probe probe) {
            peers.asked(probe, ports.space().self(), now);
            nextPeersNanos = now;
        }

        @Override
        public void pinged(EngineEvent.Pinged pinged) {
            peers.pinged(pinged.node(), pinged.answered(), now);
            nextPeersNanos = now;
        }

        @Override
        public void cease(EngineCommand.Cease cease) {
            release(cease.why());
            whenCeased.accept(cease);
        }

        @Override
        public void delivered(EngineEvent.Delivered delivered) {
            EngineEpoch epoch = current;
            if (epoch != null) { // without an epoch, this engine was not started yet; the sender repeats the letter
                watching.heard(delivered.letter());
                epoch.receive(delivered.letter(), now);
            }
        }

        @Override
        public void statesFetched(EngineEvent.StatesFetched fetched) {
            EngineEpoch epoch = current;
            if (epoch != null && fetched.epoch() == epoch.epoch()) {
                states.fetched(epoch.view(), epoch.comm(), epoch.checkpoints(), fetched.restored());
                outbox.post(new EngineReport.Registered(epoch.epoch()));
            }
        }

        @Override
        public void inEpoch(EngineEvent.InEpoch in) {
            EngineEpoch epoch = current;
            if (epoch != null && in.epoch() == epoch.epoch()) {
                epoch.step(in.event(), now);
            }
        }
    }
}
