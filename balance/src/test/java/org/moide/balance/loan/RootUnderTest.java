package org.moide.balance.loan;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.simulation.SimulatedPace;
import org.moide.balance.simulation.SimulatedProcess;
import org.moide.balance.simulation.SimulatedRoot;
import org.moide.balance.simulation.SimulatedWorld;
import org.moide.balance.simulation.Tally;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.workload.BagWorkload;

/** A simulated root that uses the classes under test. It also decides who is a member. */
final class RootUnderTest {
    /** The cluster around the root, to which the root reports changes of the membership. */
    interface Cluster {
        void send(int from, LoanOutput.Send send);

        void members(Membership members);

        void output(LoanOutput output);
    }

    final RootBalancer balancer;
    final LentLoans lent;
    private final Cluster cluster;
    private final EnginePool pool;
    private final SimulatedProcess process;
    private final SimulatedRoot root;
    private Membership members = Membership.NONE;

    RootUnderTest(Strategy strategy, PoolCompletion ending, TroubledEngine.Setting setting, Cluster cluster) {
        this.cluster = cluster;
        this.pool = PoolWithoutThreads.create();
        Cores.SimulatedParts parts = setting.cores().parts(() -> {});
        this.balancer = RootBalancer.of(pool, strategy, ending, setting.limits(), parts);
        this.lent = Objects.requireNonNull(parts.lent);
        this.process = SimulatedProcess.healthy(TroubledProcess.clock(setting.queue()));
        this.root = new SimulatedRoot(process, balancer, new Told(setting));
    }

    private final class Told implements SimulatedWorld {
        private final BagWorkload workload;
        private final DrawnPace pace;

        Told(TroubledEngine.Setting setting) {
            this.workload = setting.tree().workload();
            this.pace = new DrawnPace(setting.queue().random("engine"));
        }

        @Override
        public BagWorkload workload() {
            return workload;
        }

        @Override
        public SimulatedPace pace() {
            return pace;
        }

        @Override
        public Tally newTally() {
            return new TaskList();
        }

        @Override
        public void send(int from, LoanOutput.Send send) {
            cluster.send(from, send);
        }

        @Override
        public void told(int member, LoanOutput output) {
            cluster.output(output);
        }
    }

    Membership members() {
        return members;
    }

    void join(Membership.Member member) {
        change(members.with(member));
    }

    /** Marks a member as leaving the run. */
    void dismiss(int number) {
        change(members.leaving(number));
    }

    /** Lets {@code successor} take over the assistants of {@code number}. */
    void succeed(int number, int successor) {
        change(members.succeeded(number, successor));
    }

    void leave(int number) {
        change(members.without(number));
    }

    private void change(Membership changed) {
        members = changed;
        root.members(changed.seenBy(Membership.ROOT));
        cluster.members(changed);
    }

    void receive(Letter letter) {
        root.receive(letter);
    }

    void suspect(int number) {
        root.perform(balancer.borrowerLost(number, process.nanoTime()));
    }

    /** Frees the room that a result took at the root, because it is merged. */
    void resultTaken(long loan) {
        root.perform(balancer.resultTaken(loan, process.nanoTime()));
    }

    void put(List<byte[]> tasks) {
        root.put(tasks);
    }

    void complete() {
        root.complete();
    }

    /** Calls the visitor with every task at the root whose result is not accepted yet. */
    void forEachOpenTask(Consumer<byte[]> visitor) {
        Predicate<Object> all = any -> true;
        List<PooledTask> queued = pool.takeOut(all::test, Integer.MAX_VALUE);
        pool.putBack(queued);
        queued.forEach(task -> visitor.accept((byte[]) task.task()));
        balancer.lending().waitingRetries().forEach(visitor);
        lent.all().stream()
                .filter(loan -> !loan.isCopy())
                .forEach(loan -> loan.tasks.forEach(task -> visitor.accept((byte[]) task.task())));
    }
}
