package org.moide.balance.loan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.LoanOutput.EncodeTasks;
import org.moide.balance.loan.LoanOutput.EncodedTasks;
import org.moide.balance.loan.LoanOutput.MergeResults;
import org.moide.balance.loan.LoanOutput.MergedResults;
import org.moide.balance.loan.LoanOutput.PoolEnded;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.pool.Discipline;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.commlib.port.Signal;
import org.moide.commlib.sim.Event;
import org.moide.commlib.sim.EventQueue;

/** An engine with the real borrower and the real pool, whose compute threads take virtual time. */
class SimulatedEngine {
    private static final long TICK_NANOS = 1_000_000;

    /** What an engine can do to the rest of the cluster. */
    interface Outside {
        void send(int from, int to, Letter letter);

        void drained(SimulatedEngine engine);
    }

    final int number;
    final long incarnation;
    final EnginePool pool;
    final EngineBalancer balancer;
    private final EventQueue queue;
    private final RandomGenerator random;
    private final SimulatedTree tree;
    private final Outside outside;
    private final List<SimulatedThread> threads = new ArrayList<>();
    private final ArrayDeque<LoanOutput> paperwork = new ArrayDeque<>();
    private final List<Runnable> postponed = new ArrayList<>();
    private @Nullable Event nextTick;
    private long nextTickNanos;
    private boolean alive = true;
    private boolean paused;
    private boolean drained;
    private boolean ended;

    SimulatedEngine(
            int number,
            long incarnation,
            int threadCount,
            EventQueue queue,
            SimulatedTree tree,
            Cores cores,
            Strategy strategy,
            BalancerLimits limits,
            Outside outside) {
        this.number = number;
        this.incarnation = incarnation;
        this.queue = queue;
        this.random = queue.random("engine");
        this.tree = tree;
        this.outside = outside;
        RandomGenerator chance = queue.random("pool");
        Discipline discipline = cores.discipline(chance);
        int processors = chance.nextInt(1, threadCount + 1);
        this.pool = new EnginePool(discipline, threadCount, processors, new WakeSignal(), this::nudge, queue);
        this.balancer =
                EngineBalancer.of(number, incarnation, pool, strategy, limits, cores.parts(this::letThreadsGoOn));
        for (int thread = 0; thread < threadCount; thread++) {
            threads.add(newThread(thread));
        }
    }

    SimulatedThread newThread(int index) {
        return new SimulatedThread(index);
    }

    void start() {
        nudge();
        threads.forEach(thread -> thread.plan(random.nextInt(1, 1_000_000), "start", thread::step));
    }

    // --- what may happen to it ------------------------------------------------------------------------------------

    void kill() {
        alive = false;
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        List<Runnable> late = List.copyOf(postponed);
        postponed.clear();
        late.forEach(Runnable::run);
    }

    void drain() {
        act(() -> perform(balancer.drain(queue.nanoTime())));
    }

    boolean isAlive() {
        return alive;
    }

    boolean isDrained() {
        return drained;
    }

    boolean isOver() {
        return !alive || drained || ended;
    }

    void receive(Letter letter) {
        act(() -> perform(balancer.receive(letter, queue.nanoTime())));
    }

    // --- control thread -------------------------------------------------------------------------------------------

    /** Who takes part has changed. */
    void members(Membership members) {
        act(() -> perform(balancer.members(members, queue.nanoTime())));
    }

    final void act(Runnable action) {
        if (alive && paused) {
            postponed.add(action);
        } else if (alive) {
            action.run();
        }
    }

    final void perform(List<LoanOutput> outputs) {
        for (LoanOutput output : outputs) {
            if (output instanceof Send send) {
                outside.send(number, send.toMember(), send.letter());
            } else if (output instanceof CloseLoan || output instanceof EncodeTasks || output instanceof MergeResults) {
                paperwork.add(output);
                pool.wake();
            } else if (output instanceof PoolEnded) {
                ended = true;
            } else if (output instanceof Drained) {
                drained = true;
                outside.drained(this);
            } else if (output instanceof RunFailed failed) {
                throw new AssertionError(failed.why());
            }
        }
        planTick();
    }

    private void nudge() {
        planTick(queue.nanoTime() + random.nextInt(1, 20_000));
    }

    private void planTick() {
        boolean computing = pool.waitingThreads() < pool.threads();
        planTick(computing ? queue.nanoTime() + TICK_NANOS : balancer.nextTickNanos());
    }

    /** An earlier tick stays planned: it may be the nudge of a thread that went on while the core was at work. */
    private void planTick(long atNanos) {
        boolean earlier = nextTick != null && nextTick.isPending() && nextTickNanos <= atNanos;
        if (earlier || atNanos == Long.MAX_VALUE) {
            return;
        }
        if (nextTick != null) {
            nextTick.cancel();
        }
        nextTickNanos = atNanos;
        nextTick = queue.at(atNanos, "tick", () -> act(() -> perform(balancer.tick(queue.nanoTime()))));
    }

    private void letThreadsGoOn() {
        for (SimulatedThread thread : threads) {
            while (random.nextInt(3) != 0 && thread.hurry()) {
                // one more step of this thread falls between the two sums
            }
        }
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    /** Takes tasks, lets the time pass that they cost, puts their children meanwhile. */
    class SimulatedThread {
        final int index;
        private @Nullable Event next;
        private @Nullable Runnable action;
        private boolean waiting;

        SimulatedThread(int index) {
            this.index = index;
        }

        final void plan(long delayNanos, String what, Runnable then) {
            action = then;
            next = queue.after(delayNanos, what, () -> act(this::go));
        }

        private void go() {
            Runnable now = action;
            action = null;
            if (now != null) {
                now.run();
            }
        }

        /** Does what it would do next at once. */
        private boolean hurry() {
            if (next == null || !next.isPending() || waiting) {
                return false;
            }
            next.cancel();
            go();
            return true;
        }

        void step() {
            LoanOutput paper = paperwork.poll();
            if (paper != null) {
                plan(random.nextInt(1, 200_000), "paperwork", () -> doPaperwork(paper));
                return;
            }
            PooledTask task = pool.take(index);
            if (task != null) {
                run(task);
                return;
            }
            beginWaiting();
        }

        final void beginWaiting() {
            waiting = true;
            pool.beginWaiting(index);
            nudge();
        }

        /** Called by the signal. */
        private void wake() {
            if (waiting && (next == null || !next.isPending()) && action == null) {
                plan(random.nextInt(1, 30_000), "wake", this::lookAgain);
            }
        }

        private void lookAgain() {
            waiting = false;
            if (pool.endWaiting(index)) {
                roundEnded();
            } else {
                step();
            }
        }

        void roundEnded() {}

        /** One more than the task's own: it will be queued while the task runs. */
        void run(PooledTask task) {
            int node = task.encoded() ? SimulatedTree.decode((byte[]) task.task()) : (Integer) task.task();
            putNext(task, node, 0);
        }

        final void putNext(PooledTask task, int node, int child) {
            int[] children = tree.children(node);
            long partNanos = tree.costNanos(node) / (children.length + 1);
            if (child < children.length) {
                plan(partNanos, "put", () -> {
                    pool.put(index, task.account(), children[child]);
                    putNext(task, node, child + 1);
                });
            } else {
                plan(partNanos, "executed", () -> finish(task, node));
            }
        }

        void finish(PooledTask task, int node) {
            if (tree.isFragile(node) && random.nextBoolean()) {
                fail(task, node);
                return;
            }
            addTo(task.account(), node);
            task.account().countExecuted(index);
            plan(random.nextInt(1, 2_000), "next", this::step);
        }

        private void fail(PooledTask task, int node) {
            long retry = task.encoded() ? RetriedTask.numberIn((byte[]) task.task()) : 0;
            FailedTask failure = new FailedTask(
                    retry,
                    SimulatedTree.encode(node),
                    tree.children(node).length,
                    number,
                    "thread " + index,
                    "",
                    "",
                    "");
            long account = task.account().loan();
            answer("failed", () -> perform(balancer.failed(account, failure, queue.nanoTime())));
        }

        final void close(CloseLoan closing) {
            LoanAccount account = closing.account();
            List<Integer> all = new ArrayList<>();
            for (int thread = 0; thread < pool.threads(); thread++) {
                @SuppressWarnings("unchecked") // only this class sets it
                List<Integer> partial = (List<Integer>) account.partial(thread);
                if (partial != null) {
                    all.addAll(partial);
                }
            }
            closing.results().forEach(result -> all.addAll(SimulatedTree.decodeAll(result)));
            List<byte[]> unfinished =
                    closing.unfinished().stream().map(SimulatedEngine::encoded).toList();
            byte[] result = all.isEmpty() ? null : SimulatedTree.encodeAll(all);
            ClosedLoan closed = new ClosedLoan(account.loan(), result, unfinished);
            answer("closed", () -> perform(balancer.closed(closed, queue.nanoTime())));
        }

        private void answer(String what, Runnable answer) {
            queue.after(random.nextInt(1, 50_000), what, () -> act(answer));
            plan(random.nextInt(1, 2_000), "next", this::step);
        }

        private void doPaperwork(LoanOutput paper) {
            if (paper instanceof CloseLoan closing) {
                close(closing);
            } else if (paper instanceof EncodeTasks encode) {
                EncodedTasks encoded = new EncodedTasks(
                        encode.job(),
                        encode.tasks().stream().map(SimulatedEngine::encoded).toList());
                answer("encoded", () -> perform(balancer.encoded(encoded, queue.nanoTime())));
            } else if (paper instanceof MergeResults merge) {
                for (byte[] result : merge.results()) {
                    SimulatedTree.decodeAll(result).forEach(node -> addTo(merge.account(), node));
                }
                MergedResults merged = new MergedResults(merge.account().loan());
                answer("merged", () -> perform(balancer.merged(merged, queue.nanoTime())));
            }
        }

        private void addTo(LoanAccount account, int node) {
            @SuppressWarnings("unchecked") // only this class sets it
            List<Integer> partial = (List<Integer>) account.partial(index);
            if (partial == null) {
                partial = new ArrayList<>();
                account.setPartial(index, partial);
            }
            partial.add(node);
        }
    }

    private static byte[] encoded(PooledTask task) {
        return task.encoded() ? (byte[]) task.task() : SimulatedTree.encode((Integer) task.task());
    }

    /** Nobody blocks in simulated time: raising plans the waking of who waits. */
    private final class WakeSignal implements Signal {
        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            throw new IllegalStateException("simulated threads do not block");
        }

        @Override
        public void raise() {
            threads.forEach(SimulatedThread::wake);
        }
    }
}
