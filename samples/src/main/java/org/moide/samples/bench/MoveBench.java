package org.moide.samples.bench;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Checks and measures messages to workers that move. Some chains of tasks begin at each worker; in a chain, the
 * handling of each task sends the next one to a random worker. A task carries its number among the tasks from its
 * sender to its receiver, and an amount that is added to the receiver's state. So the check detects tasks that are
 * lost, arrive twice or out of order, or have no effect.
 *
 * <p>Reports {@code verification}, {@code tasks}, {@code seconds}, {@code tasksPerSecond} and {@code moves} (how often
 * a worker had its next task on another engine).
 */
public final class MoveBench implements WorkerApplication<MoveBench.Member, MoveBench.Token, MoveBench.Books> {
    private static final String WORKERS = "--workers";
    private static final String TASKS = "--tasks";
    private static final String STATE = "--state";
    private static final String CHAINS = "--chains";
    private static final String COST = "--cost";
    private static final int USUAL_WORKERS = 100;
    private static final int USUAL_TASKS = 1_000_000;
    private static final int USUAL_STATE = 65_536;
    private static final int USUAL_CHAINS = 2;
    private static final int MOST_WORKERS = 1_000;
    private static final int MOST_TASKS = 2_000_000_000;
    private static final int MOST_STATE = 1 << 26;
    private static final int MOST_CHAINS = 1_000;
    private static final int MOST_COST = 1_000_000;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int MICRO = 1_000;

    /** The time at which the run began. It is set only on the engine that ran {@code begin}. */
    private volatile long startNanos;

    /**
     * A task of a chain.
     *
     * @param from the number of the sender; the number of workers if it was sent before workers began
     * @param number its number among the tasks from its sender to its receiver, from 0
     * @param left how many tasks still follow it in the chain
     */
    record Token(int from, int number, int left, long amount) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The options of the run. Each worker has them in its state, because any engine may handle the results.
     *
     * @param length how many tasks a chain has
     */
    private record Plan(int workers, int chains, int length, int stateBytes, int costMicros) implements Serializable {
        private static final long serialVersionUID = 1L;

        static Plan of(Arguments arguments) {
            arguments.allow(Set.of(WORKERS, TASKS, STATE, CHAINS, COST), Set.of(), 0);
            int workers = arguments.count(WORKERS, USUAL_WORKERS, 1, MOST_WORKERS);
            int chains = arguments.count(CHAINS, USUAL_CHAINS, 1, MOST_CHAINS);
            int all = workers * chains;
            return new Plan(
                    workers,
                    chains,
                    arguments.count(TASKS, Math.max(USUAL_TASKS, all), all, MOST_TASKS) / all,
                    arguments.count(STATE, USUAL_STATE, 0, MOST_STATE),
                    arguments.count(COST, 0, 0, MOST_COST));
        }

        long tasks() {
            return (long) workers * chains * length;
        }
    }

    /** The state of a worker. Used by one thread at a time. */
    static final class Member implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Plan plan;
        private final int[] sent;
        private final int[] received;
        private final long[] cells;
        private long sentAmount;
        private long handled;
        private long moves;
        private int engine;

        private Member(Plan plan, int engine) {
            this.plan = plan;
            this.sent = new int[plan.workers()];
            this.received = new int[plan.workers() + 1];
            this.cells = new long[Math.max(1, plan.stateBytes() / Long.BYTES)];
            this.engine = engine;
        }

        private void take(Token token, long self, int here) {
            int due = received[token.from()]++;
            if (token.number() != due) {
                throw new IllegalStateException("worker " + self + ": expected task " + due + " of worker "
                        + token.from() + ", found " + token.number());
            }
            cells[(int) (handled++ % cells.length)] += token.amount();
            if (here != engine) {
                engine = here;
                moves++;
            }
        }
    }

    /** The sums over all workers. They show whether some task was sent that has had no effect. */
    static final class Books implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Plan plan;
        private final int[] missing; // by sender and receiver
        private long amount;
        private long handled;
        private long moves;

        Books(int self, Member member) {
            plan = member.plan;
            int workers = plan.workers();
            missing = new int[(workers + 1) * workers];
            for (int other = 0; other < workers; other++) {
                missing[self * workers + other] += member.sent[other];
                missing[other * workers + self] -= member.received[other];
            }
            missing[workers * workers + self] = -member.received[workers];
            amount = member.sentAmount - Arrays.stream(member.cells).sum();
            handled = member.handled;
            moves = member.moves;
        }

        private Books with(Books other) {
            for (int pair = 0; pair < missing.length; pair++) {
                missing[pair] += other.missing[pair];
            }
            amount += other.amount;
            handled += other.handled;
            moves += other.moves;
            return this;
        }

        private void verify() {
            int workers = plan.workers();
            for (int pair = 0; pair < missing.length; pair++) {
                int due = pair < workers * workers ? 0 : -plan.chains();
                if (missing[pair] != due) {
                    throw new IllegalStateException("worker " + pair % workers + ": expected all tasks of worker "
                            + pair / workers + " once, found " + (due - missing[pair]) + " too many");
                }
            }
            if (amount != 0 || handled != plan.tasks()) {
                throw new IllegalStateException("expected " + plan.tasks() + " tasks, each with its effect once, found "
                        + handled + ", and effects that differ by " + amount);
            }
        }
    }

    @Override
    public String summary() {
        return "checks and measures what is said to workers that move";
    }

    @Override
    public String usage() {
        return """
            --workers n     default %d
            --tasks n       of all together; default %d
            --state bytes   of each worker; default %d
            --chains n      that begin at each worker, each with one task under way; default %d
            --cost us       microseconds of computing in each task; default 0""".formatted(USUAL_WORKERS, USUAL_TASKS, USUAL_STATE, USUAL_CHAINS);
    }

    @Override
    public void check(Arguments arguments) {
        Plan.of(arguments);
    }

    @Override
    public void begin(WorkerSetup<Token> setup) {
        Plan plan = Plan.of(setup.arguments());
        startNanos = System.nanoTime();
        setup.workers(0, plan.workers(), Directives.NONE.moveAnywhere());
        for (int worker = 0; worker < plan.workers(); worker++) {
            for (int chain = 0; chain < plan.chains(); chain++) {
                setup.send(worker, new Token(plan.workers(), chain, plan.length() - 1, 0));
            }
        }
    }

    @Override
    public Member state(long worker, WorkerContext<Member, Token> context) {
        return new Member(Plan.of(context.arguments()), context.engine());
    }

    @Override
    public void handle(Token token, WorkerContext<Member, Token> context) {
        Member member = context.state();
        member.take(token, context.worker(), context.engine());
        long until = System.nanoTime() + (long) MICRO * member.plan.costMicros();
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        if (token.left() > 0) {
            long drawn = mix(context.worker() * GOLDEN + member.handled);
            int to = (int) Long.remainderUnsigned(drawn, member.sent.length);
            member.sentAmount += drawn;
            context.send(to, new Token((int) context.worker(), member.sent[to]++, token.left() - 1, drawn));
        }
    }

    /**
     * Mixes the bits of a number, as SplitMix64 does. The random numbers of this program are mixed counters, so that no
     * state of a random generator need be saved at a safe point.
     */
    private static long mix(long bits) {
        long mixed = bits;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    @Override
    public Books result(long worker, Member state) {
        return new Books((int) worker, state);
    }

    @Override
    public Books merge(Books left, Books right) {
        return left.with(right);
    }

    @Override
    public void handleResults(Books books, Report report) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        books.verify();
        report.put("verification", "successful");
        report.put("tasks", books.handled);
        report.put("seconds", seconds);
        report.put("tasksPerSecond", books.handled / seconds);
        report.put("moves", books.moves);
    }
}
