package org.moide.coordinator.reconfigure.automation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.RunStatus.Overload;
import org.moide.coordinator.reconfigure.automation.AssistPolicy.Sample;

/**
 * Tests when an engine gets an assistant. Simulated engines report several times a second and work at speeds that the
 * test sets.
 */
class AssistPolicyTest {
    private static final int BEATS_A_SECOND = 2;
    private static final long BEAT = TimeUnit.SECONDS.toNanos(1) / BEATS_A_SECOND;

    private final AssistPolicy policy = new AssistPolicy();
    private final Map<Integer, Host> hosts = new HashMap<>();
    private final Set<Integer> candidates = new HashSet<>();
    private long now = TimeUnit.HOURS.toNanos(1);

    /** A simulated engine, with the counts that it reports. */
    private static final class Host {
        final Membership.Member engine;
        double tasksPerSecond;
        double idle;
        long queued;
        double tasks;
        long waited;

        Host(int number, double power, int threads, double tasksPerSecond) {
            this.engine = new Membership.Member(number, 1, power, threads);
            this.tasksPerSecond = tasksPerSecond;
        }
    }

    private Host host(int number, double power, double tasksPerSecond) {
        Host host = new Host(number, power, 2, tasksPerSecond);
        hosts.put(number, host);
        candidates.add(number);
        return host;
    }

    /**
     * Simulates the engines until one of them is found to be overloaded, but no longer than this number of seconds.
     * Returns that overload; null if there is none.
     */
    private @Nullable Overload pass(int seconds) {
        for (int beat = 0; beat < BEATS_A_SECOND * seconds; beat++) {
            now += BEAT;
            for (Host host : hosts.values()) {
                host.tasks += host.tasksPerSecond * (1 - host.idle) / BEATS_A_SECOND;
                host.waited += (long) (host.idle * BEAT * host.engine.threads());
                policy.heard(new Sample(now, (long) host.tasks, host.queued, host.waited), host.engine);
                Overload found = policy.overloaded(candidates, now);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    @Test
    void shouldFindTheEngineThatDoesAQuarterOfWhatItsPowerPromisesWithinSeconds() {
        host(0, 1, 1_000);
        Host slow = host(1, 2, 2_000);
        assertThat(pass(10)).isNull();
        slow.tasksPerSecond = 500;
        Overload found = Objects.requireNonNull(pass(4), "an overload within 4 s");
        assertThat(found.engine()).isEqualTo(1);
        assertThat(found.why()).matches("it does [0-9]+% of what its power promises");
    }

    @Test
    void shouldFindItWithinTwoSecondsAtTheBeginning() {
        host(0, 1, 1_000);
        host(1, 1, 250);
        assertThat(Objects.requireNonNull(pass(2), "an overload").engine()).isEqualTo(1);
    }

    @Test
    void shouldTakeLongerWhenItIsLessPlain() {
        host(0, 1, 1_000);
        host(1, 1, 450);
        assertThat(pass(2)).isNull();
        assertThat(Objects.requireNonNull(pass(1), "an overload").engine()).isEqualTo(1);
    }

    @Test
    void shouldNotTakeAWeakEngineForAnOverloadedOne() {
        host(0, 1, 1_000);
        host(1, 0.25, 250);
        host(2, 4, 3_500);
        assertThat(pass(60)).isNull();
    }

    @Test
    void shouldNotTakeOneThatWaitsForTasksForASlowOne() {
        host(0, 1, 1_000);
        host(1, 1, 1_000).idle = 0.9;
        assertThat(pass(60)).isNull();
    }

    @Test
    void shouldNotJudgeByAFewTasksOrOneSlowSecond() {
        host(0, 1, 1.5);
        host(1, 1, 0.6);
        assertThat(pass(30)).as("some tasks in three seconds").isNull();
        hosts.clear();
        policy.gone(0);
        policy.gone(1);
        host(0, 1, 1_000);
        Host slow = host(1, 1, 1_000);
        assertThat(pass(5)).isNull();
        slow.tasksPerSecond = 100;
        assertThat(pass(1)).isNull();
        slow.tasksPerSecond = 1_000;
        assertThat(pass(30)).isNull();
    }

    @Test
    void shouldFindTheEngineWhoseTasksLastMuchLonger() {
        host(0, 1, 10).queued = 20;
        host(1, 1, 10).queued = 400;
        host(2, 1, 10).queued = 20;
        Overload found = Objects.requireNonNull(pass(6), "an overload");
        assertThat(found.engine()).isEqualTo(1);
        assertThat(found.why()).isEqualTo("its tasks last 40 s, those of the others 2 s");
    }

    @Test
    void shouldLookForOneAtATimeAndLessOftenWhenThereIsNoneToBeHad() {
        host(0, 1, 1_000);
        host(1, 1, 250);
        assertThat(pass(10)).isNotNull();
        policy.begun();
        assertThat(pass(30)).as("while one is being made").isNull();
        policy.over(false);
        assertThat(pass(14)).isNull();
        assertThat(pass(2)).isNotNull();
        policy.begun();
        policy.over(false);
        assertThat(pass(29)).isNull();
        assertThat(pass(2)).isNotNull();
        policy.begun();
        policy.over(true);
        candidates.remove(1);
        assertThat(pass(60)).as("it has one").isNull();
    }

    @Test
    void shouldAttachNoneInVainWhenRatesTremble() {
        SplittableRandom random = new SplittableRandom(7);
        for (int engine = 0; engine < 8; engine++) {
            host(engine, 1 + engine, 0);
        }
        for (int second = 0; second < 1_000; second++) {
            hosts.values().forEach(host -> {
                host.tasksPerSecond = 100 * host.engine.power() * random.nextDouble(0.7, 1.3);
                host.idle = random.nextInt(4) == 0 ? random.nextDouble() : 0;
                host.queued = random.nextInt(200);
            });
            assertThat(pass(1)).isNull();
        }
    }
}
