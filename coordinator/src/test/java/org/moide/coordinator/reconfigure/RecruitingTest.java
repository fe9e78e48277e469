package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Location;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.host.RunOwner;

class RecruitingTest {
    private static final FreeProcessors FREE = FreeProcessors.of(List.of(), 0, false);

    private static final Map<Integer, Recruiting.Seated> MACHINES =
            Map.of(0, seated("a"), 1, seated("b"), 2, seated("c"));

    private final Candidate a = host("a", 1);
    private final Candidate b = host("b", 8);
    private final Candidate c = host("c", 2);
    private final Candidate d = host("d", 4);
    private final Candidate e = host("e", 5);

    private static Recruiting.Seated seated(String machine) {
        return Recruiting.Seated.on(host(machine, 1));
    }

    private static Candidate host(String machine, double power) {
        return new Candidate(machine + ":7100", machine, machine, 2, power, 1, 1 << 20, 0);
    }

    @Test
    void shouldGoWhereOthersLeaveProcessors() {
        HostedRun all = new HostedRun("62ru", 1, 2, RunOwner.UNKNOWN, Instant.EPOCH);
        HostedRun half = new HostedRun("62ru", 1, 1, RunOwner.UNKNOWN, Instant.EPOCH);
        Candidate full = host("d", 100).with(List.of(all));
        Candidate shared = host("e", 5).with(List.of(half));
        Recruitment more =
                new Recruitment(3, List.of(), 0, Set.of(0), Set.of(), Set.of(), Recruitment.Reach.ANY_HOST, 0);

        assertThat(chosen(more, false, full, shared, b))
                .as("8 rather than half of 5")
                .isEqualTo(b);
        assertThat(chosen(more, false, full, shared, c))
                .as("half of 5 rather than 2")
                .isEqualTo(shared);
        assertThat(chosen(more, false, full, a))
                .as("beside its own engine rather")
                .isEqualTo(a);
        assertThat(chosen(more, true, full, a)).isEqualTo(full);
        assertThat(chosen(more, false, full)).as("nothing is free anywhere").isEqualTo(full);
    }

    private static Candidate chosen(Recruitment wanted, boolean overcommit, Candidate... usable) {
        return Recruiting.choose(
                wanted, List.of(usable), MACHINES, FreeProcessors.of(List.of(usable), wanted.threads(), overcommit));
    }

    private static Recruitment wanted(Recruitment.Reach reach, Set<Integer> present, Set<Integer> awayFrom) {
        return new Recruitment(3, List.of(), 1, present, awayFrom, Set.of(), reach, 0);
    }

    @Test
    void shouldTakeTheBestIdleHost() {
        Recruitment any = wanted(Recruitment.Reach.ANY_HOST, Set.of(0, 1, 2), Set.of());

        assertThat(Recruiting.choose(any, List.of(a, b, c, d, e), MACHINES, FREE))
                .isEqualTo(e);
    }

    @Test
    void shouldComeBackToTheLostEnginesHostOnlyWhenNoOtherIsIdle() {
        Recruitment any = wanted(Recruitment.Reach.ANY_HOST, Set.of(0, 2), Set.of(1));

        assertThat(Recruiting.choose(any, List.of(a, b, c, d), MACHINES, FREE)).isEqualTo(d);
        assertThat(Recruiting.choose(any, List.of(a, b, c), MACHINES, FREE)).isEqualTo(b);
        assertThat(Recruiting.choose(any, List.of(a, c), MACHINES, FREE)).isEqualTo(c);
    }

    @Test
    void shouldNotComeBackWhenOnlyIdleHostsWillDo() {
        Recruitment idle = wanted(Recruitment.Reach.IDLE_HOSTS, Set.of(0, 1, 2), Set.of(1));

        assertThat(Recruiting.choose(idle, List.of(a, b, c, d), MACHINES, FREE)).isEqualTo(d);
        assertThatThrownBy(() -> Recruiting.choose(idle, List.of(a, b, c), MACHINES, FREE))
                .isInstanceOf(NoHostsException.class)
                .hasMessageContaining("expected an idle host")
                .hasMessageContaining("3 that answer");
    }

    @Test
    void shouldTakeANearHostOfAboutTheSamePower() {
        Map<Integer, Recruiting.Seated> seated = Map.of(
                0, new Recruiting.Seated("a", at("lyon", "r1", "a")),
                1, new Recruiting.Seated("b", at("paris", "r1", "b")));
        Candidate far = located("d", 5, at("lyon", "r1", "d"));
        Candidate site = located("e", 4.5, at("paris", "r2", "e"));
        Candidate rack = located("f", 4.2, at("paris", "r1", "f"));
        Candidate weak = located("g", 3.9, at("paris", "r1", "g"));
        Recruitment lost = wanted(Recruitment.Reach.ANY_HOST, Set.of(0), Set.of(1));
        Recruitment more = wanted(Recruitment.Reach.ANY_HOST, Set.of(0), Set.of());

        assertThat(Recruiting.choose(lost, List.of(far, site, rack), seated, FREE))
                .isEqualTo(rack);
        assertThat(Recruiting.choose(lost, List.of(far, site), seated, FREE)).isEqualTo(site);
        assertThat(Recruiting.choose(lost, List.of(far, weak), seated, FREE))
                .as("too weak")
                .isEqualTo(far);
        assertThat(Recruiting.choose(more, List.of(rack, site, far), seated, FREE))
                .as("near the others")
                .isEqualTo(far);
    }

    private static Location at(String... levels) {
        return new Location(List.of(levels));
    }

    private static Candidate located(String machine, double power, Location location) {
        return new Candidate(
                machine + ":7100",
                machine,
                machine,
                2,
                power,
                1,
                1 << 20,
                0,
                List.of(),
                List.of(),
                location,
                List.of());
    }

    @Test
    void shouldPutASecondEngineWhereTheUserSaysSo() {
        Recruitment named = new Recruitment(
                3,
                List.of(new DaemonAddress("b", 7100, 0)),
                1,
                Set.of(0, 1, 2),
                Set.of(),
                Set.of(),
                Recruitment.Reach.IDLE_HOSTS,
                0);

        assertThat(Recruiting.choose(named, List.of(b), MACHINES, FREE)).isEqualTo(b);
    }

    @Test
    void shouldNotGoBackToAHostThatOtherEnginesCouldNotReach() {
        Recruitment wanted =
                new Recruitment(3, List.of(), 1, Set.of(0, 2), Set.of(1), Set.of(1), Recruitment.Reach.ANY_HOST, 0);
        Recruitment named = new Recruitment(
                3,
                List.of(new DaemonAddress("b", 7100, 0)),
                1,
                Set.of(0, 2),
                Set.of(1),
                Set.of(1),
                Recruitment.Reach.ANY_HOST,
                0);

        assertThat(Recruiting.choose(wanted, List.of(b, c), MACHINES, FREE)).isEqualTo(c);
        assertThatThrownBy(() -> Recruiting.choose(wanted, List.of(b), MACHINES, FREE))
                .isInstanceOf(NoHostsException.class)
                .hasMessageContaining("found that an engine on b could not be reached by another");
        assertThat(Recruiting.choose(named, List.of(b), MACHINES, FREE)).isEqualTo(b);
    }

    @Test
    void shouldSayThatNobodyAnswers() {
        Recruitment any = wanted(Recruitment.Reach.ANY_HOST, Set.of(0), Set.of(1));

        assertThatThrownBy(() -> Recruiting.choose(any, List.of(), MACHINES, FREE))
                .isInstanceOf(NoHostsException.class)
                .hasMessageContaining("expected a host that answers, found none");
    }
}
