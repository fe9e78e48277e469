package org.moide.balance.strategy;

import java.util.List;

/**
 * Decides for one member who computes what; does nothing itself. It is given a view and answers with decisions: it owns no
 * thread, clock, lock or socket, so that the same code runs in the cluster and in the simulator, over thousands of members.
 * Each member, the root included, has a strategy object of its own, called by one thread; it may remember what it decided.
 *
 * <p>Called after everything that happens to the member, so it must be quick: give {@link List#of()} when there is nothing
 * to decide. While threads compute it is called about every millisecond.
 *
 * <p>A strategy must see to two things. While there are tasks that nobody has begun, a member with idle threads asks
 * for tasks or is given some unasked. And a member that asks one with tasks gets an answer at some time. It need not
 * care for safety: whatever it decides, every task counts once.
 *
 * <p>A strategy of one's own is a public class that implements this, with a public constructor that takes a {@link
 * StrategySetup}, or none; it is named by its class name. It runs on control threads: it must not block.
 */
@FunctionalInterface
public interface Strategy {
    /** Decides what is to be done now; carried out in this order. */
    List<Decision> decide(MemberView view);

    /**
     * Checks what was configured against who takes part at the start: groups, for example. Called once, of the root's
     * strategy, before anything else; members that join later are not checked.
     *
     * @throws IllegalArgumentException if the run should not start: its text is what the user reads
     */
    default void requireMembers(Membership atStart) {}
}
