package org.moide.engine.flight;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.LoanMessage;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.trace.ThreadTrace;

/** What one engine tells a recording of Java Flight Recorder, if there is one. Any thread, but each listener its own. */
public final class FlightEvents {
    private static final String MODULE = "jdk.jfr";

    /** A shorter message is one of many. */
    static final long LEAST_BYTES = 64 << 10;

    private static final int MOST_DEPTH = 16;

    /** A letter is repeated soon, or never. */
    private static final int MOST_SEEN = 4_096;

    private final int engine;
    private final Set<Seen> seen = new LinkedHashSet<>(); // by one thread
    private final IntFunction<ThreadTrace.Listener> listeners = Listening::new;

    private record Seen(int from, long loan, boolean home) {}

    /** @param engine its number */
    public FlightEvents(int engine) {
        this.engine = engine;
    }

    /**
     * Who hears what compute threads do, by their index; null if nobody records. Quick, and wakes no recorder that sleeps.
     */
    public @Nullable IntFunction<ThreadTrace.Listener> listeners() {
        return isRecording() ? listeners : null;
    }

    private static boolean isRecording() {
        boolean there = ModuleLayer.boot().findModule(MODULE).isPresent(); // small runtimes have none
        return there
                && FlightRecorder.isInitialized()
                && List.of(ComputeEvent.class, TaskEvent.class, WaitEvent.class, MessageEvent.class).stream()
                        .anyMatch(type -> EventType.getEventType(type).isEnabled());
    }

    private static boolean isOn() {
        return ModuleLayer.boot().findModule(MODULE).isPresent() && FlightRecorder.isInitialized();
    }

    /** The engine is registered. */
    public void registered(Registration registration) {
        if (isOn()) {
            EpochEvent event = new EpochEvent();
            if (event.shouldCommit()) {
                event.engine = engine;
                event.epoch = registration.epoch();
                event.engines = registration.engines().size();
                event.ids = registration.count();
                event.commit();
            }
        }
    }

    /** Another member has written. One thread. */
    public void heard(int from, LoanMessage message) {
        if (!isOn()) {
            return;
        }
        if (message instanceof LoanMessage.LoanGranted granted) {
            for (Bundle bundle : granted.bundles()) {
                if (isNew(from, bundle.loan(), false)) {
                    loan(from, bundle.loan(), false, bundle.packed().count());
                }
            }
        } else if (message instanceof LoanMessage.LoanReturned returned && isNew(from, returned.loan(), true)) {
            loan(from, returned.loan(), true, returned.executedTasks());
        }
    }

    /** Letters are repeated until they are confirmed. */
    private boolean isNew(int from, long loan, boolean home) {
        if (seen.size() == MOST_SEEN) {
            seen.remove(seen.iterator().next());
        }
        return seen.add(new Seen(from, loan, home));
    }

    private void loan(int from, long loan, boolean home, long tasks) {
        LoanEvent event = new LoanEvent();
        if (event.shouldCommit()) {
            event.engine = engine;
            event.loan = loan;
            event.from = from;
            event.home = home;
            event.tasks = tasks;
            event.commit();
        }
    }

    /** One compute thread's. */
    private final class Listening implements ThreadTrace.Listener {
        private final int thread;
        private final @Nullable Event[] open = new Event[MOST_DEPTH];

        Listening(int thread) {
            this.thread = thread;
        }

        @Override
        public void begins(int depth, String name) {
            Event event = switch (name) {
                case "compute" -> new ComputeEvent();
                case ThreadTrace.TASK -> new TaskEvent();
                default -> new WaitEvent();
            };
            event.begin();
            open[depth] = event;
        }

        @Override
        public void ends(int depth, String name, long nanos, long waitNanos, int peer) {
            Event event = open[depth];
            open[depth] = null;
            if (event == null) {
                return;
            }
            event.end();
            boolean fetching = name.equals("fetch");
            if ((event instanceof WaitEvent && waitNanos == 0 && !fetching) || !event.shouldCommit()) {
                return;
            }
            if (event instanceof ComputeEvent compute) {
                compute.engine = engine;
                compute.thread = thread;
            } else if (event instanceof TaskEvent task) {
                task.engine = engine;
                task.thread = thread;
            } else if (event instanceof WaitEvent wait) {
                wait.engine = engine;
                wait.thread = thread;
                wait.primitive = name;
                wait.waited = fetching ? nanos : waitNanos;
                wait.forEngine = peer;
            }
            event.commit();
        }

        @Override
        public void message(boolean sent, int other, long bytes) {
            MessageEvent event = new MessageEvent();
            if (bytes >= LEAST_BYTES && event.shouldCommit()) {
                event.engine = engine;
                event.thread = thread;
                event.sent = sent;
                event.otherEngine = other;
                event.bytes = bytes;
                event.commit();
            }
        }
    }
}
