package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.member.Balancer;
import org.moide.balance.strategy.Membership;

/**
 * A member that lends or borrows tasks, with the real balancer, whose control thread takes letters and ticks in
 * simulated time.
 */
public abstract class LendingMember {
    private final int number;
    private final SimulatedProcess process;
    private final SimulatedWorld world;
    private final ControlThread control;

    LendingMember(int number, SimulatedProcess process, SimulatedWorld world) {
        this.number = number;
        this.process = process;
        this.world = world;
        this.control = new ControlThread(process, world.pace().handlingNanos());
    }

    /** A letter has arrived. */
    public final void receive(Letter letter) {
        process.now(() -> control.take(() -> perform(balancer().receive(letter, process.nanoTime()))));
    }

    /** Tells it who takes part. */
    public final void members(Membership members) {
        process.now(() -> perform(balancer().members(members, process.nanoTime())));
    }

    final void tick() {
        perform(balancer().tick(process.nanoTime()));
    }

    /** Carries out what a step of the balancer came to. */
    public final void perform(List<LoanOutput> outputs) {
        stepped();
        for (LoanOutput output : outputs) {
            if (output instanceof LoanOutput.Send send) {
                world.send(number, send);
            } else if (output instanceof LoanOutput.RunFailed failed) {
                throw new SimulatedRunFailedException(failed.why());
            } else if (!takes(output)) {
                world.told(number, output);
            }
        }
        performed();
        planTick(balancer().nextTickNanos());
    }

    /** Hears that the balancer's orders are carried out. */
    void performed() {}

    /** The core of the member. */
    public abstract Balancer balancer();

    /** The balancer was stepped. */
    void stepped() {}

    /** Returns whether the member handles this output itself. */
    boolean takes(LoanOutput output) {
        return false;
    }

    /** Plans a look at this time; {@link Long#MAX_VALUE} for never. */
    abstract void planTick(long atNanos);

    final int number() {
        return number;
    }

    final SimulatedProcess process() {
        return process;
    }

    final SimulatedWorld world() {
        return world;
    }
}
