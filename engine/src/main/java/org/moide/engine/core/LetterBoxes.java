package org.moide.engine.core;

import java.util.HashMap;
import java.util.Map;
import org.moide.balance.loan.Letter;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.Engine;
import org.moide.engine.control.Outbox;

/**
 * Sends letters about loans of tasks directly to other engines. It has an {@link Outbox} with its own thread for each
 * engine that gets letters. A letter that cannot be delivered is dropped, because the balancing sends it again.
 *
 * <p>Concurrency: {@code boxes} and {@code nodes} are guarded by this object's lock; outboxes call back on their own
 * threads.
 */
final class LetterBoxes implements AutoCloseable {
    private final EngineSetup setup;
    private final EnginePorts ports;
    private Map<Integer, NodeReference> nodes;
    private final Map<Integer, Outbox<Letter>> boxes = new HashMap<>();
    private boolean closed;

    /**
     * Begins without an outbox; each is opened with the first letter to its engine.
     *
     * @param nodes the addresses of the other engines, by seat
     */
    LetterBoxes(EngineSetup setup, EnginePorts ports, Map<Integer, NodeReference> nodes) {
        this.setup = setup;
        this.ports = ports;
        this.nodes = nodes;
    }

    /** Queues a letter. A letter to an unknown engine is dropped. Never blocks. */
    synchronized void post(int engine, Letter letter) {
        NodeReference node = nodes.get(engine);
        if (!closed && node != null) {
            boxes.computeIfAbsent(engine, to -> open(to, node)).post(letter);
        }
    }

    /** Closes the outboxes of all engines that do not take part in the balancing any more. */
    synchronized void keepOnly(Membership members, Map<Integer, NodeReference> theirNodes) {
        nodes = theirNodes;
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

    private Outbox<Letter> open(int engine, NodeReference node) {
        Engine proxy = ports.space()
                .proxy(
                        node,
                        Engine.class,
                        EngineSetup.objectName(setup.runId(), engine),
                        ports.timing().call());
        return new Outbox<>(
                setup.engine(),
                setup.role() + "-letters-to-" + engine,
                posting -> proxy.deliver(posting.messages()),
                why -> forget(engine),
                ports.timing(),
                ports.around());
    }

    /** Closes the outbox of an engine that was unreachable for too long. The next letter opens a new one. */
    private synchronized void forget(int engine) {
        Outbox<Letter> box = boxes.remove(engine);
        if (box != null) {
            box.close();
        }
    }
}
