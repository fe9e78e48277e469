package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests which members are near each other, and which are therefore asked first. */
class NearnessTest {
    private static final long MILLI = 1_000_000;

    /** The members: engines 0 and 3 are in one rack, 1 in another rack of the site, 2 and 4 at a site far away. */
    private static final List<Membership.Member> MEMBERS = List.of(
            member(0, "paris", "r1"),
            member(1, "paris", "r2"),
            member(2, "lyon", "r1"),
            member(3, "paris", "r1"),
            member(4, "lyon", "r2"));

    private static Membership.Member member(int number, String... levels) {
        return new Membership.Member(number, 1, 1, 1).at(new Location(List.of(levels)));
    }

    @Test
    void shouldCountTheLevelsThatTwoShareFromTheSiteDown() {
        Location one = new Location(List.of("paris", "r1", "host a"));
        assertThat(one.shared(new Location(List.of("paris", "r2", "host a")))).isEqualTo(1);
        assertThat(one.shared(new Location(List.of("lyon", "r1", "host a")))).isZero();
        assertThat(one.shared(new Location(List.of("paris", "r1")))).isEqualTo(2);
        assertThat(one.shared(Location.UNKNOWN)).isZero();
        assertThat(one).hasToString("paris/r1/host a");
    }

    @Test
    void shouldRefuseLocationsThatNobodyHas() {
        assertThatThrownBy(() -> new Location(Collections.nCopies(10, "a")))
                .hasMessage("expected a location of at most 9 levels, found 10");
        assertThatThrownBy(() -> new Location(List.of("a", "b".repeat(301))))
                .hasMessage("expected levels of a location of 1 to 300 letters, found one of 301");
        assertThatThrownBy(() -> new Location(List.of("a", " "))).hasMessageContaining("1 to 300 letters");
    }

    @Test
    void shouldAskVictimsOfTheRackThenOfTheSiteThenThoseFarAwayAndThenLifelinesInThatOrder() {
        for (int seed = 0; seed < 20; seed++) {
            TestView view = view();
            Strategy stealing = Strategies.make(
                    StrategySpec.of("stealing", Map.of("victims", "2", "lifelines", "all")),
                    0,
                    new SplittableRandom(seed),
                    null);
            List<Integer> asked = new ArrayList<>();
            view.idleThreads = 1;
            for (int step = 0; step < 40 && asked.size() < 10; step++) {
                for (Decision decision : stealing.decide(view)) {
                    if (decision instanceof Decision.Ask ask) {
                        asked.add(ask.member());
                        long answered = ask.patient() ? Long.MIN_VALUE : view.nowNanos + MILLI;
                        view.peers.put(
                                ask.member(),
                                new PeerView(
                                        ask.member(), ask.patient(), ask.patient(), answered, 1, false, 0, 0, null));
                    }
                }
                view.nowNanos += 2 * MILLI;
            }
            assertThat(asked).as("seed %d", seed).hasSizeGreaterThan(8);
            assertThat(asked.subList(0, 4)).as("seed %d", seed).containsExactly(3, 3, 1, 1);
            assertThat(asked.subList(4, 6)).as("seed %d", seed).isSubsetOf(2, 4);
            assertThat(asked.subList(6, 8)).as("lifelines, seed %d", seed).containsExactly(3, 1);
            // While the last victim keeps the request as a lifeline, no other lifeline is asked.
            assertThat(asked.subList(8, asked.size()))
                    .as("lifelines, seed %d", seed)
                    .isSubsetOf(2, 4);
        }
    }

    @Test
    void shouldAskFartherNeighboursForTheirLoadOnlyIfNoneThatIsNearHasAny() {
        TestView view = view();
        Strategy mostLoaded = Strategies.make(StrategySpec.of("most-loaded"), 0, new SplittableRandom(1), null);
        view.idleThreads = 1;
        assertThat(told(mostLoaded.decide(view))).containsExactly(3);
        answers(view, 3, 0);
        assertThat(told(mostLoaded.decide(view))).as("and those of the site").containsExactly(1, 3);
        answers(view, 1, 5);
        answers(view, 3, 0);
        assertThat(mostLoaded.decide(view)).contains(new Decision.Ask(1, 2, false));
    }

    @Test
    void shouldHaveNearOnesForNeighboursWhateverTheirNumbers() {
        Membership members = Membership.of(MEMBERS);
        Neighbours ring = Objects.requireNonNull(Neighbours.generated("ring"));
        assertThat(ring.of(3, members)).containsExactly(0, 1);
        assertThat(ring.of(2, members)).containsExactly(1, 4);
        Neighbours byNumbers = Objects.requireNonNull(Neighbours.generated("ring"));
        assertThat(byNumbers.of(2, Membership.of(unplaced()))).containsExactly(1, 3);
    }

    @Test
    void shouldKeepTheLocationOfAMemberThatAssists() {
        Membership members = Membership.of(MEMBERS).with(member(7, "nice").assisting(4));
        assertThat(members.assistants().get(0).location()).hasToString("nice");
        assertThat(members.seenBy(4).at(4).location()).hasToString("lyon/r2");
        assertThat(members.without(4).at(4).location()).hasToString("nice");
    }

    private static List<Membership.Member> unplaced() {
        return MEMBERS.stream().map(member -> member.at(Location.UNKNOWN)).toList();
    }

    private static TestView view() {
        TestView view = TestView.engine(0, 1);
        view.members = Membership.of(MEMBERS);
        view.peers.put(
                Membership.ROOT, new PeerView(Membership.ROOT, true, true, Long.MIN_VALUE, 0, false, 0, 0, null));
        return view;
    }

    private static List<Integer> told(List<Decision> decisions) {
        return decisions.stream()
                .filter(Decision.Tell.class::isInstance)
                .map(Decision.Tell.class::cast)
                .flatMap(tell -> tell.members().stream())
                .toList();
    }

    private static void answers(TestView view, int member, long queued) {
        view.news.removeIf(telling -> telling.from() == member);
        view.news.add(new MemberView.Telling(member, IndividualBalancing.ANSWER, queued, 0, 0, 0, view.nowNanos));
    }
}
