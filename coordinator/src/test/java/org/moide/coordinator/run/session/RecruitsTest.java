package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.NoHostsException;

@Timeout(60)
class RecruitsTest {
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final CountDownLatch answered = new CountDownLatch(2);
    private Recruits recruits = by(Recruiter.NOBODY);

    private Recruits by(Recruiter recruiter) {
        return new Recruits(recruiter, new DaemonThreads("test", (where, fault) -> tell("fault " + fault)));
    }

    private void tell(String what) {
        told.add(what);
        answered.countDown();
    }

    private void recruit(int seat) {
        recruits.recruit(
                new Recruitment(seat, List.of(), 1, Set.of(), Set.of(), Recruitment.Reach.ANY_HOST),
                engine -> tell("made " + engine.number()),
                cause -> tell("ended: " + cause),
                why -> tell("not made: " + why));
    }

    private static AssembledEngine engine(int seat) {
        return new AssembledEngine(seat, "h", 1, 1, 1, new NodeReference("n", List.of(), 0), null);
    }

    @AfterEach
    void close() {
        recruits.close();
    }

    @Test
    void shouldTellTheEndOfAnEngineAfterItsMakingWhenItEndedBefore() throws InterruptedException {
        recruits = by(wanted -> {
            recruits.ended(wanted.seat(), "killed by SIGKILL");
            return engine(wanted.seat());
        });

        recruit(3);

        assertThat(answered.await(30, TimeUnit.SECONDS))
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

        assertThat(answered.await(30, TimeUnit.SECONDS))
                .as("both told, found %s", told)
                .isTrue();
        assertThat(told).containsExactly("not made: no host answers", "not made: no host answers");
    }
}
