package org.moide.balance.strategy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A simulation, in steps of a millisecond, of engines that have one thread and a strategy each. A task takes one second
 * at rate 1. Letters and tasks are several steps on their way. Only the strategies decide which engine computes which
 * tasks.
 */
final class TestTeam {
    private static final long STEP_NANOS = 1_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The delay of letters and tasks. It is longer than a strategy's first pauses, so that a strategy which ignores
     * tasks on their way asks for them again.
     */
    private static final long LATENCY_NANOS = 8 * STEP_NANOS;

    private record Parcel(int from, int to, long tasks, long arrivesNanos) {}

    private record Letter(int to, MemberView.Telling telling, long arrivesNanos) {}

    private final List<Strategy> strategies = new ArrayList<>();
    private final List<TestView> views = new ArrayList<>();
    private final double[] rates;
    private final double[] begun;
    private final Deque<Letter> letters = new ArrayDeque<>();
    private final Deque<Parcel> onTheirWay = new ArrayDeque<>();
    private long nowNanos;
    final Map<Integer, Long> givenBy = new LinkedHashMap<>();
    final Map<Integer, Long> givenTo = new LinkedHashMap<>();

    /** Makes a team in which engine i executes {@code rates[i]} tasks a second and has {@code tasks[i]} tasks. */
    TestTeam(StrategySpec spec, double[] rates, long[] tasks) {
        this.rates = rates.clone();
        this.begun = new double[rates.length];
        for (int member = 0; member < rates.length; member++) {
            strategies.add(Strategies.make(spec, member, new SplittableRandom(member), null));
            TestView view = TestView.engine(member, 1);
            view.queuedTasks = tasks[member];
            views.add(view);
        }
        for (TestView view : views) {
            for (int member = 0; member < rates.length; member++) {
                view.with(member, 1, 1);
            }
            // The root was asked, and has no tasks.
            view.peers.put(
                    Membership.ROOT, new PeerView(Membership.ROOT, true, true, Long.MIN_VALUE, 0, false, 0, 0, null));
        }
    }

    /** Makes the engines measure their rates with a random error of at most this fraction. */
    void measure(SplittableRandom random, double error) {
        for (int member = 0; member < rates.length; member++) {
            views.get(member).tasksPerSecond = rates[member] * random.nextDouble(1 - error, 1 + error);
        }
    }

    long tasksLeft() {
        long left = onTheirWay.stream().mapToLong(Parcel::tasks).sum();
        for (int member = 0; member < rates.length; member++) {
            left += views.get(member).queuedTasks + (begun[member] > 0 ? 1 : 0);
        }
        return left;
    }

    double seconds() {
        return nowNanos / NANOS_PER_SECOND;
    }

    /**
     * Returns how many tasks were given away by members that had been given tasks before. Such tasks may have gone to
     * and fro.
     */
    long bounced() {
        long bounced = 0;
        for (Map.Entry<Integer, Long> giver : givenBy.entrySet()) {
            bounced += Math.min(giver.getValue(), givenTo.getOrDefault(giver.getKey(), 0L));
        }
        return bounced;
    }

    long given() {
        return givenTo.values().stream().mapToLong(Long::longValue).sum();
    }

    double rateOfAll() {
        return Arrays.stream(rates).sum();
    }

    void step() {
        nowNanos += STEP_NANOS;
        arrive();
        for (int member = 0; member < rates.length; member++) {
            compute(member);
            TestView view = views.get(member);
            view.nowNanos = nowNanos;
            List<Decision> decisions = strategies.get(member).decide(view);
            view.news.clear();
            for (Decision decision : decisions) {
                perform(member, decision);
            }
        }
    }

    private void arrive() {
        while (!onTheirWay.isEmpty() && onTheirWay.element().arrivesNanos() <= nowNanos) {
            Parcel parcel = onTheirWay.remove();
            TestView view = views.get(parcel.to());
            view.queuedTasks += parcel.tasks();
            view.peers.put(parcel.from(), new PeerView(parcel.from(), false, false, nowNanos, 0, false, 0, 0, null));
        }
        while (!letters.isEmpty() && letters.element().arrivesNanos() <= nowNanos) {
            Letter letter = letters.remove();
            views.get(letter.to()).news.add(letter.telling());
        }
    }

    private void compute(int member) {
        TestView view = views.get(member);
        if (begun[member] <= 0 && view.queuedTasks > 0) {
            view.queuedTasks--;
            begun[member] = 1;
        }
        begun[member] = Math.max(0, begun[member] - rates[member] * STEP_NANOS / NANOS_PER_SECOND);
        view.idleThreads = begun[member] > 0 || view.queuedTasks > 0 ? 0 : 1;
    }

    private void perform(int from, Decision decision) {
        TestView view = views.get(from);
        if (decision instanceof Decision.Tell tell) {
            for (int to : tell.members()) {
                MemberView.Telling telling = new MemberView.Telling(
                        from, tell.word(), view.queuedTasks, view.idleThreads, 0, view.tasksPerSecond, nowNanos);
                letters.add(new Letter(to, telling, nowNanos + LATENCY_NANOS));
            }
        } else if (decision instanceof Decision.Give give) {
            long tasks = Math.min(give.tasks(), view.queuedTasks);
            view.queuedTasks -= tasks;
            onTheirWay.add(new Parcel(from, give.member(), tasks, nowNanos + LATENCY_NANOS));
            givenBy.merge(from, tasks, Long::sum);
            givenTo.merge(give.member(), tasks, Long::sum);
        }
    }
}
