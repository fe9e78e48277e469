package org.moide.commlib.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The network between simulated processes: messages that may be lost, and streams and notices that the kernels at both
 * ends deliver reliably. Only the holder of the baton uses it.
 */
final class SimNetwork {
    private final EventQueue queue;
    private final FaultyWires<SimNode> wires;
    private final Network<SimNode> network;
    private final List<Notice> held = new ArrayList<>();

    /** A message that the kernel at one end resends until it arrives, such as the end of a connection. */
    private record Notice(
            SimNode from, SimNode to, String what, LongConsumer carried, Runnable arrival, boolean plain) {
        boolean isBetween(SimNode one, SimNode other) {
            return from == one && to == other;
        }
    }

    SimNetwork(EventQueue queue) {
        this.queue = queue;
        this.wires = new FaultyWires<>(queue);
        this.network = new Network<>(queue, wires);
    }

    void model(NetworkModel changed) {
        wires.model(changed);
    }

    void load(HostLoad<SimNode> counted) {
        wires.load(counted);
    }

    NetworkModel model() {
        return wires.model();
    }

    boolean happens(double probability) {
        return wires.happens(probability);
    }

    /**
     * Sends a message that may be lost: it is lost if the link is cut now or at its arrival.
     *
     * @param plain whether its arrival cannot block
     */
    void send(SimNode from, SimNode to, long bytes, String what, boolean plain, Runnable arrival) {
        Event sent = network.send(from, to, bytes, what, arrival);
        if (plain && sent != null) {
            sent.plain();
        }
    }

    /**
     * Sends a piece of a stream. It arrives reliably, and after the pieces sent before it.
     *
     * @param notBeforeNanos when the previous piece arrives
     * @param carried gets the time at which the piece will arrive, as soon as the link is not cut
     */
    void stream(
            SimNode from,
            SimNode to,
            long bytes,
            long notBeforeNanos,
            String what,
            LongConsumer carried,
            Runnable arrival) {
        Notice notice = new Notice(from, to, what, carried, arrival, true);
        if (isCut(from, to)) {
            held.add(notice);
        } else {
            carry(bytes, notBeforeNanos, notice);
        }
    }

    private long carry(long bytes, long notBeforeNanos, Notice notice) {
        long at = Math.max(notBeforeNanos, queue.later(wires.nanos(notice.from(), notice.to(), bytes))) + 1;
        notice.carried().accept(at);
        deliver(notice, at);
        return at;
    }

    /** Delivers a notice at a time. If the link is cut then, the notice waits until it is mended. */
    private void deliver(Notice notice, long atNanos) {
        Event event = queue.at(atNanos, notice.what(), () -> {
            if (isCut(notice.from(), notice.to())) {
                held.add(notice);
            } else {
                notice.arrival().run();
            }
        });
        if (notice.plain()) {
            event.plain();
        }
    }

    /**
     * Sends a notice that arrives reliably, after the link is mended if it is cut.
     *
     * @param plain whether its arrival cannot block
     */
    void notify(SimNode from, SimNode to, String what, boolean plain, Runnable arrival) {
        Notice notice = new Notice(from, to, what, atNanos -> {}, arrival, plain);
        if (isCut(from, to)) {
            held.add(notice);
        } else {
            deliver(notice, queue.later(wires.nanos(from, to, 0)));
        }
    }

    boolean isCut(SimNode from, SimNode to) {
        return wires.isCut(from, to);
    }

    void cut(SimNode from, SimNode to) {
        wires.cut(from, to);
    }

    void heal(SimNode from, SimNode to) {
        wires.mend(from, to);
        List<Notice> waiting =
                held.stream().filter(notice -> notice.isBetween(from, to)).toList();
        held.removeAll(waiting);
        long lastNanos = 0; // in the order in which they were sent
        for (Notice notice : waiting) {
            lastNanos = carry(0, lastNanos, notice);
        }
    }

    /** Slows a process: everything that it sends, gets or computes takes this many times as long. */
    void slow(SimNode node, int times) {
        wires.slow(node, times);
    }

    int slowness(SimNode node) {
        return wires.slowness(node);
    }
}
