package org.moide.engine.control;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.GrowingPause;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.Loop;

/**
 * Completes the commands of an engine and passes them on in order. For an {@link EngineCommand.Spread} it fetches the
 * rest from this engine's parent in the tree of engines, which may not have it yet, or else from the coordinator. Later
 * commands wait meanwhile, except {@link EngineCommand.Cease}.
 *
 * <p>Concurrency: any thread may call; a thread that is started for each fetch makes the remote calls. {@code waiting},
 * {@code asking} and {@code closed} are guarded by this object's lock; {@code closed} is also read without it. No
 * remote call is made with the lock held.
 */
public final class SpreadCommands implements AutoCloseable {
    /**
     * First pause before a parent that does not have the sheet yet is asked again. Pauses grow up to
     * {@link #LAST_PAUSE_NANOS}.
     */
    private static final long FIRST_PAUSE_NANOS = 1_000_000;

    private static final long LAST_PAUSE_NANOS = 32 * FIRST_PAUSE_NANOS;

    private final Home home;
    private final ObjectSpace space;
    private final Timing timing;
    private final Ticker ticker;
    private final ThreadFactory threads;
    private final Consumer<EngineCommand> inFull;
    private final Consumer<String> whenLost;
    private final Signal changed;
    private final KeptSheets kept = new KeptSheets();
    private final Deque<EngineCommand> waiting = new ArrayDeque<>();
    private boolean asking;
    private volatile boolean closed;

    /**
     * The engine that receives the commands.
     *
     * @param seat the engine's seat
     * @param coordinator the coordinator's address
     */
    public record Home(String runId, int seat, NodeReference coordinator) {}

    /**
     * Exports this engine's sheets, for its children in the tree.
     *
     * @param inFull takes each complete command; must not block
     * @param whenLost called once with the reason if a command cannot be completed; no command follows
     */
    public SpreadCommands(
            Home home,
            ObjectSpace space,
            Timing timing,
            Surroundings around,
            Consumer<EngineCommand> inFull,
            Consumer<String> whenLost) {
        this.home = home;
        this.space = space;
        this.timing = timing;
        this.ticker = around.ticker();
        this.threads = around.threads();
        this.inFull = inFull;
        this.whenLost = whenLost;
        this.changed = around.signals().create();
        space.export(Sheets.class, Sheets.nameOf(home.runId(), home.seat()), kept);
    }

    /** Takes the next command from the coordinator. Never blocks. */
    public synchronized void take(EngineCommand command) {
        if (closed) {
            return;
        }
        if (command instanceof EngineCommand.Cease) {
            waiting.clear();
            inFull.accept(command);
        } else if (asking) {
            waiting.add(command);
        } else {
            takeNext(command);
        }
    }

    /** Passes on a command, or starts a thread that fetches the rest of it. Called with the lock held. */
    private void takeNext(EngineCommand command) {
        if (!(command instanceof EngineCommand.Spread spread)) {
            inFull.accept(command);
            return;
        }
        asking = true;
        Thread thread = threads.newThread(Loop.lasting(() -> ask(spread)));
        thread.setName("engine-" + home.seat() + "-sheets");
        thread.start();
    }

    /** Stops passing on commands and fetching sheets. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            waiting.clear();
        }
        changed.raise();
        space.withdraw(Sheets.nameOf(home.runId(), home.seat()));
    }

    // --- the thread that asks

    private void ask(EngineCommand.Spread spread) {
        EngineCommand found = null;
        String problem = "";
        try {
            Sheet sheet = find(spread);
            kept.keep(sheet);
            found = sheet.toldTo(spread.engine());
        } catch (CommException | IOException none) {
            problem = String.valueOf(none.getMessage());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        }
        came(found, problem);
    }

    private void came(@Nullable EngineCommand found, String problem) {
        synchronized (this) {
            asking = false;
            if (closed) {
                return;
            }
            if (found != null) {
                inFull.accept(found);
                while (!asking && !waiting.isEmpty()) {
                    takeNext(waiting.remove());
                }
                return;
            }
            closed = true;
            waiting.clear();
        }
        whenLost.accept(problem);
    }

    private Sheet find(EngineCommand.Spread spread) throws InterruptedException, InvalidObjectException {
        Sheet found = kept.find(spread.sheet());
        Backoff backoff = new Backoff(timing, ticker);
        // Each level of the tree waits longer than its parent's level, so that only the children of a lost engine ask
        // the coordinator.
        long patienceNanos = ticker.nanoTime() + timing.look().toNanos() * (spread.level() - 1);
        GrowingPause pause = new GrowingPause(FIRST_PAUSE_NANOS, LAST_PAUSE_NANOS);
        while (found == null && !closed && spread.node() != null && ticker.nanoTime() - patienceNanos < 0) {
            found = ofTheOneAbove(spread, spread.node());
            if (found == null) {
                changed.await(() -> closed, pause.take());
            }
        }
        while (found == null) {
            try {
                return ofTheCoordinator(spread);
            } catch (NotDeliveredException | OutcomeUnknownException noAnswer) {
                if (backoff.isOver() || closed) {
                    throw noAnswer;
                }
                changed.await(() -> closed, backoff.nextPauseNanos());
            }
            found = spread.node() == null ? null : ofTheOneAbove(spread, spread.node());
        }
        return found;
    }

    /**
     * Returns the sheet (an encoded command) from the parent in the tree of engines; null if the parent does not
     * answer, does not have it yet, or sends other bytes.
     */
    private @Nullable Sheet ofTheOneAbove(EngineCommand.Spread spread, NodeReference node) {
        try {
            byte[] bytes = sheetsOf(node, spread.above(), timing.look()).sheet(spread.sheet());
            return bytes.length == 0 ? null : Sheet.given(spread.sheet(), bytes);
        } catch (RemoteCallException | InvalidObjectException none) {
            return null;
        }
    }

    private Sheet ofTheCoordinator(EngineCommand.Spread spread) throws InvalidObjectException {
        Sheets coordinator = sheetsOf(home.coordinator(), Posting.COORDINATOR, timing.call());
        return Sheet.given(spread.sheet(), coordinator.sheet(spread.sheet()));
    }

    private Sheets sheetsOf(NodeReference node, int seat, Duration within) {
        return space.proxy(node, Sheets.class, Sheets.nameOf(home.runId(), seat), within);
    }
}
