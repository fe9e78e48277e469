package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.MILLI;
import static org.moide.balance.loan.Mail.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.RequestWithdrawn;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;

/** Tests that a message costs an engine the same however many loans it has borrowed: it reads no other loan's account. */
class ManyLoansTest {
    private static final int FEW = 4; // reads of the account of the one loan that has changed

    private final EnginePool pool = new EnginePool(2, Mail.signal(), () -> {}, () -> 0);
    private final EngineBalancer engine =
            EngineBalancer.of(3, 13, pool, Mail.deciding(new ArrayList<>()), LIMITS, new CountingParts());
    private long reads;

    /** Parts whose accounts count how often they are read. */
    private final class CountingParts extends BalancerParts {
        CountingParts() {
            super(FailurePolicy.DEFAULT);
        }

        @Override
        public LoanAccount account(long number, int threads, int tasks, int lender, long lentAs) {
            return new LoanAccount(number, threads, tasks, lender, lentAs) {
                @Override
                public long executed() {
                    reads++;
                    return super.executed();
                }

                @Override
                public boolean isDone(long elsewhere) {
                    reads++;
                    return super.isDone(elsewhere);
                }
            };
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 2_000})
    void shouldReadOnlyTheAccountOfTheLoanOfWhichATaskWasExecuted(int loans) {
        borrow(loans);
        PooledTask task = Objects.requireNonNull(pool.take(0), "a task");
        task.account().countExecuted(0);
        pool.ended(task);
        assertThat(readsIn(() -> engine.tick(MILLI))).isBetween(1L, 2L * FEW);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 2_000})
    void shouldReadNoAccountWhenAMessageIsOfNoLoan(int loans) {
        borrow(loans);
        assertThat(readsIn(() -> engine.receive(Mail.letter(4, 3, new RequestWithdrawn(1)), 2 * MILLI)))
                .isZero();
    }

    private void borrow(int loans) {
        engine.members(Mail.members(3, 4, 5), 0);
        List<Bundle> bundles = new ArrayList<>();
        for (int loan = 1; loan <= loans; loan++) {
            bundles.add(Bundle.of(loan, tasks(2)));
        }
        engine.receive(Mail.letter(Membership.ROOT, 3, new LoanGranted(1, 0, 1, bundles)), 0);
        engine.tick(0);
        assertThat(engine.loansOpen()).isEqualTo(loans);
    }

    private long readsIn(Runnable step) {
        long before = reads;
        step.run();
        return reads - before;
    }
}
