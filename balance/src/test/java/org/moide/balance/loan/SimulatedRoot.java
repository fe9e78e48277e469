package org.moide.balance.loan;

import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.commlib.port.Signal;
import org.moide.commlib.sim.Event;
import org.moide.commlib.sim.EventQueue;

/** The root with the real core, stepped by the event queue; it knows who takes part. */
final class SimulatedRoot {
    /** What the root does to the rest of the cluster. */
    interface Outside {
        void send(int from, int to, Letter letter);

        void members(Membership members);

        void output(LoanOutput output);
    }

    final RootBalancer balancer;
    final LentLoans lent;
    private final EventQueue queue;
    private final Outside outside;
    private final EnginePool pool;
    private Membership members = Membership.NONE;
    private @Nullable Event nextTick;

    SimulatedRoot(
            EventQueue queue, Cores cores, Strategy strategy, Ending ending, BalancerLimits limits, Outside outside) {
        this.queue = queue;
        this.outside = outside;
        this.pool = new EnginePool(0, new Nobody(), () -> {}, queue);
        Cores.SimulatedParts parts = cores.parts(() -> {});
        this.balancer = RootBalancer.of(pool, strategy, ending, limits, parts);
        this.lent = Objects.requireNonNull(parts.lent);
    }

    Membership members() {
        return members;
    }

    void join(Membership.Member member) {
        change(members.with(member));
    }

    /** It is to leave politely. */
    void dismiss(int number) {
        change(members.leaving(number));
    }

    /** One takes another's place, and its assistants. */
    void succeed(int number, int successor) {
        change(members.succeeded(number, successor));
    }

    void leave(int number) {
        change(members.without(number));
    }

    private void change(Membership changed) {
        members = changed;
        perform(balancer.members(changed.seenBy(Membership.ROOT), queue.nanoTime()));
        outside.members(changed);
    }

    void receive(Letter letter) {
        perform(balancer.receive(letter, queue.nanoTime()));
    }

    void suspect(int number) {
        perform(balancer.borrowerLost(number, queue.nanoTime()));
    }

    void put(List<byte[]> tasks) {
        perform(balancer.put(tasks, queue.nanoTime()));
    }

    void complete() {
        perform(balancer.complete(queue.nanoTime()));
    }

    /** Every task that the root is responsible for and that has no accepted result yet. */
    void forEachOpenTask(Consumer<byte[]> visitor) {
        Predicate<Object> all = any -> true;
        List<PooledTask> queued = pool.takeOut(all::test, Integer.MAX_VALUE);
        pool.putBack(queued);
        queued.forEach(task -> visitor.accept((byte[]) task.task()));
        balancer.lending().waitingRetries().forEach(visitor);
        lent.all().forEach(loan -> loan.tasks.forEach(task -> visitor.accept((byte[]) task.task())));
    }

    private void perform(List<LoanOutput> outputs) {
        for (LoanOutput output : outputs) {
            if (output instanceof LoanOutput.Send send) {
                outside.send(Membership.ROOT, send.toMember(), send.letter());
            } else if (output instanceof LoanOutput.RunFailed failed) {
                throw new AssertionError(failed.why());
            } else {
                outside.output(output);
            }
        }
        if (nextTick != null) {
            nextTick.cancel();
        }
        long atNanos = balancer.nextTickNanos();
        nextTick = atNanos == Long.MAX_VALUE
                ? null
                : queue.at(atNanos, "root", () -> perform(balancer.tick(queue.nanoTime())));
    }

    /** There is no thread that could wait. */
    private static final class Nobody implements Signal {
        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            throw new IllegalStateException("the root has no compute threads");
        }

        @Override
        public void raise() {
            // nobody waits
        }
    }
}
