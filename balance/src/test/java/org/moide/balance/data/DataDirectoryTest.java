package org.moide.balance.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership;

class DataDirectoryTest {
    private static final long BYTES = 600_000;

    /** Members 0 and 1 are on one host, 2 and 3 on another. */
    private final DataDirectory directory =
            new DataDirectory((one, other) -> one >= 0 && other >= 0 && one / 2 == other / 2);

    @Test
    void shouldSendAskersToTheRootUntilOthersHaveTheObject() {
        directory.written(7, BYTES);
        directory.locate(0, 7);
        assertThat(directory.answers()).containsExactly(answer(0, Membership.ROOT));

        directory.kept(0, 7);
        directory.locate(1, 7);
        assertThat(directory.answers()).containsExactly(answer(1, 0));
    }

    @Test
    void shouldHaveAskersWaitWhileAHolderGivesEnough() {
        directory.written(7, BYTES);
        directory.locate(0, 7);
        directory.locate(2, 7);
        directory.locate(3, 7);
        assertThat(directory.answers()).containsExactly(answer(0, Membership.ROOT));

        directory.kept(0, 7);
        assertThat(directory.answers())
                .as("the root is free again, and so is the first asker")
                .containsExactly(answer(2, 0), answer(3, Membership.ROOT));
    }

    /** Else an engine beside the coordinator would wait for one that fetches over a slow line. */
    @Test
    void shouldLetNobodyWaitWhoNeedsNoNetwork() {
        DataDirectory beside = new DataDirectory((one, other) -> one <= 0 && other <= 0);
        beside.written(7, BYTES);
        beside.written(8, BYTES);
        beside.locate(2, 7);
        beside.locate(3, 7);
        beside.locate(0, 7);
        beside.locate(0, 8);

        assertThat(beside.answers())
                .extracting(answer -> answer.asker() + " " + answer.place().holder())
                .containsExactly("2 -1", "0 -1", "0 -1");
        beside.kept(0, 7);
        beside.kept(0, 8);
        assertThat(beside.answers()).as("0 has it now").hasSize(1);
    }

    @Test
    void shouldPreferAHolderOnTheSameHost() {
        directory.written(7, BYTES);
        directory.kept(0, 7);
        directory.kept(2, 7);

        directory.locate(3, 7);

        assertThat(directory.answers()).containsExactly(answer(3, 2));
    }

    @Test
    void shouldForgetAHolderThatHasItNoMoreOrIsGone() {
        directory.written(7, BYTES);
        directory.kept(2, 7);
        directory.locate(3, 7);
        assertThat(directory.answers()).containsExactly(answer(3, 2));

        directory.notFetched(3, 7, true);
        directory.locate(3, 7);
        assertThat(directory.answers()).containsExactly(answer(3, Membership.ROOT));

        directory.kept(3, 7);
        directory.gone(3);
        directory.locate(2, 7);
        assertThat(directory.answers()).containsExactly(answer(2, Membership.ROOT));
    }

    @Test
    void shouldGiveOthersTheTurnOfAnAskerThatIsGone() {
        directory.written(7, BYTES);
        directory.locate(0, 7);
        directory.locate(2, 7);
        assertThat(directory.answers()).hasSize(1);

        directory.gone(0);

        assertThat(directory.answers()).containsExactly(answer(2, Membership.ROOT));
    }

    @Test
    void shouldSayThatAnObjectWasNeverWritten() {
        assertThat(directory.sizes(List.of(7L)))
                .containsExactly(new DataPlace(7, DataPlace.NEVER_WRITTEN, DataPlace.NOBODY));
        directory.locate(0, 7);
        assertThat(directory.answers())
                .containsExactly(
                        new DataDirectory.Answer(0, new DataPlace(7, DataPlace.NEVER_WRITTEN, Membership.ROOT)));
    }

    private static DataDirectory.Answer answer(int asker, int holder) {
        return new DataDirectory.Answer(asker, new DataPlace(7, BYTES, holder));
    }
}
