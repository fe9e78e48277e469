package org.moide.coordinator.run.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.NotDeliveredException;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Posting;

final class DoorstepTest {
    private static final Posting<EngineReport> POSTING = new Posting<>(1, 0, List.of(EngineReport.Beat.IDLE));

    private final Doorstep doorstep = new Doorstep(Duration.ofSeconds(20));
    private final List<Posting<EngineReport>> inside = new CopyOnWriteArrayList<>();
    private final List<String> ended = new ArrayList<>();

    private final Coordinator session = new Coordinator() {
        @Override
        public void post(Posting<EngineReport> posting) {
            inside.add(posting);
        }

        @Override
        public void answered(int engine, byte[] answer) {
            throw new AssertionError("nobody answers");
        }
    };

    private void open() {
        doorstep.open(session, (engine, death) -> ended.add(engine + " " + death.cause()));
    }

    @Test
    void shouldLetThoseWaitWhoAreThereBeforeTheSession() throws Exception {
        CompletableFuture<Void> early = CompletableFuture.runAsync(() -> doorstep.post(POSTING));
        doorstep.engineEnded(1, MemberDeath.unexplained("early"));
        assertThat(inside).isEmpty();
        open();
        early.get(100, TimeUnit.SECONDS);
        doorstep.engineEnded(2, MemberDeath.unexplained("late"));
        assertThat(inside).containsExactly(POSTING);
        assertThat(ended).containsExactly("1 early", "2 late");
    }

    @Test
    void shouldTakeNobodyInWhenTheRunIsGivenUp() {
        doorstep.close();
        assertThatThrownBy(() -> doorstep.post(POSTING))
                .isInstanceOf(NotDeliveredException.class)
                .hasMessage("expected a run that goes on, found one that was given up");
    }

    @Test
    void shouldPassOnWhatAnInterruptedThreadSaysLast() {
        open();
        doorstep.close();
        Thread.currentThread().interrupt();
        doorstep.post(POSTING);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(inside).containsExactly(POSTING);
    }
}
