package org.moide.engine.core;

import java.util.HashMap;
import java.util.Map;
import org.moide.balance.loan.Letter;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.Engine;
import org.moide.engine.control.Outbox;

/**
 * Letters about tasks on their way to other engines, directly to them: a box, with a thread of its own, for each engine
 * that this one has to do with. A letter that cannot be delivered is dropped in the end, since the balancing writes
 * again.
 *
 * <p>Concurrency: {@code boxes} and {@code nodes} are guarded by this object; boxes call back on their own threads.
 */
final class LetterBoxes implements AutoCloseable {
    private final EngineSetup setup;
    private final EnginePorts ports;
    private Map<Integer, NodeReference> nodes;
    private final Map<Integer, Outbox<Letter>> boxes = new HashMap<>();
    private boolean closed;

    /** @param nodes the addresses of the others, by seat */
    LetterBoxes(EngineSetup setup, EnginePorts ports, Map<Integer, NodeReference> nodes) {
        this.setup = setup;
        this.ports = ports;
        this.nodes = nodes;
    }

    /** Queues a letter; never blocks. A letter to an unknown engine is dropped. */
    synchronized void post(int engine, Letter letter) {
        NodeReference node = nodes.get(engine);
        if (!closed && node != null) {
            boxes.computeIfAbsent(engine, to -> open(to, node)).post(letter);
        }
    }

    /** Closes the boxes of all engines that are not among these members. */
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

    /** Closes the box of an engine that could not be reached for long; the next letter opens a new one. */
    private synchronized void forget(int engine) {
        Outbox<Letter> box = boxes.remove(engine);
        if (box != null) {
            box.close();
        }
    }
}
