package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.litmus.Litmus;

/**
 * Tests the rule of an account's two sums ({@link LoanAccount}): if the sum of the executed tasks, read
 * first, equals the sum of the created tasks, read second, then no task is queued or running. The same test must find
 * the fault of an account that reads them in the other order.
 */
@Tag("races")
class AccountLitmusTest {
    private static final int BATCH = 100;
    private static final long SEARCH_SECONDS = 20;
    private static final int GENERATIONS = 4;
    private static final int LOOKS = 8;

    /**
     * A loan of one task. Each task of the loan puts one more, which the other thread may run, until a fixed number is
     * reached.
     */
    private static final class Loan {
        private final LoanAccount account;
        private volatile int handed; // generations that the first thread has passed to the second
        private volatile boolean finished; // set before the last task counts as executed

        Loan(LoanAccount account) {
            this.account = account;
        }
    }

    /** A faulty account, which sums the counters in the wrong order. */
    private static final class CreatedReadFirst extends LoanAccount {
        CreatedReadFirst(long loan, int threads, int bundleTasks) {
            super(loan, threads, bundleTasks);
        }

        @Override
        public boolean isDone(long elsewhere) {
            long createdSoFar = created();
            // Keeps the gap open for some looks, since on a busy machine other threads seldom run in it by chance.
            for (int looks = 0; looks < LOOKS && executed() < bundleTasks() + createdSoFar; looks++) {
                Thread.yield();
            }
            long executedSoFar = executed();
            return executedSoFar + elsewhere == bundleTasks() + createdSoFar;
        }
    }

    @Test
    void shouldNeverBeDoneTooEarlyWhenOneThreadPutsAndExecutes() throws InterruptedException {
        Litmus.Outcome outcome = alone(() -> new LoanAccount(1, 2, 1), AccountLitmusTest::putThenEnd)
                .run(100_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @Test
    void shouldNeverBeDoneTooEarlyWhenOneThreadPutsWhatAnotherExecutes() throws InterruptedException {
        Litmus.Outcome outcome = together(() -> new LoanAccount(1, 2, 1)).run(40_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @Test
    @Tag("full")
    void shouldCatchItWhenCreatedIsReadBeforeExecuted() throws InterruptedException {
        Litmus.Outcome outcome = alone(() -> new CreatedReadFirst(1, 2, 1), AccountLitmusTest::putThenEnd)
                .search(SEARCH_SECONDS);
        assertCaught("created read first, one thread", outcome);
    }

    @Test
    @Tag("full")
    void shouldCatchItWhenATaskCountsAsExecutedBeforeWhatItPuts() throws InterruptedException {
        Litmus.Outcome outcome = alone(() -> new LoanAccount(1, 2, 1), AccountLitmusTest::endThenPut)
                .search(SEARCH_SECONDS);
        assertCaught("executed counted before created", outcome);
    }

    private static void assertCaught(String flaw, Litmus.Outcome outcome) {
        System.out.println("canary " + flaw + ": " + outcome);
        assertThat(outcome.forbidden()).as(flaw + ": " + outcome).isNotNull();
    }

    private interface Step {
        void count(LoanAccount account, int thread);
    }

    private static void putThenEnd(LoanAccount account, int thread) {
        account.countCreated(thread);
        account.countExecuted(thread);
    }

    private static void endThenPut(LoanAccount account, int thread) {
        account.countExecuted(thread);
        Thread.yield(); // the gap
        account.countCreated(thread);
    }

    /**
     * Makes a test in which one thread runs a chain of tasks, while a control thread checks whether the loan is done.
     */
    private static Litmus<Loan> alone(Supplier<LoanAccount> accounts, Step step) {
        return new Litmus<>(
                BATCH,
                () -> new Loan(accounts.get()),
                loan -> loan.account.isDone(0) ? null : "not done in the end",
                List.of(
                        loan -> {
                            for (int generation = 0; generation < GENERATIONS; generation++) {
                                step.count(loan.account, 0);
                                Thread.yield(); // a task takes time, and other threads run meanwhile
                            }
                            loan.finished = true;
                            loan.account.countExecuted(0);
                            return null;
                        },
                        AccountLitmusTest::look));
    }

    /** Makes a test in which each task of the first thread puts (creates) one for the second. */
    private static Litmus<Loan> together(Supplier<LoanAccount> accounts) {
        return new Litmus<>(
                BATCH,
                () -> new Loan(accounts.get()),
                loan -> loan.account.isDone(0) ? null : "not done in the end",
                List.of(
                        loan -> {
                            for (int generation = 1; generation <= GENERATIONS; generation++) {
                                loan.account.countCreated(0); // for the other thread
                                loan.handed = generation;
                                putThenEnd(loan.account, 0); // for this thread
                            }
                            loan.account.countExecuted(0);
                            return null;
                        },
                        loan -> {
                            int done = 0;
                            while (done < GENERATIONS - 1) {
                                done += executeUpTo(loan, Math.min(loan.handed, GENERATIONS - 1), done);
                            }
                            while (loan.handed < GENERATIONS || loan.account.executed(0) <= GENERATIONS) {
                                Thread.yield();
                            }
                            loan.finished = true;
                            loan.account.countExecuted(1);
                            return null;
                        },
                        AccountLitmusTest::look));
    }

    private static int executeUpTo(Loan loan, int handed, int done) {
        for (int task = done; task < handed; task++) {
            loan.account.countExecuted(1);
        }
        if (handed == done) {
            Thread.yield(); // the first thread may need this processor
        }
        return handed - done;
    }

    private static @Nullable String look(Loan loan) {
        for (int looks = 0; looks < LOOKS; looks++) {
            if (loan.account.isDone(0) && !loan.finished) {
                return "done before the last task was";
            }
            Thread.yield();
        }
        return null;
    }
}
