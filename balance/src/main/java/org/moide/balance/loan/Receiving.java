package org.moide.balance.loan;

import java.util.List;
import org.jspecify.annotations.Nullable;
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
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.LoanMessage.RequestWithdrawn;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.pool.EnginePool;

/** Where what another member says goes to; by then it is known to be one who may be heard. */
final class Receiving {
    private final EnginePool pool;
    private final BorrowedLoans borrowed;
    private final Lending lending;
    private final Borrowing borrowing;
    private final EngineRounds rounds;
    private final Deciding deciding;
    private final @Nullable RootPool root;
    private final Outputs outputs;

    Receiving(
            EnginePool pool,
            BorrowedLoans borrowed,
            Lending lending,
            Borrowing borrowing,
            EngineRounds rounds,
            Deciding deciding,
            @Nullable RootPool root,
            Outputs outputs) {
        this.pool = pool;
        this.borrowed = borrowed;
        this.lending = lending;
        this.borrowing = borrowing;
        this.rounds = rounds;
        this.deciding = deciding;
        this.root = root;
        this.outputs = outputs;
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
        } else if (message instanceof PutAccepted accepted) {
            rounds.onPutAccepted(accepted);
        } else if (message instanceof PoolDone done && root == null) {
            onPoolDone(done);
        } else if (root != null) {
            root.open(peer, message, pool, outputs);
        }
    }

    private void onGranted(Peer peer, LoanGranted granted, long nowNanos) {
        if (granted.round() > rounds.round()) {
            rounds.onPoolDone(new PoolDone(rounds.round(), false)); // the tasks were faster than the word
        }
        borrowing.onGranted(peer, granted, rounds.isEnded(), nowNanos);
    }

    private void onPoolDone(PoolDone done) {
        rounds.onPoolDone(done);
        if (rounds.isEnded()) {
            // The root has all results: what is still here was taken back before.
            for (BorrowedLoan loan : List.copyOf(borrowed.all())) {
                drop(loan);
            }
        }
    }

    /** The loan is void, and with it what was lent on from it. */
    void drop(BorrowedLoan loan) {
        borrowed.drop(loan);
        lending.voidAllOf(loan);
    }
}
