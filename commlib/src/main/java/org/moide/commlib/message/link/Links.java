package org.moide.commlib.message.link;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.channel.Channels;
import org.moide.commlib.channel.Frame;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.message.Acknowledgement;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Dialer;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.EnvelopeFrames;
import org.moide.commlib.message.LinkSigns;
import org.moide.commlib.message.ProgressThread;
import org.moide.commlib.message.SpareArrays;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.GrowingPause;
import org.moide.commlib.registration.Registration;

/**
 * An engine's links to other engines. Messages go over a link while it works, otherwise by calls. The engine that
 * sends first opens the link. If both sides open one at once there are two, and each side writes to its own.
 *
 * <p><b>Threads.</b> Any. {@code byEngine} holds the link that is written to; each of {@code trials} is guarded by
 * itself.
 */
public final class Links implements Link.Owner, AutoCloseable {
    private final Registration registration;
    private final Registration.Member self;
    private final Dialer dialer;
    private final Channels channels;
    private final Liveness liveness;
    private final CommPorts ports;
    private final AtomicReferenceArray<@Nullable Link> byEngine;
    private final AtomicLongArray arrivals;
    private final AtomicLongArray answers;
    private final List<Trial> trials;
    private final ProgressThread progress;
    private final SpareArrays arrays = new SpareArrays();
    private final Queue<SendWindow> toRecover = new ConcurrentLinkedQueue<>();
    private final ProgressThread.Duty recovery = ProgressThread.Duty.forEach(toRecover, this::recover);
    private @Nullable ReceiveWindow receiveWindow;
    private @Nullable Endpoint recovering;
    private List<SendWindow> sendWindows = List.of();

    /** The state of attempts to connect to one engine: whether, and from when on, a further attempt makes sense. */
    private static final class Trial {
        private boolean dialling;
        private boolean never;
        private final GrowingPause pause;

        Trial(CommLimits limits) {
            pause = new GrowingPause(
                    limits.firstDelay().toNanos(), limits.greatestDelay().toNanos());
        }

        /**
         * Returns whether the calling thread must now connect. If so, the thread must call {@link #ends} when it has
         * tried.
         */
        synchronized boolean begins(long nowNanos) {
            if (never || dialling || !pause.isOver(nowNanos)) {
                return false;
            }
            dialling = true;
            return true;
        }

        /**
         * Ends an attempt to connect.
         *
         * @param isLast whether a further attempt is useless
         */
        synchronized void ends(boolean isLast, long nowNanos) {
            dialling = false;
            never = isLast;
            pause.begin(nowNanos);
        }
    }

    public Links(
            Registration registration,
            Registration.Member self,
            Dialer dialer,
            Channels channels,
            Liveness liveness,
            ProgressThread progress,
            CommPorts ports) {
        this.registration = registration;
        this.self = self;
        this.dialer = dialer;
        this.channels = channels;
        this.liveness = liveness;
        this.progress = progress;
        this.ports = ports;
        this.byEngine = new AtomicReferenceArray<>(registration.engines().size());
        this.arrivals = new AtomicLongArray(registration.engines().size());
        this.answers = new AtomicLongArray(registration.engines().size());
        this.trials = registration.engines().stream()
                .map(member -> new Trial(ports.limits()))
                .toList();
    }

    /** Sets the objects that take frames arriving over links. Called once, before there is any link. */
    public void serve(ReceiveWindow receiving, List<SendWindow> sending, Endpoint endpoint) {
        receiveWindow = receiving;
        sendWindows = List.copyOf(sending);
        recovering = endpoint;
    }

    /** Returns the reusable arrays for the bytes of messages that links carry. */
    SpareArrays arrays() {
        return arrays;
    }

    private ReceiveWindow receiveWindow() {
        ReceiveWindow found = receiveWindow;
        if (found == null) {
            throw new IllegalStateException("expected links that serve");
        }
        return found;
    }

    /**
     * Returns the link over which to send to an engine. Opens one if there is none, and blocks meanwhile. Returns null
     * if there can be none now.
     */
    @Nullable
    Link to(int engine) {
        Link found = byEngine.get(engine);
        return found != null && found.usable() ? found : dial(engine);
    }

    private @Nullable Link dial(int engine) {
        Trial trial = trials.get(engine);
        if (!trial.begins(ports.around().ticker().nanoTime())) {
            return null;
        }
        boolean never = false;
        Link opened = null;
        try {
            if (!liveness.of(engine).holds()) {
                opened = open(engine);
            }
        } catch (RefusedException noSuchThing) {
            never = true;
        } catch (RemoteCallException notNow) {
            // The call that follows reports the problem if it matters.
        } finally {
            trial.ends(never, ports.around().ticker().nanoTime());
        }
        return opened;
    }

    private @Nullable Link open(int engine) {
        Link link = new Link(
                this,
                receiveWindow(),
                arrays,
                dialer.dial(engine),
                engine,
                ports.around().ticker());
        Frame hello = Frame.of(EnvelopeFrames.HELLO, registration.epoch(), self.engine(), self.incarnation());
        if (!link.channel().write(hello, true)) {
            link.channel().close();
            return null;
        }
        channels.add(link.channel(), "engine-" + self.engine() + "-messages-" + engine);
        // If the peer's link has arrived meanwhile, this engine writes to that one and only reads this one.
        Link theirs = byEngine.compareAndExchange(engine, null, link);
        return theirs == null ? link : theirs;
    }

    /** Takes a connection that another engine has opened. */
    public void accept(DataConnection.Arriving arriving) {
        Thread opener = ports.around().threads().newThread(() -> {
            try {
                Link link = new Link(
                        this,
                        receiveWindow(),
                        arrays,
                        arriving.open(),
                        -1,
                        ports.around().ticker());
                channels.add(link.channel(), "engine-" + self.engine() + "-messages");
            } catch (IOException gone) {
                arriving.close();
            } catch (RuntimeException | Error fault) {
                arriving.close(); // the peer sees that its connection is closed
                throw fault;
            }
        });
        opener.setName("engine-" + self.engine() + "-accept");
        try {
            opener.start();
        } catch (Error noThread) {
            arriving.close();
            throw noThread;
        }
    }

    @Override
    public int welcome(Link link, Frame frame) throws IOException {
        int engine = frame.sender();
        if (frame.kind() != EnvelopeFrames.HELLO || receiveWindow().refuses(frame.sequence(), engine, frame.note())) {
            throw new IOException("expected a greeting in epoch " + registration.epoch() + ", found " + frame);
        }
        byEngine.compareAndSet(engine, null, link);
        return engine;
    }

    @Override
    public void heard(int engine) {
        arrivals.lazySet(engine, arrivals.get(engine) + 1); // two links may lose a count; it still changes
    }

    @Override
    public void holds(int engine) {
        answers.lazySet(engine, answers.get(engine) + 1);
    }

    /**
     * Returns counters of what has arrived from an engine over links; they change whenever a frame arrives. Any thread
     * may call it.
     */
    public LinkSigns signs(int engine) {
        Link link = byEngine.get(engine);
        return link == null || !link.usable()
                ? LinkSigns.NONE
                : new LinkSigns(arrivals.get(engine), answers.get(engine));
    }

    /** Asks an engine to answer over the link to it, if there is one. Any thread may call it; does not block. */
    public void probe(int engine) {
        Link link = byEngine.get(engine);
        if (link != null && link.usable()) {
            link.probe();
        }
    }

    @Override
    public void acknowledged(Link link, long nextSequence, List<Acknowledgement.Backlog> backlogs) {
        sendWindows.get(link.engine()).acknowledged(link, nextSequence, backlogs);
    }

    @Override
    public void broken(Link link) {
        toCalls(link);
        liveness.raiseAll(); // threads that wait for data check whether the link works
    }

    /**
     * Makes a service thread send, by calls, the envelopes that were written to a link and not acknowledged. Takes no
     * lock, since the caller may be holding the link's.
     */
    void toCalls(Link link) {
        int engine = link.engine();
        if (engine < 0) {
            return;
        }
        byEngine.compareAndSet(engine, link, null);
        if (!liveness.of(engine).holds()) {
            toRecover.add(sendWindows.get(engine));
            progress.add(recovery);
        }
    }

    /** Returns the link to an engine, or null; opens none. */
    @Nullable
    Link existing(int engine) {
        return byEngine.get(engine);
    }

    /** Closes the link to a lost engine. */
    public void lost(int engine) {
        Link link = byEngine.getAndSet(engine, null);
        if (link != null) {
            link.channel().close();
        }
    }

    private void recover(SendWindow window) {
        try {
            window.recover(recovering());
        } catch (CommException over) {
            // The engine is lost or the run is over; both are reported elsewhere.
        }
    }

    private Endpoint recovering() {
        Endpoint found = recovering;
        if (found == null) {
            throw new IllegalStateException("expected links that serve");
        }
        return found;
    }

    @Override
    public void close() {
        for (int engine = 0; engine < byEngine.length(); engine++) {
            Link link = byEngine.get(engine);
            if (link != null) {
                link.finish();
            }
        }
        channels.close();
    }
}
