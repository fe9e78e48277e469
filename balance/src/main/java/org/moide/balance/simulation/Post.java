package org.moide.balance.simulation;

import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.Network;
import org.moide.commlib.sim.Wires;

/**
 * The transport of letters (messages between members) over a simulated network, with counters of messages and moved
 * tasks.
 */
public final class Post {
    /** The size of a letter without tasks: addresses, numbers, and the transport's overhead. */
    private static final int LETTER_BYTES = 100;

    /** A receiver of letters, the messages between members. */
    @FunctionalInterface
    public interface Delivery {
        /** Takes a letter that has arrived at member {@code to}, which may have left. */
        void deliver(int to, Letter letter);
    }

    private final Network<Integer> network;
    private final Network<Integer> bulk;
    private final int taskBytes;
    private final boolean tasksInPlace;
    private final Delivery delivery;
    private long transfers;
    private long movedTasks;

    /**
     * Makes the transport of letters between members, which are addressed by their numbers.
     *
     * @param taskBytes the bytes by which each task enlarges a letter
     */
    public Post(EventQueue queue, Wires<Integer> wires, int taskBytes, Delivery delivery) {
        this(queue, wires, wires, taskBytes, false, delivery);
    }

    /**
     * Makes the transport of letters with a second network for data objects.
     *
     * @param bulk the network for data objects
     * @param tasksInPlace whether members have the root's tasks from the start, so that tasks do not enlarge the root's
     *     letters
     */
    Post(
            EventQueue queue,
            Wires<Integer> wires,
            Wires<Integer> bulk,
            int taskBytes,
            boolean tasksInPlace,
            Delivery delivery) {
        this.tasksInPlace = tasksInPlace;
        this.network = new Network<>(queue, wires);
        this.bulk = new Network<>(queue, bulk);
        this.taskBytes = taskBytes;
        this.delivery = delivery;
    }

    /**
     * Sends a letter of member {@code from}.
     *
     * @param what the letter's name in error messages and in the digest of events
     */
    public void send(int from, LoanOutput.Send send, String what) {
        Letter letter = send.letter();
        int to = send.toMember();
        LoanMessage message = letter.message();
        count(message);
        long contentBytes = tasksInPlace && from == Membership.ROOT ? 0 : contentBytes(message);
        network.send(from, to, LETTER_BYTES + contentBytes, what, () -> delivery.deliver(to, letter));
    }

    /** Sends a message that is not a letter, for instance a worker. */
    void carry(int from, int to, long bytes, String what, Runnable arrived) {
        network.send(from, to, bytes, what, arrived);
    }

    /** Sends a data object over a connection of its own, so that no letter waits for it. */
    void carryObject(int from, int to, long bytes, String what, Runnable arrived) {
        bulk.send(from, to, bytes, what, arrived);
    }

    private void count(LoanMessage message) {
        transfers += message instanceof LoanGranted ? 1 : 0;
        movedTasks += tasks(message);
    }

    private long contentBytes(LoanMessage message) {
        return tasks(message) * taskBytes + resultBytes(message);
    }

    private static long tasks(LoanMessage message) {
        if (message instanceof LoanGranted granted) {
            return granted.bundles().stream()
                    .mapToLong(bundle -> bundle.tasks().size())
                    .sum();
        }
        if (message instanceof LoanReturned returned) {
            return returned.unfinished().size();
        }
        return message instanceof ReturnPart part ? part.unfinished().size() : 0;
    }

    private static long resultBytes(LoanMessage message) {
        if (message instanceof LoanReturned returned) {
            byte[] result = returned.result();
            return result == null ? 0 : result.length;
        }
        return message instanceof ReturnPart part ? part.result().length : 0;
    }

    /** Returns the number of messages sent so far, data objects included. */
    public long messages() {
        return network.messages() + bulk.messages();
    }

    long bytes() {
        return network.bytes() + bulk.bytes();
    }

    /** Returns the number of messages so far that brought tasks. */
    long transfers() {
        return transfers;
    }

    /** Returns the number of tasks sent so far. A task counts for each transfer, also for its way back. */
    long movedTasks() {
        return movedTasks;
    }
}
