package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.loan.Bundle;
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
    private final int taskBytes;
    private final boolean tasksInPlace;
    private final Delivery delivery;
    private long transfers;
    private long movedTasks;

    /**
     * For members by their numbers.
     *
     * @param taskBytes what a task adds to a letter
     */
    public Post(EventQueue queue, Wires<Integer> wires, int taskBytes, Delivery delivery) {
        this(queue, wires, taskBytes, false, delivery);
    }

    /**
     * As the other constructor.
     *
     * @param tasksInPlace whether the root's tasks lie at the members at the start: then what the root sends adds nothing for
     *     them
     */
    Post(EventQueue queue, Wires<Integer> wires, int taskBytes, boolean tasksInPlace, Delivery delivery) {
        this.tasksInPlace = tasksInPlace;
        this.network = new Network<>(queue, wires);
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
        boolean inPlace = tasksInPlace && from == Membership.ROOT;
        long contentBytes = counted(letter.message());
        network.send(from, to, LETTER_BYTES + (inPlace ? 0 : contentBytes), what, () -> delivery.deliver(to, letter));
    }

    /** Carries something that is no letter. */
    void carry(int from, int to, long bytes, String what, Runnable arrived) {
        network.send(from, to, bytes, what, arrived);
    }

    /** Counts what a letter moves, and answers how many bytes that are. */
    private long counted(LoanMessage message) {
        if (message instanceof LoanGranted granted) {
            long tasks = 0;
            for (Bundle bundle : granted.bundles()) {
                tasks += bundle.tasks().size();
            }
            transfers++;
            movedTasks += tasks;
            return tasks * taskBytes;
        }
        if (message instanceof LoanReturned returned) {
            byte[] result = returned.result();
            return (result == null ? 0 : result.length) + unfinished(returned.unfinished());
        }
        return message instanceof ReturnPart part ? part.result().length + unfinished(part.unfinished()) : 0;
    }

    private long unfinished(List<byte[]> tasks) {
        movedTasks += tasks.size();
        return (long) tasks.size() * taskBytes;
    }

    /** How many letters were sent. */
    public long messages() {
        return network.messages();
    }

    long bytes() {
        return network.bytes();
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
