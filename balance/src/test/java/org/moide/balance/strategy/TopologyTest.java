package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which members are neighbours, and which are in one group, in generated shapes and from files. */
class TopologyTest {
    @Test
    void shouldJoinTheEndsOfARingAndCloseItWhenAMemberLeaves() {
        Neighbours ring = generated("ring");
        Membership five = members(0, 1, 2, 3, 4);
        assertThat(ring.of(0, five)).containsExactly(1, 4);
        assertThat(ring.of(0, five.without(4))).containsExactly(1, 3);
        assertThat(ring.of(0, members(0))).as("alone").isEmpty();
        assertThat(ring.of(0, members(0, 7))).containsExactly(7);
    }

    @Test
    void shouldDifferInOneBitInAHypercubeAndKeepToRowsInAMesh() {
        Membership eight = members(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(generated("hypercube").of(5, eight)).containsExactly(1, 4, 7);
        assertThat(generated("hypercube").of(5, eight.without(7))).containsExactly(1, 4);
        assertThat(generated("mesh").of(4, members(0, 1, 2, 3, 4, 5, 6, 7, 8))).containsExactly(1, 3, 5, 7);
        assertThat(generated("mesh").of(2, members(0, 1, 2, 3, 4, 5, 6, 7, 8))).containsExactly(1, 5);
        assertThat(generated("all").of(2, members(0, 2, 9))).containsExactly(0, 9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "hypercube", "mesh", "all"})
    void shouldHangTogetherAndBeMutualWhateverTheNumberOfMembers(String shape) {
        for (int size = 1; size <= 40; size++) {
            Membership all = Membership.NONE;
            for (int rank = 0; rank < size; rank++) {
                all = all.with(new Membership.Member(3 * rank, 1, 1, 1));
            }
            Neighbours neighbours = generated(shape);
            TreeSet<Integer> reached = new TreeSet<>(List.of(0));
            List<Integer> next = new ArrayList<>(reached);
            while (!next.isEmpty()) {
                int member = next.remove(next.size() - 1);
                for (int other : neighbours.of(member, all)) {
                    assertThat(neighbours.of(other, all))
                            .as("neighbours of " + other)
                            .contains(member);
                    if (reached.add(other)) {
                        next.add(other);
                    }
                }
            }
            assertThat(reached).as(shape + " of " + size).hasSize(size);
        }
    }

    @Test
    void shouldReadNeighboursFromAFileAndSayWhichLineIsWrong() {
        Neighbours star = Neighbours.parse("star.txt", "# a star\n0: 1 2\n0: 3 # one more\n");
        assertThat(star.of(0, members(0, 1, 2, 3))).containsExactly(1, 2, 3);
        assertThat(star.of(2, members(0, 1, 2, 3))).containsExactly(0);
        assertThat(star.of(0, members(0, 1, 3))).containsExactly(1, 3);
        assertThatThrownBy(() -> Neighbours.parse("n.txt", "0: 1\n1 0\n"))
                .hasMessage("n.txt, line 2: expected a member, a colon and its neighbours, such as 0: 1 3, found"
                        + " \"1 0\"");
        assertThatThrownBy(() -> Neighbours.parse("n.txt", "0: x\n"))
                .hasMessage("n.txt, line 1: expected members' numbers, from 0 on, found \"x\"");
        assertThatThrownBy(() -> Neighbours.parse("n.txt", "4: 4\n"))
                .hasMessage("n.txt, line 1: found member 4 as its own neighbour");
    }

    @Test
    void shouldMakeGroupsByNumberAndTakeInWhoJoinsLater() {
        Groups fours = Groups.ofSize(4);
        assertThat(fours.membersWith(5, members(0, 3, 4, 5, 7, 8))).containsExactly(4, 5, 7);
        Groups listed = Groups.parse("g.txt", "0 2\n1 3\n");
        assertThat(listed.membersWith(2, members(0, 1, 2, 3))).containsExactly(0, 2);
        assertThat(listed.membersWith(4, members(0, 1, 2, 3, 4))).containsExactly(0, 2, 4);
    }

    @Test
    void shouldNameMembersThatGroupsMissOrRepeat() {
        assertThatThrownBy(() -> Groups.parse("g.txt", "0 1\n# more\n1 2\n"))
                .hasMessage("g.txt, line 3: expected each member in one group, found 1 in line 1 too");
        Groups listed = Groups.parse("g.txt", "0 1\n2 9\n");
        assertThatThrownBy(() -> listed.requireAll(members(0, 1, 2, 3)))
                .hasMessage(
                        "g.txt: expected each of the 4 members in one group, found none with [3], and no member [9]");
        listed.requireAll(members(0, 1, 2, 9));
        assertThatThrownBy(() -> Groups.parse("g.txt", "# nothing\n")).hasMessageContaining("found no group");
    }

    private static Neighbours generated(String word) {
        return Objects.requireNonNull(Neighbours.generated(word), word);
    }

    private static Membership members(int... numbers) {
        Membership members = Membership.NONE;
        for (int number : numbers) {
            members = members.with(new Membership.Member(number, 1, 1, 1));
        }
        return members;
    }
}
