package org.moide.balance.simulation;

import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.Bundle;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.commlib.sim.EventQueue;

/** Brings letters after the time that they take: on the sender's line, on the way, and at the receiver's control thread. */
final class SimulatedNetwork {
    /** A letter with nothing in it: addresses, numbers, and what the transport adds. */
    private static final int LETTER_BYTES = 100;

    private static final double NANOS_PER_SECOND = 1e9;

    /** One member's end of it; the root's too. */
    static final class Port {
        private final Consumer<Letter> receiver;
        private long lineFreeNanos;
        private long controlFreeNanos;

        Port(Consumer<Letter> receiver) {
            this.receiver = receiver;
        }
    }

    private final EventQueue queue;
    private final Interconnect interconnect;
    private final int taskBytes;
    private final RandomGenerator random;
    private long messages;
    private long bytes;
    private long transfers;
    private long movedTasks;

    SimulatedNetwork(EventQueue queue, Interconnect interconnect, int taskBytes) {
        this.queue = queue;
        this.interconnect = interconnect;
        this.taskBytes = taskBytes;
        this.random = queue.random("network");
    }

    void send(Port from, Port to, Letter letter) {
        long size = LETTER_BYTES + contentBytes(letter.message());
        messages++;
        bytes += size;
        long lineNanos = (long) (size / interconnect.bytesPerSecond() * NANOS_PER_SECOND);
        from.lineFreeNanos = Math.max(from.lineFreeNanos, queue.nanoTime()) + lineNanos;
        long latency = interconnect.latencyNanos();
        long late = random.nextLong(latency / 10 + 1);
        queue.at(from.lineFreeNanos + latency + late, "letter", () -> arrive(to, letter));
    }

    private void arrive(Port to, Letter letter) {
        long now = queue.nanoTime();
        long handled = Math.max(now, to.controlFreeNanos) + interconnect.handlingNanos();
        to.controlFreeNanos = handled;
        if (handled == now) {
            to.receiver.accept(letter);
        } else {
            queue.at(handled, "handled", () -> to.receiver.accept(letter));
        }
    }

    private long contentBytes(LoanMessage message) {
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

    long messages() {
        return messages;
    }

    long bytes() {
        return bytes;
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
