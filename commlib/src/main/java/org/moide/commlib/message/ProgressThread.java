package org.moide.commlib.message;

import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.Loop;

/**
 * A service thread of an engine, which performs duties while compute threads compute. It starts with its first duty
 * and ends with the epoch.
 *
 * <p><b>Threads.</b> Any thread adds duties and raises the signal; only this thread performs duties.
 */
public final class ProgressThread {
    /** A recurring piece of work that the service thread performs when it is due. */
    public interface Duty {
        /** Returns whether there is work; does not block. */
        boolean isDue();

        /** Performs the work; may block until a peer has done its part. */
        void perform();

        /** Returns a duty that takes the elements from a queue, one after the other, and applies an action to each. */
        static <T> Duty forEach(Queue<T> queue, Consumer<T> action) {
            return new Duty() {
                @Override
                public boolean isDue() {
                    return !queue.isEmpty();
                }

                @Override
                public void perform() {
                    for (T next = queue.poll(); next != null; next = queue.poll()) {
                        action.accept(next);
                    }
                }
            };
        }
    }

    private final String name;
    private final CommPorts ports;
    private final Liveness liveness;
    private final Signal signal;
    private final CopyOnWriteArrayList<Duty> duties = new CopyOnWriteArrayList<>();
    private final AtomicBoolean started = new AtomicBoolean();

    public ProgressThread(String name, CommPorts ports, Liveness liveness) {
        this.name = name;
        this.ports = ports;
        this.liveness = liveness;
        this.signal = ports.around().signals().create();
        liveness.watch(signal);
    }

    public Signal signal() {
        return signal;
    }

    /** Adds a duty, and wakes the service thread to check it. */
    public void add(Duty duty) {
        duties.addIfAbsent(duty);
        if (started.compareAndSet(false, true)) {
            Thread thread = ports.around().threads().newThread(Loop.lasting(this::run));
            thread.setName(name);
            try {
                thread.start();
            } catch (Error noThread) {
                started.set(false);
                throw noThread;
            }
        }
        signal.raise();
    }

    private void run() {
        try {
            while (liveness.ended() == null) {
                signal.await(() -> liveness.ended() != null || duties.stream().anyMatch(Duty::isDue), Long.MAX_VALUE);
                for (Duty duty : duties) {
                    if (liveness.ended() == null && duty.isDue()) {
                        duty.perform();
                    }
                }
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt(); // The maker of this thread wants it to end.
        }
    }
}
