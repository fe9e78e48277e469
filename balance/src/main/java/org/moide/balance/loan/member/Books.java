package org.moide.balance.loan.member;

import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.EnginePool;

/** The state that the parts of one member's balancer share, such as its pool, the membership and the loans. */
record Books(
        int self,
        EnginePool pool,
        BalancerLimits limits,
        Outputs outputs,
        Peers peers,
        BorrowedLoans borrowed,
        LentLoans lent) {
    /** Makes the state at the start, without loans. */
    static Books empty(int self, long incarnation, EnginePool pool, BalancerLimits limits, BalancerParts parts) {
        return new Books(
                self,
                pool,
                limits,
                new Outputs(self, incarnation),
                parts.peers(limits),
                new BorrowedLoans(
                        self,
                        pool,
                        limits,
                        (number, tasks, lender, lentAs) -> parts.account(number, pool.threads(), tasks, lender, lentAs),
                        parts::borrowedLoan),
                parts.lentLoans(limits));
    }
}
