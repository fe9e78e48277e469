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

/** Carries the members' letters over a simulated network, and counts what they bring. */
public final class Post {
    /** A letter with nothing in it: addresses, numbers, and what the transport adds. */
    private static final int LETTER_BYTES = 100;

    /** Hands letters over. */
    @FunctionalInterface
    public interface Delivery {
        /** A letter has come to this member, which may be there no more. */
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
     * Makes the post of members by their numbers.
     *
     * @param taskBytes what a task adds to a letter
     */
    public Post(EventQueue queue, Wires<Integer> wires, int taskBytes, Delivery delivery) {
        this(queue, wires, wires, taskBytes, false, delivery);
    }

    /**
     * Makes a post.
     *
     * @param bulk over which data objects go
     * @param tasksInPlace whether the root's tasks lie at the members at the start: then what the root sends adds nothing for
     *     them
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
     * Takes a letter.
     *
     * @param what as it is called in errors and the digest
     */
    public void send(int from, LoanOutput.Send send, String what) {
        Letter letter = send.letter();
        int to = send.toMember();
        LoanMessage message = letter.message();
        count(message);
        long contentBytes = tasksInPlace && from == Membership.ROOT ? 0 : contentBytes(message);
        network.send(from, to, LETTER_BYTES + contentBytes, what, () -> delivery.deliver(to, letter));
    }

    /** Carries something that is no letter. */
    void carry(int from, int to, long bytes, String what, Runnable arrived) {
        network.send(from, to, bytes, what, arrived);
    }

    /** Carries a data object, for which no letter waits: it has a connection of its own. */
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

    /** The number of letters that were sent. */
    public long messages() {
        return network.messages() + bulk.messages();
    }

    long bytes() {
        return network.bytes() + bulk.bytes();
    }

    /** Messages that brought tasks. */
    long transfers() {
        return transfers;
    }

    /** Tasks that were sent, as often as they were; back too. */
    long movedTasks() {
        return movedTasks;
    }
}
