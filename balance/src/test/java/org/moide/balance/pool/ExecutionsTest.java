package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExecutionsTest {
    private final Executions executions = new Executions(2);
    private final LoanAccount first = recorded(1);
    private final LoanAccount second = recorded(2);

    private LoanAccount recorded(long number) {
        LoanAccount account = new LoanAccount(number, 2, 10);
        account.recordIn(executions);
        return account;
    }

    @Test
    void shouldNameTheLoansOfWhichTasksWereExecuted() {
        recorded(3);
        second.countExecuted(0);
        first.countExecuted(1);
        assertThat(executions.sinceLast()).containsExactly(first, second);
    }

    @Test
    void shouldNameALoanAgainWhileAThreadHasExecutedItsTasksLast() {
        first.countExecuted(0);
        assertThat(executions.sinceLast()).containsExactly(first);
        first.countExecuted(0);
        assertThat(executions.sinceLast()).containsExactly(first);
    }

    @Test
    void shouldNameALoanOnceMoreWhenItsThreadHasGoneOnToAnother() {
        first.countExecuted(0);
        executions.sinceLast();
        second.countExecuted(0);
        assertThat(executions.sinceLast()).containsExactly(first, second);
        assertThat(executions.sinceLast()).containsExactly(second);
    }

    @Test
    void shouldNameALoanAgainWhenAThreadComesBackToIt() {
        first.countExecuted(0);
        second.countExecuted(0);
        executions.sinceLast();
        first.countExecuted(0);
        assertThat(executions.sinceLast()).containsExactly(first, second);
        assertThat(executions.sinceLast()).containsExactly(first);
    }

    @Test
    void shouldNotNameALoanThatIsForgotten() {
        first.countExecuted(0);
        executions.sinceLast();
        executions.forget(first);
        assertThat(executions.sinceLast()).isEmpty();
    }

    @Test
    void shouldCountTasksOfAllLoansAlsoForgottenOnes() {
        first.countExecuted(0);
        first.countExecuted(1);
        executions.forget(first);
        second.countExecuted(1);
        assertThat(executions.total()).isEqualTo(3);
    }

    @Test
    void shouldKnowWhetherTasksHaveCreatedTasks() {
        first.countExecuted(0);
        assertThat(executions.haveCreated()).isFalse();
        first.countCreated(1);
        assertThat(executions.haveCreated()).isTrue();
    }
}
