package org.moide.engine.core;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.moide.balance.loan.Letter;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.Registration;
import org.moide.engine.control.Engine;
import org.moide.engine.control.Outbox;

/**
 * Letters about tasks on their way to other engines, straight to them: a box, with a thread of its own, for each engine that
 * this one has to do with. What cannot be delivered is dropped in the end, since the balancing writes again.
 *
 * <p>Concurrency: {@code boxes} is guarded by this object; boxes call back on their own threads.
 */
final class LetterBoxes implements AutoCloseable {
    private static final Duration DELIVERY_DEADLINE = Duration.ofSeconds(10);

    private final EngineSetup setup;
    private final EnginePorts ports;
    private final Registration registration;
    private final Map<Integer, Outbox<Letter>> boxes = new HashMap<>();
    private boolean closed;

    LetterBoxes(EngineSetup setup, EnginePorts ports, Registration registration) {
        this.setup = setup;
        this.ports = ports;
        this.registration = registration;
    }

    /** Sends a letter some time; never blocks. To an engine that is not registered it is dropped. */
    synchronized void post(int engine, Letter letter) {
        if (!closed && engine < registration.engines().size()) {
            boxes.computeIfAbsent(engine, this::open).post(letter);
        }
    }

    /** Nobody else is written to any more. */
    synchronized void keepOnly(Membership members) {
        boxes.entrySet().removeIf(entry -> {
            boolean gone = members.incarnationOf(entry.getKey()) < 0;
            if (gone) {
                entry.getValue().close();
            }
            return gone;
        });
    }

    @Override
    public synchronized void close() {
        closed = true;
        boxes.values().forEach(Outbox::close);
        boxes.clear();
    }

    private Outbox<Letter> open(int engine) {
        Engine proxy = ports.space()
                .proxy(
                        registration.engines().get(engine).node(),
                        Engine.class,
                        EngineSetup.objectName(setup.runId(), engine),
                        DELIVERY_DEADLINE);
        return new Outbox<>(
                setup.engine(),
                setup.role() + "-letters-to-" + engine,
                posting -> proxy.deliver(posting.messages()),
                why -> forget(engine),
                ports.ticker(),
                ports.controlSignals(),
                ports.threads());
    }

    /** It could not be reached for long; the next letter tries anew. */
    private synchronized void forget(int engine) {
        Outbox<Letter> box = boxes.remove(engine);
        if (box != null) {
            box.close();
        }
    }
}
