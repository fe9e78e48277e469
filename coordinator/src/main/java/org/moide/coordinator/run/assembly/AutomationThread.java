package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.reconfigure.automation.AutomaticStep;
import org.moide.coordinator.reconfigure.automation.Automation;
import org.moide.coordinator.reconfigure.automation.HostSight;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunPorts;

/**
 * The thread of a run's {@link Automation}. At regular times it asks the hosts and the run for their state, and carries
 * out the automation's orders like those of a command. Other threads of the run never wait for this thread. It ends
 * when this object is closed.
 */
public final class AutomationThread implements Changing {
    /**
     * How many times the run's state is read each time that the hosts are asked once. Hosts are asked less often, since
     * that takes a call to each daemon, and their load is an average over 10 s anyway.
     */
    private static final int LOOKS_AT_RUN = 3;

    private final Automation core;
    private final Sights hosts;
    private final String run;
    private final RunDesk desk;
    private final Supplier<RunStatus> states;
    private final Consumer<String> notes;
    private final List<RunStatus.Advice> told = new CopyOnWriteArrayList<>();
    private final Duration look;
    private final Ticker ticker;
    private final Signal over;
    private final Thread thread;
    private long nextLookNanos; // used by this object's thread
    private volatile RunStatus.@Nullable Advice advice;
    private volatile boolean closed;

    /** Supplies reports of the places where engines of the run are or could be. */
    @FunctionalInterface
    public interface Sights {
        /**
         * Returns the present state of the places. Hosts that do not answer are left out. Blocks until all hosts have
         * answered or failed.
         */
        List<HostSight> look() throws InterruptedException;
    }

    /**
     * Starts the thread. It changes nothing before the run computes.
     *
     * @param run the run's ID in the commands that it advises
     * @param states returns the run's state with its progress
     */
    public AutomationThread(
            Sights hosts,
            Placement placement,
            Automation.Advised advised,
            String run,
            RunDesk desk,
            Supplier<RunStatus> states,
            Consumer<String> notes,
            RunPorts ports) {
        this.core = new Automation(
                placement.elasticity(),
                advised,
                placement.ownEngine(),
                placement.daemons().isEmpty());
        this.hosts = hosts;
        this.run = run;
        this.desk = desk;
        this.states = states;
        this.notes = notes;
        this.look = ports.timing().look();
        this.ticker = ports.around().ticker();
        this.over = ports.around().signals().create();
        this.nextLookNanos = ticker.nanoTime();
        this.thread = ports.around()
                .threads()
                .newThread(Loop.ofRounds(
                        "coordinator-automation",
                        () -> closed,
                        this::round,
                        ports.around().faults()));
        thread.setName("coordinator-automation");
        thread.start();
    }

    private void round() throws InterruptedException {
        if (over.await(() -> closed, look.toNanos())) {
            return;
        }
        RunStatus now = states.get();
        boolean computing = now.state() == RunStatus.State.COMPUTING;
        if (computing && ticker.nanoTime() >= nextLookNanos && core.needsHosts(now)) {
            core.see(hosts.look(), now, ticker.nanoTime());
            nextLookNanos = ticker.nanoTime() + LOOKS_AT_RUN * look.toNanos();
        }
        AutomaticStep step = core.tick(now, ticker.nanoTime());
        AutomaticStep.Advice pays = core.advice();
        advice = pays == null ? null : words(pays, now);
        act(step, now);
    }

    private RunStatus.Advice words(AutomaticStep.Advice pays, RunStatus now) {
        ChangeOrder order = pays.order();
        return new RunStatus.Advice(
                order.kind(),
                pays.why(),
                "moide " + order.command() + " " + run + order.options(),
                now.seconds(),
                pays.leftSeconds(),
                pays.savedSeconds());
    }

    /** Returns the change that would pay now and that the run does not make by itself. Thread-safe. */
    public List<RunStatus.Advice> advice() {
        RunStatus.Advice now = advice;
        return now == null ? List.of() : List.of(now);
    }

    /** Returns the changes that the run has advised so far. Thread-safe. */
    public List<RunStatus.Advice> told() {
        return List.copyOf(told);
    }

    private void act(@Nullable AutomaticStep step, RunStatus now) {
        if (step instanceof AutomaticStep.Advice pays) {
            RunStatus.Advice advised = words(pays, now);
            told.add(advised);
            notes.accept(advised.line());
        } else if (step instanceof AutomaticStep.Note note) {
            notes.accept(note.line());
        } else if (step instanceof AutomaticStep.Change change) {
            notes.accept(change.what() + ": " + change.why());
            ChangeAnswer answer = desk.change(change.order(), ChangeReason.of(change.why()));
            core.over(answer, ticker.nanoTime());
            if (!answer.done() && !closed && !now.work().bag()) { // a bag reports this itself
                notes.accept("not done: " + String.join("; ", answer.lines()));
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        over.raise();
        thread.interrupt();
    }
}
