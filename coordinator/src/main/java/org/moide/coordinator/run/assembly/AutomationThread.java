package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.control.ChangeAnswer;
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
    private final RunDesk desk;
    private final Consumer<String> notes;
    private final Duration look;
    private final Ticker ticker;
    private final Signal over;
    private final Thread thread;
    private long nextLookNanos; // used by this object's thread
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

    /** Starts the thread. It changes nothing before the run computes. */
    public AutomationThread(Sights hosts, Placement placement, RunDesk desk, Consumer<String> notes, RunPorts ports) {
        this.core = new Automation(
                placement.elasticity(),
                placement.ownEngine(),
                placement.daemons().isEmpty());
        this.hosts = hosts;
        this.desk = desk;
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
        RunStatus run = desk.status();
        boolean computing = run.state() == RunStatus.State.COMPUTING;
        if (computing && ticker.nanoTime() >= nextLookNanos) {
            core.see(hosts.look(), run, ticker.nanoTime());
            nextLookNanos = ticker.nanoTime() + LOOKS_AT_RUN * look.toNanos();
        }
        act(core.tick(run, ticker.nanoTime()), run);
    }

    private void act(@Nullable AutomaticStep step, RunStatus run) {
        if (step instanceof AutomaticStep.Note note) {
            notes.accept(note.line());
        } else if (step instanceof AutomaticStep.Change change) {
            notes.accept(change.what() + ": " + change.why());
            ChangeAnswer answer = desk.change(change.order(), ChangeReason.of(change.why()));
            core.over(answer, ticker.nanoTime());
            if (!answer.done() && !closed && !run.work().bag()) { // a bag reports this itself
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
