package org.moide.balance.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership;

class DataDirectoryTest {
    private static final long BYTES = 600_000;

    /** The directory under test. For it, members 0 and 1 are on one host, and members 2 and 3 on another. */
    private final DataDirectory directory =
            new DataDirectory((one, other) -> one >= 0 && other >= 0 && one / 2 == other / 2);

    private long nowNanos;

    @Test
    void shouldSendAskersToTheRootUntilOthersHaveTheObject() {
        directory.written(7, BYTES);
        directory.locate(0, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).containsExactly(answer(0, Membership.ROOT));

        directory.kept(0, 7);
        directory.locate(1, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).containsExactly(answer(1, 0));
    }

    @Test
    void shouldSayWhichObjectsThereAreAndWhoHasThem() {
        directory.written(7, BYTES);
        directory.declared(8, 2 * BYTES);
        directory.written(9, 5);
        directory.released(9);
        directory.locate(0, List.of(7L, 8L), nowNanos);
        directory.answers(nowNanos);
        directory.fetched(0, 7, nowNanos);
        directory.fetched(0, 8, nowNanos); // it was computed there
        directory.kept(1, 7);

        ObjectsNow now = directory.now(id -> "writer of " + id);
        assertThat(now.objects()).isEqualTo(2);
        assertThat(now.bytes()).isEqualTo(3 * BYTES);
        assertThat(now.largest())
                .containsExactly(
                        new ObjectsNow.Listed(8, 2 * BYTES, true, "writer of 8", 1, 0),
                        new ObjectsNow.Listed(7, BYTES, false, "writer of 7", 2, 1));
        assertThat(now.held()).containsOnly(Map.entry(0, 2), Map.entry(1, 1));

        directory.gone(0);
        directory.dropped(1, 7);
        assertThat(directory.now(id -> "").largest())
                .extracting(ObjectsNow.Listed::copies)
                .containsOnly(0);
    }

    @Test
    void shouldListTheLargestObjectsOnlyHoweverManyThereAre() {
        for (int object = 0; object < 2 * ObjectsNow.MOST_LOOKED_AT; object++) {
            directory.written(object, object);
        }
        ObjectsNow now = directory.now(id -> "");
        assertThat(now.objects()).isEqualTo(2 * ObjectsNow.MOST_LOOKED_AT);
        assertThat(now.largest())
                .hasSize(ObjectsNow.MOST_LISTED)
                .isSortedAccordingTo(
                        Comparator.comparingLong(ObjectsNow.Listed::bytes).reversed());
        assertThat(now.largest().get(0).bytes())
                .as("not all are looked at")
                .isLessThan(2 * ObjectsNow.MOST_LOOKED_AT - 1);
    }

    @Test
    void shouldHaveAskersWaitWhileAHolderGivesEnough() {
        directory.written(7, BYTES);
        directory.locate(0, List.of(7L), nowNanos);
        directory.locate(2, List.of(7L), nowNanos);
        directory.locate(3, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).containsExactly(answer(0, Membership.ROOT));

        directory.kept(0, 7);
        assertThat(directory.answers(nowNanos))
                .as("the root is free again, and so is the first asker")
                .containsExactly(answer(2, 0), answer(3, Membership.ROOT));
    }

    /**
     * Checks that a transfer within one host does not wait for other transfers. Otherwise an engine on the
     * coordinator's host would wait until a distant member has fetched its objects over a slow network.
     */
    @Test
    void shouldLetNobodyWaitWhoNeedsNoNetwork() {
        DataDirectory beside = new DataDirectory((one, other) -> one <= 0 && other <= 0);
        beside.written(7, BYTES);
        beside.written(8, BYTES);
        beside.locate(2, List.of(7L), nowNanos);
        beside.locate(3, List.of(7L), nowNanos);
        beside.locate(0, List.of(7L), nowNanos);
        beside.locate(0, List.of(8L), nowNanos);

        assertThat(beside.answers(nowNanos))
                .extracting(answer -> answer.asker() + " " + answer.place().holder())
                .containsExactly("2 -1", "0 -1", "0 -1");
        beside.kept(0, 7);
        beside.kept(0, 8);
        assertThat(beside.answers(nowNanos)).as("0 has it now").hasSize(1);
    }

    @Test
    void shouldHaveTheAskerMakeWhatNobodyHasOrHasTimeToGive() {
        directory.declared(7, BYTES);
        directory.locate(0, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).as("nobody has it").containsExactly(answer(0, DataPlace.MADE_BY_ASKER));

        directory.kept(0, 7);
        directory.locate(2, List.of(7L), nowNanos);
        directory.locate(3, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos))
                .as("the only one that has it gives it to another")
                .containsExactly(answer(2, 0), answer(3, DataPlace.MADE_BY_ASKER));

        directory.gone(0);
        directory.locate(1, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).as("it is lost").containsExactly(answer(1, DataPlace.MADE_BY_ASKER));
    }

    @Test
    void shouldForgetWhatWasReleased() {
        directory.written(7, BYTES);
        directory.kept(0, 7);

        directory.released(7);
        directory.gone(0);

        assertThat(directory.bytes(7)).isEqualTo(DataPlace.NEVER_WRITTEN);
        directory.locate(1, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos))
                .extracting(answer -> answer.place().bytes())
                .containsExactly(DataPlace.NEVER_WRITTEN);
    }

    @Test
    void shouldPreferAHolderOnTheSameHost() {
        directory.written(7, BYTES);
        directory.kept(0, 7);
        directory.kept(2, 7);

        directory.locate(3, List.of(7L), nowNanos);

        assertThat(directory.answers(nowNanos)).containsExactly(answer(3, 2));
    }

    @Test
    void shouldForgetAHolderThatHasItNoMoreOrIsGone() {
        directory.written(7, BYTES);
        directory.kept(2, 7);
        directory.locate(3, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).containsExactly(answer(3, 2));

        directory.notFetched(3, 7, true);
        directory.locate(3, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).containsExactly(answer(3, Membership.ROOT));

        directory.kept(3, 7);
        directory.gone(3);
        directory.locate(2, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).containsExactly(answer(2, Membership.ROOT));
    }

    @Test
    void shouldGiveOthersTheTurnOfAnAskerThatIsGone() {
        directory.written(7, BYTES);
        directory.locate(0, List.of(7L), nowNanos);
        directory.locate(2, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).hasSize(1);

        directory.gone(0);

        assertThat(directory.answers(nowNanos)).containsExactly(answer(2, Membership.ROOT));
    }

    @Test
    void shouldSendAnAskerToItselfWhenItsTaskWroteTheObject() {
        DataDirectory apart = new DataDirectory((one, other) -> false);
        apart.written(7, BYTES);
        apart.written(8, BYTES);
        apart.kept(2, 7);
        apart.kept(2, 8);
        apart.locate(2, List.of(7L), nowNanos);
        apart.locate(2, List.of(8L), nowNanos);
        apart.locate(4, List.of(7L), nowNanos);

        assertThat(apart.answers(nowNanos))
                .as("what lies at a member already keeps it from giving nothing")
                .containsExactly(answer(2, 2), new DataDirectory.Answer(2, new DataPlace(8, BYTES, 2)), answer(4, 2));
    }

    @Test
    void shouldSayThatAnObjectWasNeverWritten() {
        assertThat(directory.sizes(List.of(7L)))
                .containsExactly(new DataPlace(7, DataPlace.NEVER_WRITTEN, DataPlace.NOBODY));
        directory.locate(0, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos))
                .containsExactly(
                        new DataDirectory.Answer(0, new DataPlace(7, DataPlace.NEVER_WRITTEN, Membership.ROOT)));
    }

    @Test
    void shouldAnswerAQuestionThatIsRepeatedAsBeforeAndKeepItsPlace() {
        directory.written(7, BYTES);
        directory.written(8, BYTES);
        directory.locate(0, List.of(7L), nowNanos);
        directory.locate(2, List.of(7L), nowNanos);
        directory.locate(0, List.of(8L), nowNanos);
        directory.locate(2, List.of(7L), nowNanos);
        directory.locate(0, List.of(7L), nowNanos);
        assertThat(directory.take(0, 7)).isEqualTo(new DataPlace(7, BYTES, Membership.ROOT));
        directory.locate(0, List.of(7L), nowNanos);
        assertThat(directory.take(0, 7)).isEqualTo(new DataPlace(7, BYTES, Membership.ROOT));
        assertThat(directory.take(2, 7)).as("it waits").isNull();

        directory.notFetched(0, 7, false);
        assertThat(directory.take(0, 8)).as("2 came before").isNull();
        assertThat(directory.take(2, 7)).isEqualTo(new DataPlace(7, BYTES, Membership.ROOT));
    }

    /**
     * Checks that members are served in the order in which they ask. Otherwise small objects would always be sent
     * before a large one.
     */
    @Test
    void shouldServeTheAskersOfAHolderInTheOrderInWhichTheyCame() {
        directory.written(7, 100_000);
        directory.written(8, 10);
        directory.locate(0, List.of(7L), nowNanos);
        directory.locate(2, List.of(7L), nowNanos);
        directory.locate(3, List.of(8L), nowNanos);
        assertThat(directory.answers(nowNanos))
                .extracting(DataDirectory.Answer::asker)
                .containsExactly(0);

        directory.notFetched(0, 7, false);
        assertThat(directory.answers(nowNanos))
                .extracting(answer -> answer.asker() + " " + answer.place().id())
                .containsExactly("2 7", "3 8");
    }

    @Test
    void shouldLetNobodyWaitForLong() {
        directory.written(7, BYTES);
        directory.locate(0, List.of(7L), nowNanos);
        directory.locate(2, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).hasSize(1);
        assertThat(directory.dueNanos()).isEqualTo(DataDirectory.PATIENCE_NANOS);

        nowNanos = directory.dueNanos() - 1;
        assertThat(directory.answers(nowNanos)).isEmpty();
        nowNanos++;
        assertThat(directory.answers(nowNanos)).containsExactly(answer(2, Membership.ROOT));
    }

    @Test
    void shouldForgetAnAskerThatDoesNotComeForItsAnswer() {
        for (long id = 7; id < 10; id++) {
            directory.written(id, BYTES);
            directory.locate(0, List.of(id), nowNanos);
        }
        directory.locate(2, List.of(7L), nowNanos);
        assertThat(directory.take(2, 7)).as("0 came before, three times").isNull();

        nowNanos += DataDirectory.TAKING_NANOS;
        directory.locate(2, List.of(7L), nowNanos);
        assertThat(directory.take(2, 7)).isEqualTo(new DataPlace(7, BYTES, Membership.ROOT));
        assertThat(directory.hasAnswers()).as("0 is not asked for any more").isFalse();
    }

    /**
     * Checks that the assignment of a holder expires if the object is not fetched. A question may arrive late, when its
     * sender already has the object.
     */
    @Test
    void shouldNotCountForEverWhatIsNotFetched() {
        directory.written(7, BYTES);
        directory.locate(0, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).hasSize(1);

        nowNanos += DataDirectory.COUNTED_NANOS;
        directory.locate(2, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).containsExactly(answer(2, Membership.ROOT));
    }

    @Test
    void shouldSendNobodyToAHolderThatIsGoneBeforeItsAskerWasTold() {
        directory.written(7, BYTES);
        directory.kept(0, 7);
        directory.locate(2, List.of(7L), nowNanos);
        directory.gone(0);
        assertThat(directory.take(2, 7)).isNull();

        directory.locate(2, List.of(7L), nowNanos);
        assertThat(directory.take(2, 7)).isEqualTo(new DataPlace(7, BYTES, Membership.ROOT));
    }

    /**
     * Checks that a member which waits for the fewest objects is served first, since a member's tasks begin only when
     * their last object has arrived.
     */
    @Test
    void shouldFirstServeAMemberThatLacksTheFewestObjects() {
        for (long id = 7; id < 10; id++) {
            directory.written(id, BYTES);
        }
        directory.locate(0, List.of(7L), nowNanos);
        directory.locate(2, List.of(8L, 9L), nowNanos);
        directory.locate(4, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).containsExactly(answer(0, Membership.ROOT));

        directory.notFetched(0, 7, false);

        assertThat(directory.answers(nowNanos)).containsExactly(answer(4, Membership.ROOT));
    }

    @Test
    void shouldFirstServeAMemberThatGivesNothingNow() {
        directory.written(7, BYTES);
        directory.written(8, BYTES);
        directory.kept(2, 8);
        directory.locate(0, List.of(7L), nowNanos);
        directory.locate(4, List.of(8L), nowNanos); // member 2 sends
        directory.locate(2, List.of(7L), nowNanos);
        directory.locate(6, List.of(7L), nowNanos);
        assertThat(directory.answers(nowNanos)).hasSize(2);

        directory.notFetched(0, 7, false);

        assertThat(directory.answers(nowNanos)).containsExactly(answer(6, Membership.ROOT));
    }

    @Test
    void shouldServeThoseThatWaitFromWhoeverIsFreeAndHasTheObject() {
        directory.written(7, BYTES);
        directory.written(8, BYTES);
        directory.kept(2, 7);
        directory.kept(4, 7);
        directory.kept(4, 8);
        directory.locate(6, List.of(7L), nowNanos); // from member 2
        directory.locate(8, List.of(8L), nowNanos); // from member 4
        directory.locate(10, List.of(8L), nowNanos); // from the root
        directory.locate(12, List.of(7L), nowNanos); // waits: all three holders send
        assertThat(directory.answers(nowNanos)).hasSize(3);

        directory.notFetched(8, 8, false);

        assertThat(directory.answers(nowNanos)).containsExactly(answer(12, 4));
    }

    /**
     * Checks that several transfers at the same time are allowed only on a fast network. On a slow one, two objects
     * that share the line would both arrive late.
     */
    @Test
    void shouldGiveMoreAtATimeOnlyWhereThatTakesMilliseconds() {
        long bytes = 200_000;
        for (int fast = 0; fast < 2; fast++) {
            DataDirectory apart = new DataDirectory((one, other) -> false);
            apart.written(7, bytes);
            apart.locate(0, List.of(7L), 0);
            assertThat(apart.answers(0)).hasSize(1);
            long came = fast == 1 ? 2_000_000 : 100_000_000;
            apart.fetched(0, 7, came);
            apart.gone(0);

            apart.locate(2, List.of(7L), came);
            apart.locate(4, List.of(7L), came);

            assertThat(apart.answers(came)).hasSize(1 + fast);
        }
    }

    private static DataDirectory.Answer answer(int asker, int holder) {
        return new DataDirectory.Answer(asker, new DataPlace(7, BYTES, holder));
    }
}
