package org.moide.coordinator.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Location;

class TopologyTest {
    private static final Topology SITES = new Topology(List.of(
            line("a1*", "paris", "r1"),
            line("a2*", "paris", "r2"),
            line("b3:7101", "paris", "r1"),
            line("b*", "lyon", "r1"),
            line("c", "nice")));

    @Test
    void shouldTakeTheFirstLineThatFitsAHostOrItsDaemon() {
        assertThat(SITES.placeOf(host("b1"))).containsExactly("lyon", "r1");
        assertThat(SITES.placeOf(host("A11.example.org"))).containsExactly("paris", "r1");
        assertThat(SITES.placeOf(new Candidate("b3:7101", "b3", "b3", 1, 1, 1, 1, 0)))
                .containsExactly("paris", "r1");
    }

    @Test
    void shouldNumberTheEnginesOfASiteOneAfterTheOtherAndAmongTheseThoseOfARack() {
        Candidate own = host("b9");
        List<Candidate> others =
                List.of(host("a11"), host("x"), host("a21"), host("b1"), host("a12"), host("c"), host("x"), host("b2"));

        assertThat(Selection.select(own, others, 0, 1, 1, SITES, false))
                .extracting(engine -> engine.engine() + " " + engine.candidate().host())
                .containsExactly("0 b9", "1 b1", "2 b2", "3 a11", "4 a12", "5 a21", "6 x", "7 x", "8 c");
        assertThat(Selection.like(List.of(1, 2, 3), own, others, 1, SITES, false))
                .extracting(
                        engine -> engine.threads() + " " + engine.candidate().host())
                .containsExactly("1 b9", "2 a11", "3 x");
    }

    @Test
    void shouldSayWhereAHostIsDownToItsMachine() {
        assertThat(SITES.located(host("a11")).location()).hasToString("paris/r1/host a11");
        assertThat(SITES.located(host("x")).location()).hasToString("host x");
        assertThat(Topology.NONE.located(host("x")).location()).isEqualTo(Location.UNKNOWN);
    }

    @Test
    void shouldLeaveTheOrderAsItIsWhereNothingIsNamed() {
        List<Candidate> hosts = List.of(host("b"), host("a"), host("b"));

        assertThat(Topology.NONE.nearTogether(hosts)).containsExactlyElementsOf(hosts);
    }

    @Test
    void shouldSayWhichHostsAreNotNamed() {
        assertThat(SITES.notes(engines("a11", "b1"))).isEmpty();
        assertThat(SITES.notes(engines("x", "x"))).isEmpty();
        assertThat(Topology.NONE.notes(engines("x", "y"))).isEmpty();
        assertThat(SITES.notes(engines("a11", "x", "x", "y")))
                .containsExactly("--topology names no place of x, y: each counts as a site of its own");
        assertThat(SITES.notes(engines("p", "q", "r", "s", "t", "u", "v")))
                .containsExactly(
                        "--topology names no place of p, q, r, s, t and 2 more: each counts as a site of its own");
    }

    private static List<Assignment> engines(String... hosts) {
        List<Candidate> candidates =
                List.of(hosts).stream().map(TopologyTest::host).toList();
        return Selection.select(null, candidates, 0, 1, 1, SITES, false);
    }

    private static Topology.Line line(String pattern, String... place) {
        return new Topology.Line(pattern, List.of(place));
    }

    private static Candidate host(String name) {
        return new Candidate(name + ":7100", name, name, 1, 1, 1, 1, 0);
    }
}
