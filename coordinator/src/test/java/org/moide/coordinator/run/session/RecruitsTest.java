package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.SteppedRun;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.NoHostsException;

class RecruitsTest {
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final CountDownLatch answered = new CountDownLatch(2);
    private Recruits recruits = by(Recruiter.NOBODY);

    private Recruits by(Recruiter recruiter) {
        return new Recruits(
                recruiter,
                new DaemonThreads("test", (where, fault) -> tell("fault " + fault)),
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()));
    }

    private void tell(String what) {
        told.add(what);
        answered.countDown();
    }

    private void recruit(int seat) {
        recruit(seat, 0);
    }

    private void recruit(int seat, long afterNanos) {
        recruits.recruit(
                new Recruitment(
                        seat, List.of(), 1, Set.of(), Set.of(), Set.of(), Recruitment.Reach.ANY_HOST, afterNanos),
                engine -> tell("made " + engine.number()),
                death -> tell("ended: " + death.cause()),
                why -> tell("not made: " + why));
    }

    private static AssembledEngine engine(int seat) {
        return SteppedRun.engine(seat, 1, new NodeReference("n", List.of(), 0));
    }

    @AfterEach
    void close() {
        recruits.close();
    }

    @Test
    void shouldWaitBeforeItAsksAgainAndNoLongerWhenItIsClosed() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        recruits = by(wanted -> {
            asked.countDown();
            return engine(wanted.seat());
        });
        long start = System.nanoTime();
        recruit(3, 50_000_000);
        asked.await();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(50_000_000);

        recruit(4, Long.MAX_VALUE);
        recruits.close();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("coordinator-recruit-4")));
        assertThat(told).containsExactly("made 3");
    }

    @Test
    void shouldTellTheEndOfAnEngineAfterItsMakingWhenItEndedBefore() throws InterruptedException {
        recruits = by(wanted -> {
            recruits.ended(wanted.seat(), MemberDeath.unexplained("killed by SIGKILL"));
            return engine(wanted.seat());
        });

        recruit(3);

        assertThat(answered.await(100, TimeUnit.SECONDS))
                .as("both told, found %s", told)
                .isTrue();
        assertThat(told).containsExactly("made 3", "ended: killed by SIGKILL");
    }

    @Test
    void shouldSayWhatTheHostsSay() throws InterruptedException {
        recruits = by(wanted -> {
            throw new NoHostsException("no host answers");
        });
        recruit(6);
        recruit(7);

        assertThat(answered.await(100, TimeUnit.SECONDS))
                .as("both told, found %s", told)
                .isTrue();
        assertThat(told).containsExactly("not made: no host answers", "not made: no host answers");
    }
}
