package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership.Member;

/**
 * Tests a membership of four engines. Engines 0 to 2 have power 1 and one thread each. Engine 3 has power 2 and two
 * threads, and assists engine 1.
 */
class MembershipTest {
    private final Membership assisted =
            Membership.of(List.of(engine(0), engine(1), engine(2))).with(new Member(3, 1, 2, 2, 1));

    private static Member engine(int number) {
        return new Member(number, 1, 1, 1);
    }

    private static List<Integer> numbers(List<Member> members) {
        return members.stream().map(Member::number).toList();
    }

    @Test
    void shouldShowAnAssistantToItsPrincipalAndTheRootOnly() {
        for (int other : new int[] {0, 2}) {
            Membership seen = assisted.seenBy(other);
            assertThat(numbers(seen.everybody())).containsExactly(0, 1, 2);
            assertThat(seen.incarnationOf(3)).isNegative();
        }
        for (int who : new int[] {1, Membership.ROOT}) {
            Membership seen = assisted.seenBy(who);
            assertThat(numbers(seen.all())).containsExactly(0, 1, 2);
            assertThat(numbers(seen.assistants())).containsExactly(3);
            assertThat(seen.incarnationOf(3)).isEqualTo(1);
            assertThat(seen.contains(3)).isFalse();
        }
    }

    @Test
    void shouldShowAnAssistantItselfAndItsPrincipalOnly() {
        Membership seen = assisted.seenBy(3);
        assertThat(numbers(seen.all())).containsExactly(1);
        assertThat(numbers(seen.assistants())).containsExactly(3);
        assertThat(seen.principalOf(3)).isEqualTo(1);
    }

    @Test
    void shouldReportThePowerAndThreadsOfBothToEverybody() {
        for (int who : new int[] {Membership.ROOT, 0, 1, 2}) {
            Membership seen = assisted.seenBy(who);
            assertThat(seen.at(1).power()).isEqualTo(3);
            assertThat(seen.at(1).threads()).isEqualTo(3);
            assertThat(seen.power()).isEqualTo(5);
            assertThat(seen.version()).isEqualTo(assisted.version());
        }
        assertThat(assisted.without(3).seenBy(0).at(1).power()).isEqualTo(1);
    }

    @Test
    void shouldHaveAnAssistantComputeLikeAnybodyElseWhenItsPrincipalGoes() {
        for (Membership without : List.of(assisted.without(1), assisted.leaving(1))) {
            assertThat(numbers(without.all())).containsExactly(0, 2, 3);
            assertThat(without.assistants()).isEmpty();
            assertThat(without.principalOf(3)).isEqualTo(Membership.NO_PRINCIPAL);
            assertThat(without.seenBy(0)).isSameAs(without);
        }
    }

    @Test
    void shouldHaveAnAssistantAssistWhoTakesItsPrincipalsPlaceWhileThatOneIsHeard() {
        Membership leaving = assisted.succeeded(1, 2).leaving(1);
        assertThat(leaving.principalOf(3)).isEqualTo(2);
        assertThat(numbers(leaving.seenBy(3).all())).containsExactly(2);
        assertThat(leaving.seenBy(3).isLeaving(1)).isTrue();
        assertThat(leaving.seenBy(1).incarnationOf(3)).isEqualTo(1);
        assertThat(leaving.seenBy(2).isAssistant(3)).isTrue();
        assertThat(leaving.seenBy(0).incarnationOf(3)).isNegative();
        assertThat(leaving.seenBy(0).at(1).power()).isEqualTo(3);
        assertThat(leaving.without(1).seenBy(3).incarnationOf(1)).isNegative();
    }

    @Test
    void shouldHaveAnAssistantOfNobodyThereComputeLikeAnybodyElse() {
        Membership members = assisted.with(new Member(4, 1, 1, 1, 7)).with(new Member(5, 1, 1, 1, 3));
        assertThat(numbers(members.all())).containsExactly(0, 1, 2, 4, 5);
        assertThat(numbers(members.assistants())).containsExactly(3);
    }

    @Test
    void shouldShowAnAssistantOnItsWayOutToThoseWhoKnewIt() {
        Membership leaving = assisted.leaving(3);
        assertThat(leaving.seenBy(0).isLeaving(3)).isFalse();
        for (int who : new int[] {Membership.ROOT, 1, 3}) {
            assertThat(leaving.seenBy(who).isLeaving(3)).as("seen by " + who).isTrue();
        }
        assertThat(numbers(leaving.seenBy(3).all())).containsExactly(1);
        assertThat(leaving.seenBy(0).at(1).power()).isEqualTo(1);
    }

    @Test
    void shouldRefuseOneThatAssistsItself() {
        assertThatThrownBy(() -> new Member(3, 1, 1, 1, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("engine 3");
    }
}
