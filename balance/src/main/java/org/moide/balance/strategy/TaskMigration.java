package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.port.GrowingPause;

/**
 * Migration between the pools of a team (Task Pool Teams, §3.2): a pool that runs out of tasks asks others, which give
 * queued tasks or answer that they have none. The paper gives one scheme, says that its three mechanisms mig0 to mig2
 * "differ in the implementation details", and shows that mig1 moves tasks many times. This is how we interpret it:
 *
 * <pre>
 * mig0   ask one pool after the other for one task, until a whole turn brought none: the paper's pseudo-code
 * mig1   ask all pools at once before the own one is empty: quick, and tasks may move on before they begin
 * mig2   ask first the pool that gave last, then the others in turn; it gives half, and never its last tasks
 * </pre>
 *
 * <p>At the start the root gives out its tasks by power, like {@link StaticShares}.
 */
final class TaskMigration implements Strategy {
    /**
     * The number of tasks in a request without a limit. The giver's own rules, or the size of a message, limit what is
     * given.
     */
    private static final long NO_LIMIT = Integer.MAX_VALUE;

    private enum Asking {
        IN_TURN,
        ALL_AT_ONCE,
        THE_LAST_GIVER_FIRST
    }

    private final int self;
    private final Asking asking;
    private final long block;
    private final double part;
    private final long keep;
    private final long low;
    private final GrowingPause pause;
    private final StaticShares shares = new StaticShares();
    private int giver = Membership.ROOT;
    private boolean asked;
    private int refusals;

    private TaskMigration(StrategySetup setup, Asking asking, long block, double part, long keep, long low) {
        Parameters parameters = setup.parameters();
        this.self = setup.member();
        this.asking = asking;
        this.block = parameters.number("block", block, 1, Integer.MAX_VALUE);
        this.part = parameters.real("part", part, 0.01, 1);
        this.keep = parameters.number("keep", keep, 0, Integer.MAX_VALUE);
        this.low = parameters.number("low", low, 0, Integer.MAX_VALUE);
        this.pause = parameters.pause("pauseMillis", 2);
    }

    static TaskMigration mig0(StrategySetup setup) {
        return new TaskMigration(setup, Asking.IN_TURN, 1, 1, 0, 0);
    }

    static TaskMigration mig1(StrategySetup setup) {
        return new TaskMigration(setup, Asking.ALL_AT_ONCE, 1, 1, 0, 1);
    }

    static TaskMigration mig2(StrategySetup setup) {
        return new TaskMigration(setup, Asking.THE_LAST_GIVER_FIRST, NO_LIMIT, 0.5, 1, 0);
    }

    @Override
    public List<Decision> decide(MemberView view) {
        List<Decision> decisions = new ArrayList<>(shares.decide(view));
        if (view.isRoot()) {
            return decisions;
        }
        Spare.serve(view, keep, part, decisions);
        if (view.queuedTasks() > 0 && view.queuedTasks() >= low * view.threads()) {
            pause.reset();
            refusals = 0;
        } else if (asking == Asking.ALL_AT_ONCE) {
            askAll(view, decisions);
        } else {
            askNext(view, decisions);
        }
        return decisions;
    }

    private void askAll(MemberView view, List<Decision> decisions) {
        if (view.members().size() <= 1) {
            return;
        }
        if (pause.isOver(view.nowNanos())) {
            for (Membership.Member other : view.members().all()) {
                if (other.number() != self && !view.peer(other.number()).asked()) {
                    decisions.add(new Decision.Ask(other.number(), block, false));
                }
            }
            pause.begin(view.nowNanos());
        }
        decisions.add(new Decision.WaitUntil(pause.nextNanos()));
    }

    private void askNext(MemberView view, List<Decision> decisions) {
        if (view.members().size() <= 1 || (asked && view.peer(giver).asked())) {
            return;
        }
        if (asked) {
            asked = false;
            boolean refused = view.peer(giver).refusedInARow() > 0;
            refusals = refused ? refusals + 1 : 0;
            if (refused || asking == Asking.IN_TURN) {
                giver = next(view.members());
            }
            if (refusals >= view.members().size() - 1) {
                refusals = 0;
                pause.begin(view.nowNanos());
            }
        }
        if (pause.isOver(view.nowNanos())) {
            giver = view.members().contains(giver) ? giver : next(view.members());
            asked = true;
            decisions.add(new Decision.Ask(giver, block, false));
        } else {
            decisions.add(new Decision.WaitUntil(pause.nextNanos()));
        }
    }

    /** Returns the member to ask for tasks next: the one that follows the member asked last. */
    private int next(Membership members) {
        int from = members.rankOf(giver == Membership.ROOT ? self : giver);
        int rank = from < 0 ? -from - 1 : from + 1; // if that member is gone: the one in its place now
        int found = members.at(rank % members.size()).number();
        return found == self ? members.at((rank + 1) % members.size()).number() : found;
    }
}
