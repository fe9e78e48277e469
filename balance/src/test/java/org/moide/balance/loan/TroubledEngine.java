package org.moide.balance.loan;

import java.util.List;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.Discipline;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.simulation.EngineParts;
import org.moide.balance.simulation.SimulatedEngine;
import org.moide.balance.simulation.SimulatedPace;
import org.moide.balance.simulation.SimulatedWorld;
import org.moide.balance.simulation.Tally;
import org.moide.balance.simulation.TaskThread;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.workload.BagWorkload;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.sim.EventQueue;

/** A simulated engine that uses the classes under test, in a process with faults. */
class TroubledEngine {
    /** The cluster around an engine, to which the engine reports events. */
    interface Cluster {
        void send(int from, LoanOutput.Send send);

        void drained(TroubledEngine engine);
    }

    /** The settings common to all engines of a run. */
    record Setting(EventQueue queue, SimulatedTree tree, Cores cores, BalancerLimits limits, Cluster cluster) {}

    final int number;
    final EnginePool pool;
    final EngineBalancer balancer;
    final SimulatedEngine engine;
    final TroubledProcess process;
    private final Setting setting;
    private final RandomGenerator random;
    private boolean drained;

    TroubledEngine(Membership.Member member, Strategy strategy, Setting setting) {
        EventQueue queue = setting.queue();
        this.number = member.number();
        this.setting = setting;
        this.random = queue.random("engine");
        this.process = new TroubledProcess(queue);
        this.engine = new SimulatedEngine(member, new Told(), process, new CoreUnderTest(member, strategy));
        this.pool = engine.pool();
        this.balancer = engine.balancer();
    }

    private final class CoreUnderTest implements EngineParts {
        private final Membership.Member member;
        private final Strategy strategy;

        CoreUnderTest(Membership.Member member, Strategy strategy) {
            this.member = member;
            this.strategy = strategy;
        }

        @Override
        public EnginePool pool(int threads, Signal work, Runnable whenDry, Ticker clock) {
            RandomGenerator chance = setting.queue().random("pool");
            Discipline discipline = setting.cores().discipline(chance);
            return new EnginePool(discipline, threads, chance.nextInt(1, threads + 1), work, whenDry, clock);
        }

        @Override
        public EngineBalancer balancer(EnginePool of) {
            BalancerParts parts = setting.cores().parts(process::letThreadsGoOn);
            return EngineBalancer.of(member.number(), member.incarnation(), of, strategy, setting.limits(), parts);
        }

        @Override
        public TaskThread thread(SimulatedEngine of, int index) {
            return newThread(of, index);
        }
    }

    private final class Told implements SimulatedWorld {
        private final DrawnPace pace = new DrawnPace(random);

        @Override
        public BagWorkload workload() {
            return setting.tree().workload();
        }

        @Override
        public SimulatedPace pace() {
            return pace;
        }

        @Override
        public Tally newTally() {
            return tally();
        }

        @Override
        public void send(int from, LoanOutput.Send send) {
            setting.cluster().send(from, send);
        }

        @Override
        public void told(int member, LoanOutput output) {
            if (output instanceof Drained) {
                drained = true;
                setting.cluster().drained(TroubledEngine.this);
            }
        }
    }

    TaskThread newThread(SimulatedEngine of, int index) {
        return new BagThread(of, index);
    }

    Tally tally() {
        return new TaskList();
    }

    void start() {
        engine.start();
    }

    // --- what may happen to it ------------------------------------------------------------------------------------

    void kill() {
        process.kill();
    }

    void pause() {
        process.pause();
    }

    void resume() {
        process.resume();
    }

    void drain() {
        process.now(() -> control(balancer::drain));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean isDrained() {
        return drained;
    }

    boolean isOver() {
        return !isAlive() || drained || pool.endedRounds() > 0;
    }

    void receive(Letter letter) {
        engine.receive(letter);
    }

    void members(Membership members) {
        engine.members(members);
    }

    /** Runs a step of the engine's balancer on the control thread, with the time of the process's clock. */
    final void control(LongFunction<List<LoanOutput>> step) {
        engine.perform(step.apply(process.nanoTime()));
    }

    /** A compute thread whose tasks may throw an exception. */
    private final class BagThread extends TaskThread {
        BagThread(SimulatedEngine of, int index) {
            super(of, index);
        }

        @Override
        protected void executed(PooledTask pooled, int task) {
            if (setting.tree().isFragile(task) && random.nextBoolean()) {
                fail(pooled, task);
                next();
            } else {
                super.executed(pooled, task);
            }
        }

        @Override
        protected double priority(int task) {
            return setting.tree().priority(task);
        }

        private void fail(PooledTask pooled, int task) {
            long retry = pooled.encoded() ? RetriedTask.numberIn((byte[]) pooled.task()) : 0;
            FailedTask failure = new FailedTask(
                    retry,
                    SimulatedTree.encode(task),
                    setting.tree().childCount(task),
                    number,
                    "thread " + index(),
                    "",
                    "",
                    "");
            long account = pooled.account().loan();
            hear("failed", () -> control(now -> balancer.failed(account, failure, now)));
        }
    }
}
