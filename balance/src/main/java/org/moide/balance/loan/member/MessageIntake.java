package org.moide.balance.loan.member;

import java.util.List;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessageHandler;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.borrower.Borrower;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.peer.Peer;

/** Where what another member says goes to; by then it is known to be one who may be heard. */
final class MessageIntake {
    private final BorrowedLoans borrowed;
    private final Lender lender;
    private final Borrower borrower;
    private final PoolRounds rounds;
    private final DecisionStep decisions;

    MessageIntake(BorrowedLoans borrowed, Lender lender, Borrower borrower, PoolRounds rounds, DecisionStep decisions) {
        this.borrowed = borrowed;
        this.lender = lender;
        this.borrower = borrower;
        this.rounds = rounds;
        this.decisions = decisions;
    }

    void open(Peer peer, LoanMessage message, long nowNanos) {
        message.handle(new Opened(peer, nowNanos));
    }

    private void onGranted(Peer peer, LoanGranted granted, long nowNanos) {
        rounds.hasBegun(granted.round());
        borrower.onGranted(peer, granted, rounds.isEnded(), nowNanos);
    }

    /** The root has all results: what is still here was taken back before. */
    private void dropAll() {
        for (BorrowedLoan loan : List.copyOf(borrowed.all())) {
            drop(loan);
        }
    }

    /** The loan is void, and with it what was lent on from it. */
    void drop(BorrowedLoan loan) {
        borrowed.drop(loan);
        lender.voidAllOf(loan);
    }

    /** What another member says, at a time. */
    private final class Opened implements LoanMessageHandler {
        private final Peer peer;
        private final long nowNanos;

        Opened(Peer peer, long nowNanos) {
            this.peer = peer;
            this.nowNanos = nowNanos;
        }

        @Override
        public void fetchTasks(LoanMessage.FetchTasks fetch) {
            lender.onFetch(peer, fetch, nowNanos);
        }

        @Override
        public void loanGranted(LoanMessage.LoanGranted granted) {
            onGranted(peer, granted, nowNanos);
        }

        @Override
        public void grantTaken(LoanMessage.GrantTaken taken) {
            lender.onTaken(peer, taken, nowNanos);
        }

        @Override
        public void requestWithdrawn(LoanMessage.RequestWithdrawn withdrawn) {
            peer.borrower.withdrawn(withdrawn.request());
        }

        @Override
        public void requestRefused(LoanMessage.RequestRefused refused) {
            borrower.onRefused(peer, refused, nowNanos);
        }

        @Override
        public void loanReturned(LoanMessage.LoanReturned returned) {
            lender.onReturned(peer, returned, nowNanos);
        }

        @Override
        public void returnPart(LoanMessage.ReturnPart part) {
            lender.onPart(peer, part);
        }

        @Override
        public void partAccepted(LoanMessage.PartAccepted accepted) {
            borrower.onPartAccepted(peer, accepted, nowNanos);
        }

        @Override
        public void returnAccepted(LoanMessage.ReturnAccepted accepted) {
            borrower.onReturnAccepted(peer, accepted.loan(), nowNanos);
        }

        @Override
        public void loanVoided(LoanMessage.LoanVoided voided) {
            BorrowedLoan loan = borrowed.get(peer.member, voided.loan());
            if (loan != null) {
                drop(loan);
            }
        }

        @Override
        public void giveBack(LoanMessage.GiveBack giveBack) {
            borrower.onGiveBack(peer, giveBack, nowNanos);
        }

        @Override
        public void settleLoan(LoanMessage.SettleLoan settle) {
            borrower.onSettle(peer, settle.loan(), nowNanos);
        }

        @Override
        public void loansHeld(LoanMessage.LoansHeld held) {
            // Being heard is its whole purpose.
        }

        @Override
        public void allWaiting(LoanMessage.AllWaiting waiting) {
            rounds.waiting(peer, waiting);
        }

        @Override
        public void poolDone(LoanMessage.PoolDone done) {
            rounds.done(done);
            if (rounds.isEnded()) {
                dropAll();
            }
        }

        @Override
        public void putTasks(LoanMessage.PutTasks tasks) {
            rounds.put(peer, tasks);
        }

        @Override
        public void putAccepted(LoanMessage.PutAccepted accepted) {
            rounds.putAccepted(accepted);
        }

        @Override
        public void loadTold(LoanMessage.LoadTold told) {
            decisions.onTold(peer, told, nowNanos);
        }

        @Override
        public void instructed(LoanMessage.Instructed instructed) {
            decisions.onInstructed(peer, instructed);
        }
    }
}
