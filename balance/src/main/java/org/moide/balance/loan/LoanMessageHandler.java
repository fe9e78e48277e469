package org.moide.balance.loan;

/**
 * A receiver of messages with one method for each kind of {@link LoanMessage}. A new kind does not compile until every
 * receiver handles it.
 */
public interface LoanMessageHandler {
    void fetchTasks(LoanMessage.FetchTasks fetchTasks);

    void loanGranted(LoanMessage.LoanGranted loanGranted);

    void grantTaken(LoanMessage.GrantTaken grantTaken);

    void requestWithdrawn(LoanMessage.RequestWithdrawn requestWithdrawn);

    void requestRefused(LoanMessage.RequestRefused requestRefused);

    void loanReturned(LoanMessage.LoanReturned loanReturned);

    void returnPart(LoanMessage.ReturnPart returnPart);

    void partAccepted(LoanMessage.PartAccepted partAccepted);

    void returnAccepted(LoanMessage.ReturnAccepted returnAccepted);

    void loanVoided(LoanMessage.LoanVoided loanVoided);

    void giveBack(LoanMessage.GiveBack giveBack);

    void settleLoan(LoanMessage.SettleLoan settleLoan);

    void loansHeld(LoanMessage.LoansHeld loansHeld);

    void allWaiting(LoanMessage.AllWaiting allWaiting);

    void poolDone(LoanMessage.PoolDone poolDone);

    void putTasks(LoanMessage.PutTasks putTasks);

    void putAccepted(LoanMessage.PutAccepted putAccepted);

    void loadTold(LoanMessage.LoadTold loadTold);

    void instructed(LoanMessage.Instructed instructed);
}
