package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.NoHostsException;

class RecruitingTest {
    private static final Map<Integer, String> MACHINES = Map.of(0, "a", 1, "b", 2, "c");

    private final Candidate a = host("a", 1);
    private final Candidate b = host("b", 8);
    private final Candidate c = host("c", 2);
    private final Candidate d = host("d", 4);
    private final Candidate e = host("e", 5);

    private static Candidate host(String machine, double power) {
        return new Candidate(machine + ":7100", machine, machine, 2, power, 1, 1 << 20, 0);
    }

    private static Recruitment wanted(Recruitment.Reach reach, Set<Integer> present, Set<Integer> awayFrom) {
        return new Recruitment(3, List.of(), 1, present, awayFrom, reach, 0);
    }

    @Test
    void shouldTakeTheBestIdleHost() {
        Recruitment any = wanted(Recruitment.Reach.ANY_HOST, Set.of(0, 1, 2), Set.of());

        assertThat(Recruiting.choose(any, List.of(a, b, c, d, e), MACHINES)).isEqualTo(e);
    }

    @Test
    void shouldComeBackToTheLostEnginesHostOnlyWhenNoOtherIsIdle() {
        Recruitment any = wanted(Recruitment.Reach.ANY_HOST, Set.of(0, 2), Set.of(1));

        assertThat(Recruiting.choose(any, List.of(a, b, c, d), MACHINES)).isEqualTo(d);
        assertThat(Recruiting.choose(any, List.of(a, b, c), MACHINES)).isEqualTo(b);
        assertThat(Recruiting.choose(any, List.of(a, c), MACHINES)).isEqualTo(c);
    }

    @Test
    void shouldNotComeBackWhenOnlyIdleHostsWillDo() {
        Recruitment idle = wanted(Recruitment.Reach.IDLE_HOSTS, Set.of(0, 1, 2), Set.of(1));

        assertThat(Recruiting.choose(idle, List.of(a, b, c, d), MACHINES)).isEqualTo(d);
        assertThatThrownBy(() -> Recruiting.choose(idle, List.of(a, b, c), MACHINES))
                .isInstanceOf(NoHostsException.class)
                .hasMessageContaining("expected an idle host")
                .hasMessageContaining("3 that answer");
    }

    @Test
    void shouldPutASecondEngineWhereTheUserSaysSo() {
        Recruitment named = new Recruitment(
                3,
                List.of(new DaemonAddress("b", 7100, 0)),
                1,
                Set.of(0, 1, 2),
                Set.of(),
                Recruitment.Reach.IDLE_HOSTS,
                0);

        assertThat(Recruiting.choose(named, List.of(b), MACHINES)).isEqualTo(b);
    }

    @Test
    void shouldSayThatNobodyAnswers() {
        Recruitment any = wanted(Recruitment.Reach.ANY_HOST, Set.of(0), Set.of(1));

        assertThatThrownBy(() -> Recruiting.choose(any, List.of(), MACHINES))
                .isInstanceOf(NoHostsException.class)
                .hasMessageContaining("expected a host that answers, found none");
    }
}
