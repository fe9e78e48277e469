package org.moide.balance.strategy;

import java.util.List;

/**
 * A strategy, which decides for one member of the run who computes which tasks. It does nothing itself.
 *
 * <p>It gets a view and returns decisions. It has no thread, clock, lock or socket, so the same code runs in the
 * cluster and, for thousands of members, in the simulator. Each member, the root included, has a strategy object of its
 * own, which one thread calls and which may keep state.
 *
 * <p>It is called after each event of the member, and about every millisecond while threads compute, so it must be
 * quick. It returns {@link List#of()} when there is nothing to decide.
 *
 * <p>A strategy has two duties. While there are tasks that have not begun, a member with idle threads must ask for
 * tasks, or get some unasked. And a member that asks another one with tasks must get an answer at some time. A strategy
 * cannot endanger the result: whatever it decides, each task counts once.
 *
 * <p>A user's own strategy is a public class that implements this interface, with a public constructor that takes a
 * {@link StrategySetup}, or no argument. Its name is its class name. It runs on control threads, so it must not block.
 */
@FunctionalInterface
public interface Strategy {
    /** Returns the decisions for this moment; the member carries the decisions out in their order. */
    List<Decision> decide(MemberView view);

    /**
     * Checks the strategy's configuration, such as groups, against the members at the start. Called once, on the root's
     * strategy, before all other calls. Members that join later are not checked.
     *
     * @throws IllegalArgumentException if the run should not start; the user reads its message
     */
    default void requireMembers(Membership atStart) {}
}
