package org.moide.commlib.message.endpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.moide.commlib.CommLib;
import org.moide.commlib.channel.Channels;
import org.moide.commlib.channel.LookingSignal;
import org.moide.commlib.collective.Board;
import org.moide.commlib.collective.Collectives;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.local.Team;
import org.moide.commlib.local.WaitMark;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Dialer;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.LinkSigns;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.ProgressThread;
import org.moide.commlib.message.link.Links;
import org.moide.commlib.message.link.PeerCalls;
import org.moide.commlib.message.link.ReceiveWindow;
import org.moide.commlib.message.link.RendezvousReceiver;
import org.moide.commlib.message.link.SendWindow;
import org.moide.commlib.message.mailbox.Contexts;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.message.rendezvous.Offers;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.waiting.EngineState;

/**
 * One engine's communication in one epoch: a mailbox for each of its threads, a link to each other engine, and the
 * {@link CommLib} of each thread (MOIDE, §3.1.3).
 *
 * <p><b>Threads.</b> Any thread may call {@link #memberLost}, {@link #end}, {@link #inbound} and {@link #counters},
 * which never block. {@link #commLib} gives each compute thread its own instance. All fields are final.
 */
public final class EngineComm {
    private final Registration registration;
    private final long epoch;
    private final Registration.Member self;
    private final Liveness liveness;
    private final Links links;
    private final ReceiveWindow receiveWindow;
    private final List<PeerCalls> peers = new ArrayList<>();
    private final List<CommCounters> counters = new ArrayList<>();
    private final List<CommCounters> nonblockingCounters = new ArrayList<>();
    private final List<CommLib> threads = new ArrayList<>();
    private final List<SafePoint> safePoints = new ArrayList<>();
    private final List<WaitMark> marks = new ArrayList<>();
    private final EngineLook look;
    private final IntFunction<EngineWay> ways;

    /**
     * Creates the communication of engine {@code engine}, without data connections. Starts no thread and makes no
     * call.
     *
     * @param peers returns another engine's port by its number; called at the first use of the port
     */
    public EngineComm(Registration registration, int engine, IntFunction<MessagePort> peers, CommPorts ports) {
        this(registration, engine, peers, Dialer.NONE, ports);
    }

    /**
     * Creates the communication of an engine that also uses data connections. {@link #accept} takes the connections
     * that other engines open.
     */
    public EngineComm(
            Registration registration, int engine, IntFunction<MessagePort> peers, Dialer dialer, CommPorts outer) {
        this.registration = registration;
        self = registration.engines().get(engine);
        epoch = registration.epoch();
        liveness = new Liveness(epoch, registration.engines().size());
        Channels channels =
                new Channels(outer.around().threads(), outer.around().signals());
        CommPorts ports = dialer == Dialer.NONE || registration.engines().size() == 1
                ? outer
                : outer.withSignals(() -> new LookingSignal(
                        outer.around().signals().create(),
                        channels,
                        outer.around().ticker()));
        List<Mailbox> mailboxes = new ArrayList<>();
        List<ProgressThread> nonblocking = new ArrayList<>();
        for (int thread = 0; thread < self.threads(); thread++) {
            Signal signal = ports.around().signals().create();
            liveness.watch(signal);
            mailboxes.add(new Mailbox(signal, registration.count()));
        }
        for (int thread = 0; thread < self.threads(); thread++) {
            nonblocking.add(new ProgressThread("engine-" + engine + "-collectives-" + thread, ports, liveness));
        }
        ProgressThread progress = new ProgressThread("engine-" + engine + "-progress", ports, liveness);
        links = new Links(registration, self, dialer, channels, liveness, progress, ports);
        List<SendWindow> sendWindows = new ArrayList<>();
        for (Registration.Member member : registration.engines()) {
            PeerCalls peer = new PeerCalls(member.engine(), peers, ports, liveness);
            this.peers.add(peer);
            sendWindows.add(new SendWindow(
                    registration.epoch(), self, peer, links, ports.limits(), liveness.of(member.engine())));
        }
        Offers offers = new Offers();
        ThreadEndpoints.Services services = new ThreadEndpoints.Services(
                progress,
                new CommCounters(registration.engines().size(), engine),
                new ProgressThread("engine-" + engine + "-communication", ports, liveness),
                new CommCounters(registration.engines().size(), engine));
        Contexts contexts = new Contexts(
                mailboxes,
                services.communication().signal(),
                nonblocking.stream().map(ProgressThread::signal).toList(),
                registration.count());
        MessageSender messageSender =
                new MessageSender(registration, self, 0, contexts, sendWindows, offers, ports, liveness);
        RendezvousReceiver rendezvous =
                new RendezvousReceiver(registration, self, this.peers, sendWindows, links, liveness, ports);
        receiveWindow = new ReceiveWindow(registration, self, contexts, offers, rendezvous, liveness, ports.limits());
        links.serve(
                receiveWindow,
                sendWindows,
                new Endpoint(
                        self.firstId(),
                        progress.signal(),
                        services.ofProgress(),
                        null,
                        ports.around().ticker(),
                        registration.count()));
        Board board = new Board(
                new Team(self.threads(), liveness, outer.around().signals().create()), self, ports.memory());
        Board boardNonblocking = new Board(
                new Team(self.threads(), liveness, outer.around().signals().create()), self);
        MessageSender backgroundSender = messageSender.in(Contexts.COLLECTIVES);
        ways = tag -> new EngineWay(registration, self, tag, messageSender.in(Contexts.SIMPLE), ports);
        Mailbox mailboxNonblocking = contexts.mailboxes(Contexts.COLLECTIVES).get(0);
        List<ThreadEndpoints> everyThreads = new ArrayList<>();
        LocalExchange.Pairs pairs = new LocalExchange.Pairs(self, outer.around().signals());
        for (int thread = 0; thread < self.threads(); thread++) {
            CommCounters count = new CommCounters(
                    registration.engines().size(), engine, ports.traces().of(thread));
            counters.add(count);
            CommCounters countNonblocking =
                    new CommCounters(registration.engines().size(), engine);
            nonblockingCounters.add(countNonblocking);
            int ids = registration.count();
            WaitMark mark = new WaitMark();
            marks.add(mark);
            Endpoint acting = new Endpoint(
                    self.firstId(),
                    mailboxes.get(0).signal(),
                    count,
                    mark,
                    ports.around().ticker(),
                    ids);
            Endpoint actingNonblocking = new Endpoint(
                    self.firstId(),
                    mailboxNonblocking.signal(),
                    countNonblocking,
                    ports.around().ticker(),
                    ids);
            ThreadEndpoints endpoints = new ThreadEndpoints(
                    self.firstId() + thread,
                    thread,
                    count,
                    mark,
                    ports,
                    messageSender,
                    rendezvous,
                    contexts,
                    pairs,
                    services,
                    new ThreadEndpoints.Nonblocking(nonblocking.get(thread), countNonblocking));
            everyThreads.add(endpoints);
            safePoints.add(
                    new SafePoint(endpoints, contexts, sendWindows, receiveWindow, engine, rendezvous, ports.codec()));
            threads.add(endpoints.all(
                    collectives(
                            registration,
                            engine,
                            board,
                            thread,
                            new CollectiveLink(messageSender, rendezvous, acting, board::hall),
                            new Waiter(board.signal(), ports.around().ticker(), count::addWaitingHere, mark),
                            ports),
                    collectives(
                            registration,
                            engine,
                            boardNonblocking,
                            thread,
                            new CollectiveLink(backgroundSender, rendezvous, actingNonblocking, () -> null),
                            new Waiter(
                                    boardNonblocking.signal(),
                                    ports.around().ticker(),
                                    countNonblocking::addWaitingHere),
                            ports)));
        }
        look = new EngineLook(
                registration,
                self,
                board,
                everyThreads,
                sendWindows,
                receiveWindow,
                ports.around().ticker());
    }

    private static Collectives collectives(
            Registration registration,
            int engine,
            Board board,
            int thread,
            CollectiveLink link,
            Waiter waiter,
            CommPorts ports) {
        return new Collectives(
                registration,
                engine,
                board,
                thread,
                link,
                waiter.within(ports.limits().collectiveWithin().toNanos(), () -> {}),
                ports.limits().tuning());
    }

    /** Returns the epoch of this engine's registration. */
    public long epoch() {
        return epoch;
    }

    /** Returns this engine's entry in the registration, the table of the epoch's engines and logical IDs. */
    public Registration.Member self() {
        return self;
    }

    /** Returns the library of the compute thread with this index. */
    public CommLib commLib(int threadIndex) {
        return threads.get(threadIndex);
    }

    /**
     * Returns an object by which any thread can send bytes to other engines, beside the messages of compute threads.
     *
     * @param tag the tag of the handlers at the receiving engines
     */
    public EngineWay way(int tag) {
        return ways.apply(tag);
    }

    /** Returns the safe point of the compute thread with this index, for when its state is saved. */
    public SafePoint safePoint(int threadIndex) {
        return safePoints.get(threadIndex);
    }

    /** Records that the compute thread with this index has returned from the application. Called by that thread. */
    public void returned(int threadIndex, long nowNanos) {
        marks.get(threadIndex).returned(nowNanos);
    }

    /**
     * Returns whether any compute thread waits, or has returned from the application. Any thread may call it; never
     * blocks.
     */
    public boolean isAnyWaiting() {
        return look.isWorthIt();
    }

    /** Returns what the compute threads currently wait for. One thread at a time may call it; never blocks. */
    public EngineState state() {
        return look.state();
    }

    /**
     * Returns whether no engine is lost and the epoch is not over. If not, a failure may be only a consequence of
     * that.
     */
    public boolean isWhole() {
        return !liveness.ofAll().holds();
    }

    /**
     * Returns the object that other engines call to deliver messages. The caller exports it as {@link MessagePort#NAME}
     * before any compute thread of any engine runs.
     */
    public MessagePort inbound() {
        return receiveWindow;
    }

    /** Takes a data connection that another engine has opened. Never blocks. */
    public void accept(DataConnection.Arriving arriving) {
        links.accept(arriving);
    }

    /**
     * Returns counters of what has arrived from each other engine over its links to this one. Lists only engines that
     * are not lost and that have a link or are in {@code called}. Any thread may call it; never blocks.
     */
    public Map<NodeReference, LinkSigns> others(Set<NodeReference> called) {
        Map<NodeReference, LinkSigns> others = new HashMap<>();
        for (Registration.Member member : registration.engines()) {
            LinkSigns signs = links.signs(member.engine());
            boolean concerned = signs.isLinked() || called.contains(member.node());
            if (concerned && member.engine() != self.engine() && liveness.lost(member.engine()) == null) {
                others.put(member.node(), signs);
            }
        }
        return others;
    }

    /**
     * Asks these engines to answer over their links, which shows whether the links still work. Any thread may call it;
     * never blocks.
     */
    public void probe(Set<NodeReference> nodes) {
        for (Registration.Member member : registration.engines()) {
            if (nodes.contains(member.node())) {
                links.probe(member.engine());
            }
        }
    }

    /**
     * Marks an engine as lost: every thread that waits for one of its IDs, or in a collective, now or later, gets an
     * exception.
     */
    public void memberLost(int engine, String why) {
        liveness.memberLost(engine, why);
        links.lost(engine);
    }

    /** Ends the epoch: every thread that waits, now or later, gets an exception. */
    public void end(String why) {
        liveness.end(why);
        links.close();
    }

    /** Returns the counters of the compute thread with this index. */
    public CommCounters counters(int threadIndex) {
        return counters.get(threadIndex);
    }

    /**
     * Returns the counters of the service thread that performs the collectives begun by the compute thread with this
     * index.
     */
    public CommCounters countersMeanwhile(int threadIndex) {
        return nonblockingCounters.get(threadIndex);
    }

    /** Returns the number of envelopes that were dropped because they had arrived before. */
    public long repeatsDropped() {
        return receiveWindow.repeatsDropped();
    }

    /** Returns the number of calls that were repeated because no answer came. */
    public long resends() {
        return peers.stream().mapToLong(PeerCalls::resends).sum();
    }
}
