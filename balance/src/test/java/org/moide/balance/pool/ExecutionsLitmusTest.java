package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.litmus.Litmus;

/**
 * Tests that the control thread is told of each loan after its last task ({@link Executions}), while two threads go to
 * and fro between two loans. The same test must find the fault of threads that count a task only after they have told.
 */
@Tag("races")
class ExecutionsLitmusTest {
    private static final int BATCH = 100;
    private static final long SEARCH_SECONDS = 20;
    private static final int TASKS = 6; // of each thread, in turn of the one loan and the other
    private static final int LOOKS = 8;

    /** Two loans, and the number of their executed tasks as the control thread has seen it when it was told of them. */
    private static final class Loans {
        private final Executions executions = new Executions(2);
        private final LoanAccount[] accounts = {new LoanAccount(1, 2, 2 * TASKS), new LoanAccount(2, 2, 2 * TASKS)};
        private final long[] seen = new long[2];

        /** Does as the control thread in a step. */
        private void look() {
            for (LoanAccount account : executions.sinceLast()) {
                seen[(int) account.loan() - 1] = account.executed();
            }
        }

        private @Nullable String verdict() {
            look(); // the last step; it comes after the last task
            for (int loan = 0; loan < 2; loan++) {
                if (seen[loan] != accounts[loan].executed()) {
                    return "not told of the last tasks of " + accounts[loan];
                }
            }
            return null;
        }
    }

    private interface Step {
        void execute(Loans loans, int thread, LoanAccount account);
    }

    @Test
    void shouldTellOfALoanAfterItsLastTaskWhenThreadsGoToAndFro() throws InterruptedException {
        Litmus.Outcome outcome = test(ExecutionsLitmusTest::countThenTell).run(40_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @Test
    @Tag("full")
    void shouldCatchItWhenATaskIsToldOfBeforeItIsCounted() throws InterruptedException {
        Litmus.Outcome outcome = test(ExecutionsLitmusTest::tellThenCount).search(SEARCH_SECONDS);
        System.out.println("canary told before counted: " + outcome);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNotNull();
    }

    private static void countThenTell(Loans loans, int thread, LoanAccount account) {
        account.countExecuted(thread);
        loans.executions.executed(thread, account);
    }

    private static void tellThenCount(Loans loans, int thread, LoanAccount account) {
        loans.executions.executed(thread, account);
        loans.executions.executed(thread, loans.accounts[(int) (2 - account.loan())]); // goes on to the other loan
        Thread.yield(); // the gap
        account.countExecuted(thread);
    }

    private static Litmus<Loans> test(Step step) {
        return new Litmus<>(
                BATCH,
                Loans::new,
                Loans::verdict,
                List.of(loans -> execute(loans, 0, step), loans -> execute(loans, 1, step), loans -> {
                    for (int looks = 0; looks < LOOKS; looks++) {
                        loans.look();
                        Thread.yield();
                    }
                    return null;
                }));
    }

    private static @Nullable String execute(Loans loans, int thread, Step step) {
        for (int task = 0; task < TASKS; task++) {
            step.execute(loans, thread, loans.accounts[(task + thread) % 2]);
            Thread.yield();
        }
        return null;
    }
}
