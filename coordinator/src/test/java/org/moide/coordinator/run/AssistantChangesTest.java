package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;

/**
 * Tests the steps in which an assistant joins a bag of tasks. An assistant is an engine that computes for one other
 * engine only. The test passes each message to the coordinator's core itself.
 */
class AssistantChangesTest {
    private SteppedRun run = SteppedRun.bagUnderWay(Assistance.NONE);

    private Membership.Member member(int viewer, int number) {
        return run.last(viewer, EngineCommand.Members.class).members().everybody().stream()
                .filter(member -> member.number() == number)
                .findFirst()
                .orElseThrow();
    }

    private void attach(int engine) {
        run.order(new ChangeOrder.Assist(engine, List.of()));
        run.made(2);
        run.report(2, new EngineReport.Registered(2));
    }

    @Test
    void shouldShowAnAssistantToItsPrincipalOnlyAndItsPowerToAll() {
        run.now += TimeUnit.SECONDS.toNanos(1);
        attach(1);

        assertThat(run.recruitments).extracting(Recruitment::awayFrom).containsExactly(Set.of(1));
        EngineCommand.Start start = run.last(2, EngineCommand.Start.class);
        assertThat(start.members().isAssistant(2)).isTrue();
        assertThat(start.members().contains(0)).isFalse();
        assertThat(start.nodes()).containsOnlyKeys(1, 2);
        assertThat(run.last(1, EngineCommand.Members.class).members().isAssistant(2))
                .isTrue();
        EngineCommand.Members others = run.last(0, EngineCommand.Members.class);
        assertThat(others.members().incarnationOf(2)).isNegative();
        assertThat(others.nodes()).containsOnlyKeys(0, 1);
        assertThat(member(0, 1).power()).isEqualTo(2);
        assertThat(member(0, 1).threads()).isEqualTo(2);
        assertThat(run.answers)
                .singleElement()
                .satisfies(answer -> assertThat(answer.lines())
                        .containsExactly(
                                "engine-2 on host-2 has joined with 1 thread after 0.0 s as assistant of engine-1,"
                                        + " whose power is 2.00 now: for a test"));
        assertThat(run.status().changes()).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo("assist");
            assertThat(change.what()).contains("engine-2 on host-2 as assistant of engine-1");
        });
        assertThat(run.status().engines())
                .extracting(RunStatus.EngineStatus::words)
                .containsExactly("computing", "computing", "assistant of engine-1");
    }

    @Test
    void shouldTellAllOfAnAssistantWhosePrincipalIsLost() {
        attach(1);
        run.step(new RunCoreEvent.EngineEnded(1, "was killed by SIGKILL"));

        assertThat(run.last(0, EngineCommand.Members.class).members().contains(2))
                .isTrue();
        assertThat(run.last(0, EngineCommand.Members.class).nodes()).containsOnlyKeys(0, 2);
        assertThat(run.last(2, EngineCommand.Members.class).members().contains(0))
                .isTrue();
        assertThat(run.notes)
                .anyMatch(note ->
                        note.equals("engine-2 on host-2 goes on by itself: engine-1, which it assisted, is gone"));
        assertThat(run.status().engines().get(2).words()).isEqualTo("computing");
    }

    @Test
    void shouldGoOnWithoutAnAssistantThatIsLost() {
        attach(1);
        run.step(new RunCoreEvent.EngineEnded(2, "was killed by SIGKILL"));

        assertThat(run.last(1, EngineCommand.Members.class).members().incarnationOf(2))
                .isNegative();
        assertThat(member(0, 1).power()).isEqualTo(1);
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldLetTheNewcomerInTheRunWhenItsPrincipalIsGoneBeforeItComes() {
        run.order(new ChangeOrder.Assist(1, List.of()));
        run.step(new RunCoreEvent.EngineEnded(1, "was killed by SIGKILL"));
        run.made(2);
        run.report(2, new EngineReport.Registered(2));

        assertThat(run.last(0, EngineCommand.Members.class).members().contains(2))
                .isTrue();
        assertThat(run.answers.get(0).lines()).noneMatch(line -> line.contains("assistant"));
    }

    @Test
    void shouldReplaceAnAssistantByAnother() {
        attach(1);
        run.answers.clear();
        run.order(new ChangeOrder.Replace(2, List.of()));
        run.made(3);
        run.report(3, new EngineReport.Registered(3));

        assertThat(run.last(3, EngineCommand.Start.class).members().principalOf(3))
                .isEqualTo(1);
        assertThat(run.last(2, EngineCommand.Members.class).members().isLeaving(2))
                .isTrue();
        assertThat(run.last(0, EngineCommand.Members.class).members().isLeaving(2))
                .isFalse();
    }

    @Test
    void shouldHaveTheAssistantsOfAReplacedEngineAssistItsSuccessor() {
        attach(1);
        run.answers.clear();
        run.order(new ChangeOrder.Replace(1, List.of()));
        run.made(3);
        run.report(3, new EngineReport.Registered(3));

        Membership seen = run.last(2, EngineCommand.Members.class).members();
        assertThat(seen.principalOf(2)).isEqualTo(3);
        assertThat(seen.isLeaving(1)).isTrue();
        assertThat(run.last(2, EngineCommand.Members.class).nodes()).containsOnlyKeys(1, 2, 3);
        assertThat(run.last(3, EngineCommand.Members.class).members().isAssistant(2))
                .isTrue();
        assertThat(run.last(1, EngineCommand.Members.class).members().incarnationOf(2))
                .isNotNegative();
        assertThat(run.last(0, EngineCommand.Members.class).members().incarnationOf(2))
                .isNegative();
        assertThat(run.status().engines().get(2).words()).isEqualTo("assistant of engine-3");
        assertThat(run.notes)
                .contains("engine-2 on host-2 assists engine-3 from now on, which takes the place of engine-1")
                .noneMatch(note -> note.contains("goes on by itself"));
        run.finish(1);
        assertThat(run.answers.get(0).done()).isTrue();
    }

    @Test
    void shouldRefuseToAttachToNobodyOrToAnAssistant() {
        run.order(new ChangeOrder.Assist(7, List.of()));
        assertThat(run.refusal()).contains("expected an engine that computes, found engine-7");
        attach(1);
        run.answers.clear();
        run.order(new ChangeOrder.Assist(2, List.of()));
        assertThat(run.refusal()).contains("engine-2, which assists engine-1");
    }

    @Test
    void shouldAttachOneByItselfToAnEngineThatIsSlow() {
        run = SteppedRun.bagUnderWay(new Assistance(Permission.GIVEN, List.of(), false));
        for (int second = 1; second < 6 && run.recruitments.isEmpty(); second++) {
            run.now += TimeUnit.SECONDS.toNanos(1);
            run.report(0, new EngineReport.Beat(1_000L * second, 0, 0));
            run.report(1, new EngineReport.Beat(200L * second, 0, 0));
        }
        assertThat(run.recruitments).singleElement().satisfies(wanted -> {
            assertThat(wanted.awayFrom()).containsExactly(1);
            assertThat(wanted.reach()).isEqualTo(Recruitment.Reach.IDLE_HOSTS);
        });
        run.made(2);
        run.report(2, new EngineReport.Registered(2));
        assertThat(run.notes)
                .anyMatch(note -> note.contains("as assistant of engine-1")
                        && note.endsWith(": it does 20% of what its power promises"));
    }
}
