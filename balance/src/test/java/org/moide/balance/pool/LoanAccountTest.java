package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LoanAccountTest {
    private final LoanAccount account = new LoanAccount(7, 2, 2);

    @Test
    void shouldBeDoneWhenAllLentAndCreatedAreExecuted() {
        account.countExecuted(0);
        account.countCreated(0);
        account.countExecuted(1);
        assertThat(account.isDone(0)).isFalse();
        assertThat(account.isDone(1)).as("with one taken out").isTrue();
        account.countExecuted(1);
        assertThat(account.isDone(0)).isTrue();
        assertThat(account.executed()).isEqualTo(3);
        assertThat(account.created()).isEqualTo(1);
        assertThat(account.executed(1)).isEqualTo(2);
    }

    @Test
    void shouldKeepResultsApartWhenThreadsDiffer() {
        assertThat(account.hasResult()).isFalse();
        account.setPartial(1, "one");
        assertThat(account.partial(0)).isNull();
        assertThat(account.partial(1)).isEqualTo("one");
        assertThat(account.hasResult()).isTrue();
    }

    @Test
    void shouldNameTheThreadWhenThereIsNoSuchThread() {
        assertThatThrownBy(() -> account.countExecuted(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("loan 7: expected a thread from 0 to 1, found 2");
    }
}
