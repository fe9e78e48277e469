package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.loan.LoanMessage.Bundle;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanMessage.RequestVoided;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.SettleRequest;
import org.moide.balance.loan.LoanMessage.ToBorrower;
import org.moide.balance.loan.LoanOutput.BooksBroken;
import org.moide.balance.loan.LoanOutput.OfLender;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.ResultAccepted;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Strategy;

/**
 * The core of a lender: it holds tasks that were not begun, lends them, and keeps each bundle until it is returned with
 * the result of its tasks and of all that they created (DESIGN, §7). Stepped: one thread calls, nothing blocks, what is to
 * be done comes back as a list. Time is given in nanoseconds of a clock that never goes back.
 */
public class Lender {
    /** When a pool that is empty, with all loans home, is finished. */
    public enum Ending {
        /** Once {@link #complete} was called: a bag of tasks, filled by one {@code createTasks}. One round. */
        WHEN_COMPLETE,
        /**
         * Whenever all members have asked and all their threads wait: SPMD threads that put tasks at any time. Many
         * rounds. Not when all threads of all members have left: nobody would be told.
         */
        WHEN_ALL_WAIT
    }

    private final Strategy strategy;
    private final Ending ending;
    private final LenderLimits limits;
    private final Ledger ledger;
    private final Map<Integer, MemberSession> members = new TreeMap<>();
    private final Map<Integer, MemberSession> waiting = new LinkedHashMap<>(); // the hungry ones, as they asked
    private boolean complete;
    private boolean finished;
    private long round = 1;
    private long nextTickNanos = Long.MAX_VALUE;
    private long repeatedMessages;

    /** A lender with no tasks and no members. */
    public Lender(Strategy strategy, Ending ending, LenderLimits limits) {
        this(strategy, ending, limits, new Ledger());
    }

    Lender(Strategy strategy, Ending ending, LenderLimits limits, Ledger ledger) {
        this.strategy = strategy;
        this.ending = ending;
        this.limits = limits;
        this.ledger = ledger;
    }

    // --- members --------------------------------------------------------------------------------------------------

    /**
     * A member may borrow from now on. If it was known under an older incarnation, that one's loans are taken back; an
     * older incarnation than the known one is ignored.
     *
     * @param power its computing power, above 0; only ratios between members count
     */
    public List<OfLender> memberJoined(int member, long incarnation, double power, int threads, long nowNanos) {
        MemberSession joined = openSession(member, incarnation, power, threads);
        MemberSession known = members.get(member);
        if (known != null && known.incarnation >= incarnation) {
            return List.of();
        }
        List<OfLender> out = new ArrayList<>();
        takeBack(member);
        waiting.remove(member);
        members.put(member, joined);
        serve(out, nowNanos);
        return out;
    }

    /**
     * A member died or has been silent too long: its loans are taken back and will be lent under new numbers. It may come
     * back and ask again; what it returns under old numbers is dropped. A member unknown is ignored.
     *
     * <p>Anything heard from it, even a late message, makes it a borrower again: whoever watches it must go on doing so
     * and call again after the next silence, or call {@link #memberLeft} once its process is known to be gone.
     */
    public List<OfLender> borrowerLost(int member, long nowNanos) {
        List<OfLender> out = new ArrayList<>();
        MemberSession session = members.get(member);
        if (session != null) {
            for (long loan : takeBack(member)) {
                out.add(new Send(member, new LoanVoided(session.incarnation, loan)));
            }
            waiting.remove(member);
            session.markLost(true);
            // A grant may still be under way. Whoever takes it takes void loans; whoever does not asks anew.
            if (session.request() > 0 && !(session.answer() instanceof PoolDone)) {
                session.answered(new RequestVoided(session.incarnation, session.request()), 0);
            }
        }
        serve(out, nowNanos);
        return out;
    }

    /** A member is gone for good: {@link #borrowerLost}, and what it still says is not heard. */
    public List<OfLender> memberLeft(int member, long nowNanos) {
        takeBack(member);
        waiting.remove(member);
        members.remove(member);
        List<OfLender> out = new ArrayList<>();
        serve(out, nowNanos);
        return out;
    }

    // --- tasks ----------------------------------------------------------------------------------------------------

    /**
     * Puts tasks, encoded, that no task created.
     *
     * @throws IllegalStateException after {@link #complete}
     */
    public List<OfLender> put(List<byte[]> tasks, long nowNanos) {
        if (complete) {
            throw new IllegalStateException(
                    "expected no tasks from outside after the pool was declared complete, found " + tasks.size());
        }
        ledger.put(tasks);
        List<OfLender> out = new ArrayList<>();
        serve(out, nowNanos);
        return out;
    }

    /** There will be no more {@link #put}. */
    public List<OfLender> complete(long nowNanos) {
        complete = true;
        List<OfLender> out = new ArrayList<>();
        serve(out, nowNanos);
        return out;
    }

    // --- steps ----------------------------------------------------------------------------------------------------

    /** Takes a message. From members unknown, or of another incarnation than known, it is ignored. */
    public List<OfLender> receive(LoanMessage.ToLender message, long nowNanos) {
        List<OfLender> out = new ArrayList<>();
        MemberSession session = members.get(message.borrower());
        if (session == null || session.incarnation != message.incarnation()) {
            repeatedMessages++;
            return out;
        }
        session.markLost(false);
        if (message instanceof FetchTasks fetch) {
            onFetch(session, fetch, out);
        } else if (message instanceof LoanReturned returned) {
            onReturned(returned, out);
        } else if (message instanceof PutTasks puts) {
            onPuts(session, puts, out);
        }
        serve(out, nowNanos);
        return out;
    }

    /** Does what is due. Call at {@link #nextTickNanos}, or more often. */
    public List<OfLender> tick(long nowNanos) {
        List<OfLender> out = new ArrayList<>();
        if (nowNanos >= nextTickNanos) {
            serve(out, nowNanos);
        }
        return out;
    }

    /** When to call {@link #tick} next; {@link Long#MAX_VALUE} if only a message can bring something. */
    public long nextTickNanos() {
        return nextTickNanos;
    }

    /** The totals so far. */
    public LoanTotals totals() {
        return ledger.totals(repeatedMessages);
    }

    /** How many tasks lie here, not lent. */
    public int unstartedTasks() {
        return ledger.unstartedTasks();
    }

    // --- one message ----------------------------------------------------------------------------------------------

    void onFetch(MemberSession session, FetchTasks fetch, List<OfLender> out) {
        if (session.isPast(fetch)) {
            repeatedMessages++;
            return;
        }
        session.asked(fetch);
        ToBorrower answer = session.answer();
        if (answer != null) {
            repeatedMessages++;
            out.add(new Send(session.member, answer));
        } else {
            waiting.putIfAbsent(session.member, session);
        }
    }

    void onReturned(LoanReturned returned, List<OfLender> out) {
        int borrower = returned.borrower();
        long loan = returned.loan();
        int lent = ledger.tasksLent(loan);
        switch (ledger.accept(returned)) {
            case ACCEPTED -> {
                byte[] result = returned.result();
                if (result != null) {
                    out.add(new ResultAccepted(loan, borrower, result));
                }
                out.add(new Send(borrower, new ReturnAccepted(returned.incarnation(), loan, false)));
            }
            case ALREADY_ACCEPTED -> {
                repeatedMessages++;
                out.add(new Send(borrower, new ReturnAccepted(returned.incarnation(), loan, true)));
            }
            case VOID -> {
                repeatedMessages++;
                out.add(new Send(borrower, new LoanVoided(returned.incarnation(), loan)));
            }
            case NEVER_LENT ->
                out.add(new BooksBroken("engine " + borrower + " returned loan " + loan
                        + ", which was never lent: is it an engine of another run?"));
            case DOES_NOT_BALANCE ->
                out.add(new BooksBroken("loan " + loan + ": expected lent + created = executed +"
                        + " unfinished, found " + lent + " + " + returned.createdTasks() + " and "
                        + returned.executedTasks()
                        + " + " + returned.unfinished().size() + " from engine " + borrower));
        }
    }

    private void onPuts(MemberSession session, PutTasks puts, List<OfLender> out) {
        if (complete) {
            out.add(new BooksBroken("engine " + session.member + " put "
                    + puts.tasks().size() + " tasks from outside into a pool that was declared complete"));
            return;
        }
        if (session.countPuts(puts.sequence())) {
            ledger.put(puts.tasks());
        } else {
            repeatedMessages++;
        }
        out.add(new Send(session.member, new PutAccepted(session.incarnation, puts.sequence())));
    }

    // --- after each step ------------------------------------------------------------------------------------------

    /** Takes a borrower's loans back: their tasks may be lent again, under new numbers. */
    List<Long> takeBack(int member) {
        return ledger.retake(member);
    }

    /** What is remembered of a member from here on. */
    MemberSession openSession(int member, long incarnation, double power, int threads) {
        return new MemberSession(member, incarnation, power, threads);
    }

    private void serve(List<OfLender> out, long nowNanos) {
        nextTickNanos = Long.MAX_VALUE;
        if (endIfDone(out) || waiting.isEmpty()) {
            return;
        }
        for (Decision decision : strategy.decide(view(nowNanos))) {
            if (decision instanceof Decision.Give give) {
                give(give, out);
            } else if (decision instanceof Decision.AskToSettle ask) {
                MemberSession session = members.get(ask.member());
                if (session != null) {
                    out.add(new Send(
                            ask.member(), new SettleRequest(session.incarnation, session.nextSettleRequest())));
                }
            } else if (decision instanceof Decision.WaitUntil wait) {
                nextTickNanos = Math.min(nextTickNanos, Math.max(wait.nanos(), nowNanos + 1));
            }
        }
    }

    private void give(Decision.Give give, List<OfLender> out) {
        MemberSession session = waiting.get(give.member());
        if (session == null) {
            return; // it did not ask
        }
        List<Bundle> bundles =
                ledger.lend(give.member(), session.incarnation, give.tasks(), give.tasksPerLoan(), limits);
        if (bundles.isEmpty()) {
            return;
        }
        long tasks = 0;
        for (Bundle bundle : bundles) {
            tasks += bundle.tasks().size();
        }
        answer(session, new LoanGranted(session.incarnation, session.request(), bundles), tasks, out);
    }

    private void answer(MemberSession session, ToBorrower answer, long tasks, List<OfLender> out) {
        session.answered(answer, tasks);
        waiting.remove(session.member);
        out.add(new Send(session.member, answer));
    }

    private boolean endIfDone(List<OfLender> out) {
        if (!finished && ledger.allHome() && mayEnd()) {
            String mismatch = ledger.mismatch();
            if (mismatch != null) {
                out.add(new BooksBroken(mismatch));
                return true;
            }
            out.add(new PoolFinished(round, totals()));
            finished = ending == Ending.WHEN_COMPLETE;
            round++;
            tellWaiting(out);
        } else if (finished) {
            tellWaiting(out);
        }
        return finished;
    }

    private boolean mayEnd() {
        if (ending == Ending.WHEN_COMPLETE) {
            return complete;
        }
        return members.values().stream().allMatch(MemberSession::isAllWaiting)
                && !members.values().stream().allMatch(MemberSession::isAllLeft); // nobody would be told
    }

    private void tellWaiting(List<OfLender> out) {
        for (MemberSession session : List.copyOf(waiting.values())) {
            answer(session, new PoolDone(session.incarnation, session.request(), finished), 0, out);
        }
    }

    private MemberView view(long nowNanos) {
        boolean nothingToWaitFor = complete || ending == Ending.WHEN_ALL_WAIT;
        return new LenderView(nowNanos, ledger, members, List.copyOf(waiting.values()), nothingToWaitFor);
    }
}
