package org.moide.balance.loan.member;

import java.util.List;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GiveBack;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.Instructed;
import org.moide.balance.loan.LoanMessage.LoadTold;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.PartAccepted;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.LoanMessage.RequestWithdrawn;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.borrower.Borrower;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.peer.Peer;

/** Where what another member says goes to; by then it is known to be one who may be heard. */
final class MessageIntake {
    private final BorrowedLoans borrowed;
    private final Lender lending;
    private final Borrower borrowing;
    private final PoolRounds rounds;
    private final DecisionStep deciding;

    MessageIntake(
            BorrowedLoans borrowed, Lender lending, Borrower borrowing, PoolRounds rounds, DecisionStep deciding) {
        this.borrowed = borrowed;
        this.lending = lending;
        this.borrowing = borrowing;
        this.rounds = rounds;
        this.deciding = deciding;
    }

    void open(Peer peer, LoanMessage message, long nowNanos) {
        if (message instanceof FetchTasks fetch) {
            lending.onFetch(peer, fetch, nowNanos);
        } else if (message instanceof RequestWithdrawn withdrawn) {
            peer.borrower.withdrawn(withdrawn.request());
        } else if (message instanceof GrantTaken taken) {
            lending.onTaken(peer, taken);
        } else if (message instanceof LoanReturned returned) {
            lending.onReturned(peer, returned, nowNanos);
        } else if (message instanceof ReturnPart part) {
            lending.onPart(peer, part);
        } else if (message instanceof LoanGranted granted) {
            onGranted(peer, granted, nowNanos);
        } else if (message instanceof RequestRefused refused) {
            borrowing.onRefused(peer, refused, nowNanos);
        } else if (message instanceof ReturnAccepted accepted) {
            borrowing.onReturnAccepted(peer, accepted.loan());
        } else if (message instanceof PartAccepted accepted) {
            borrowing.onPartAccepted(peer, accepted, nowNanos);
        } else if (message instanceof LoanVoided voided) {
            BorrowedLoan loan = borrowed.get(peer.member, voided.loan());
            if (loan != null) {
                drop(loan);
            }
        } else if (message instanceof SettleLoan settle) {
            borrowing.onSettle(peer, settle.loan(), nowNanos);
        } else if (message instanceof GiveBack giveBack) {
            borrowing.onGiveBack(peer, giveBack, nowNanos);
        } else if (message instanceof LoadTold told) {
            deciding.onTold(peer, told, nowNanos);
        } else if (message instanceof Instructed instructed) {
            deciding.onInstructed(peer, instructed);
        } else {
            rounds.open(peer, message);
            if (message instanceof PoolDone && rounds.isEnded()) {
                dropAll();
            }
        }
    }

    private void onGranted(Peer peer, LoanGranted granted, long nowNanos) {
        rounds.hasBegun(granted.round());
        borrowing.onGranted(peer, granted, rounds.isEnded(), nowNanos);
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
        lending.voidAllOf(loan);
    }
}
