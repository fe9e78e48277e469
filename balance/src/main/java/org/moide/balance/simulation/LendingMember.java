package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.member.Balancer;
import org.moide.balance.strategy.Membership;

/**
 * A simulated member that lends or borrows. It has a balancer of the class used in production; its control thread
 * passes letters and ticks to it in simulated time.
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

    /** Takes a letter (a message between members) that has arrived. */
    public final void receive(Letter letter) {
        process.now(() -> control.take(() -> perform(balancer().receive(letter, process.nanoTime()))));
    }

    /** Takes a new membership, the list of the members of the run. */
    public final void members(Membership members) {
        process.now(() -> perform(balancer().members(members, process.nanoTime())));
    }

    final void tick() {
        perform(balancer().tick(process.nanoTime()));
    }

    /** Carries out the balancer's instructions after a step. */
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

    /** Does what a kind of member adds after the balancer's instructions are carried out; by default nothing. */
    void performed() {}

    /** Returns the member's balancer, which is of the class used in production. */
    public abstract Balancer balancer();

    /** Does what a kind of member adds after a step of the balancer; by default nothing. */
    void stepped() {}

    /**
     * Carries out an instruction that only this kind of member handles.
     *
     * @return false if this kind of member does not handle the instruction
     */
    boolean takes(LoanOutput output) {
        return false;
    }

    /** Schedules a step of the balancer at this time; {@link Long#MAX_VALUE} for none. */
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
