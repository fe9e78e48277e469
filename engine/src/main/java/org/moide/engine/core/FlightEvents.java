package org.moide.engine.core;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.LoanMessage;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.trace.ThreadTrace;

/**
 * Writes events of one engine to Java Flight Recorder, if a recording runs. Any thread; each listener is used by one
 * thread.
 */
final class FlightEvents {
    private static final String MODULE = "jdk.jfr";

    /** The least length of a message that is recorded, in bytes. Shorter messages are too many to be recorded. */
    static final long LEAST_BYTES = 64 << 10;

    private static final int MOST_DEPTH = 16;

    /**
     * The number of recent messages that are remembered to detect repeats. Repeats arrive soon after the first copy.
     */
    private static final int MOST_SEEN = 4_096;

    private final int engine;
    private final Set<Seen> seen = new LinkedHashSet<>(); // used by one thread
    private final IntFunction<ThreadTrace.Listener> listeners = Listening::new;

    private record Seen(int from, long loan, boolean home) {}

    public FlightEvents(int engine) {
        this.engine = engine;
    }

    /**
     * Returns the listeners for compute threads, by thread index; null if no recording runs. Fast, and does not start
     * the recorder.
     */
    public @Nullable IntFunction<ThreadTrace.Listener> listeners() {
        return isRecording() ? listeners : null;
    }

    private static boolean isRecording() {
        boolean there = ModuleLayer.boot().findModule(MODULE).isPresent(); // small runtimes lack this module
        return there
                && FlightRecorder.isInitialized()
                && List.of(ComputeEvent.class, TaskEvent.class, WaitEvent.class, MessageEvent.class).stream()
                        .anyMatch(type -> EventType.getEventType(type).isEnabled());
    }

    private static boolean isOn() {
        return ModuleLayer.boot().findModule(MODULE).isPresent() && FlightRecorder.isInitialized();
    }

    /** Records that the engine begins an epoch with these engines. */
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

    /**
     * Records tasks or a result that a message from another engine or the coordinator contains. Called by one thread.
     */
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

    /**
     * Returns whether a message about this loan is new. Messages about loans are sent again until they are confirmed.
     */
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

    /** The time that a compute thread spends in the application. */
    @Name("moide.Compute")
    @Label("Compute")
    @Description("A compute thread is in the application, from its begin to its end")
    @Category("MOIDE")
    @StackTrace(false)
    @Threshold("1 ms")
    static final class ComputeEvent extends Event {
        @Label("Engine")
        int engine;

        @Label("Thread of the engine")
        int thread;
    }

    /** The run of one task on a compute thread. */
    @Name("moide.Task")
    @Label("Task")
    @Description("A compute thread runs a task")
    @Category("MOIDE")
    @StackTrace(false)
    @Threshold("1 ms")
    static final class TaskEvent extends Event {
        @Label("Engine")
        int engine;

        @Label("Thread of the engine")
        int thread;
    }

    /** A wait of a compute thread in a communication primitive, or for a task. */
    @Name("moide.Wait")
    @Label("Wait")
    @Description("A compute thread is in a primitive in which it waits for others, or has no task")
    @Category("MOIDE")
    @StackTrace(false)
    @Threshold("1 ms")
    static final class WaitEvent extends Event {
        @Label("Engine")
        int engine;

        @Label("Thread of the engine")
        int thread;

        @Label("Primitive")
        @Nullable
        String primitive;

        @Label("Waited")
        @Timespan(Timespan.NANOSECONDS)
        long waited;

        @Label("For engine")
        int forEngine;
    }

    /** A message of 64 KiB or more between two engines. */
    @Name("moide.Message")
    @Label("Message")
    @Description("A message of 64 KiB or more between two engines")
    @Category("MOIDE")
    @StackTrace(false)
    static final class MessageEvent extends Event {
        @Label("Engine")
        int engine;

        @Label("Thread of the engine")
        int thread;

        @Label("Sent")
        boolean sent;

        @Label("Other engine")
        int otherEngine;

        @Label("Bytes")
        @DataAmount
        long bytes;
    }

    /** Tasks that an engine has borrowed from another member, or that were returned to it with their result. */
    @Name("moide.Loan")
    @Label("Loan")
    @Description("Tasks have come to an engine from another member, or home to it with their result")
    @Category("MOIDE")
    @StackTrace(false)
    static final class LoanEvent extends Event {
        @Label("Engine")
        int engine;

        @Label("Loan")
        long loan;

        @Label("From member")
        int from;

        @Label("Home")
        boolean home;

        @Label("Tasks")
        long tasks;
    }

    /** An event: an engine begins an epoch, the time until the run's engines change. */
    @Name("moide.Epoch")
    @Label("Epoch")
    @Description("An engine is registered in an epoch")
    @Category("MOIDE")
    @StackTrace(false)
    static final class EpochEvent extends Event {
        @Label("Engine")
        int engine;

        @Label("Epoch")
        long epoch;

        @Label("Engines")
        int engines;

        @Label("Logical IDs")
        int ids;
    }
}
