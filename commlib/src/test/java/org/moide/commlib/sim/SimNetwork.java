package org.moide.commlib.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The wires between simulated processes: what gets through, when, how often. Used by the holder of the baton only. */
final class SimNetwork {
    private final EventQueue queue;
    private final RandomGenerator chance;
    private final Set<Link> cut = new LinkedHashSet<>();
    private final Map<SimNode, Integer> slow = new LinkedHashMap<>();
    private final List<Notice> held = new ArrayList<>();
    private NetworkModel model = NetworkModel.healthy();

    private record Link(SimNode from, SimNode to) {}

    /** What the kernel at one end resends until it arrives, such as the end of a connection. */
    private record Notice(Link link, String what, LongConsumer carried, Runnable arrival, boolean plain) {}

    SimNetwork(EventQueue queue) {
        this.queue = queue;
        this.chance = queue.random("network");
    }

    void model(NetworkModel changed) {
        model = changed;
    }

    NetworkModel model() {
        return model;
    }

    boolean happens(double probability) {
        return probability > 0 && chance.nextDouble() < probability;
    }

    /**
     * Sends something that may be lost on the way: nothing happens if the link is cut now or at the arrival.
     *
     * @param plain whether it cannot block where it arrives
     */
    void send(SimNode from, SimNode to, long bytes, String what, boolean plain, Runnable arrival) {
        Event sent = tryToSend(from, to, bytes, what, arrival);
        if (plain && sent != null) {
            sent.plain();
        }
    }

    private @Nullable Event tryToSend(SimNode from, SimNode to, long bytes, String what, Runnable arrival) {
        if (isCut(from, to)) {
            queue.tell(() -> from + " to " + to + ": " + what + " does not get through");
            return null;
        }
        return queue.after(latencyNanos(from, to, bytes), what, () -> {
            if (isCut(from, to)) {
                queue.tell(() -> from + " to " + to + ": " + what + " does not get through");
            } else {
                arrival.run();
            }
        });
    }

    /**
     * Sends a piece of a stream: it arrives in the end, and not before what was sent before it.
     *
     * @param notBeforeNanos when the piece before it arrives
     * @param carried told when this one arrives, unless the link is cut
     */
    void stream(
            SimNode from,
            SimNode to,
            long bytes,
            long notBeforeNanos,
            String what,
            LongConsumer carried,
            Runnable arrival) {
        Notice notice = new Notice(new Link(from, to), what, carried, arrival, true);
        if (isCut(from, to)) {
            held.add(notice);
        } else {
            carry(from, to, bytes, notBeforeNanos, notice);
        }
    }

    private long carry(SimNode from, SimNode to, long bytes, long notBeforeNanos, Notice notice) {
        long at = Math.max(notBeforeNanos, queue.later(latencyNanos(from, to, bytes))) + 1;
        notice.carried().accept(at);
        deliver(notice, at);
        return at;
    }

    /** It arrives at that time, unless the link is cut by then: what is held waits until the link heals. */
    private void deliver(Notice notice, long atNanos) {
        Event event = queue.at(atNanos, notice.what(), () -> {
            if (cut.contains(notice.link())) {
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
     * Sends something that arrives in the end, once the link has healed.
     *
     * @param plain whether it cannot block where it arrives
     */
    void notify(SimNode from, SimNode to, String what, boolean plain, Runnable arrival) {
        Notice notice = new Notice(new Link(from, to), what, atNanos -> {}, arrival, plain);
        if (isCut(from, to)) {
            held.add(notice);
        } else {
            deliver(notice, queue.later(latencyNanos(from, to, 0)));
        }
    }

    boolean isCut(SimNode from, SimNode to) {
        return cut.contains(new Link(from, to));
    }

    void cut(SimNode from, SimNode to) {
        cut.add(new Link(from, to));
    }

    void heal(SimNode from, SimNode to) {
        Link link = new Link(from, to);
        cut.remove(link);
        List<Notice> waiting =
                held.stream().filter(notice -> notice.link().equals(link)).toList();
        held.removeAll(waiting);
        long lastNanos = 0; // in the order in which they were sent
        for (Notice notice : waiting) {
            lastNanos = carry(from, to, 0, lastNanos, notice);
        }
    }

    /** All that a process sends or gets, and computes, takes so many times as long. */
    void slow(SimNode node, int times) {
        slow.put(node, times);
    }

    int slowness(SimNode node) {
        return slow.getOrDefault(node, 1);
    }

    private long latencyNanos(SimNode from, SimNode to, long bytes) {
        return model.latencyNanos(bytes, chance) * Math.max(slowness(from), slowness(to));
    }
}
