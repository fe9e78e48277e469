package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GiveBack;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.PartAccepted;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.loan.LoanOutput.EncodeTasks;
import org.moide.balance.loan.LoanOutput.EncodedTasks;
import org.moide.balance.loan.LoanOutput.LoanBooked;
import org.moide.balance.loan.LoanOutput.MergeResults;
import org.moide.balance.loan.LoanOutput.NoRoom;
import org.moide.balance.loan.LoanOutput.ObjectsWritten;
import org.moide.balance.loan.LoanOutput.ResultAccepted;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.borrower.GivenTasks;
import org.moide.balance.loan.borrower.PassingOn;
import org.moide.balance.loan.borrower.TaskParcel;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.MemberView;

/** A member as a lender: it takes tasks out of its pool as loans, and accepts the loans' results. */
public final class Lender {
    /** If this many results belong to one loan, a compute thread merges them before the loan ends. */
    private static final int MANY_RESULTS = 64;

    /** A pending request to a compute thread to encode tasks that will be lent to one borrower. */
    private record Job(Peer peer, List<TaskParcel> parcels) {}

    private final BorrowedLoans borrowed;
    private final LentLoans lent;
    private final Peers peers;
    private final Outputs outputs;
    private final BalancerLimits limits;
    private final LongSupplier round;
    private final FailureBook failedTasks;
    private final Map<Long, Job> jobs = new HashMap<>();
    private final RetryQueue retries;
    private final AheadTasks ahead = new AheadTasks();
    private final ResultRoom room;
    private long lastJob;
    private long stale;
    private long recallsSeen; // of borrowed.recallsBegun, when borrowers were asked last
    private long recallNanos; // when they are asked next

    /**
     * Creates the lender's side of a member.
     * @param round gives this member's current round
     * @param failedTasks the root's record of failed tasks; unused elsewhere
     */
    public Lender(
            BorrowedLoans borrowed,
            LentLoans lent,
            Peers peers,
            Outputs outputs,
            BalancerLimits limits,
            LongSupplier round,
            FailureBook failedTasks) {
        this.round = round;
        this.failedTasks = failedTasks;
        this.retries = new RetryQueue(failedTasks, peers, borrowed, limits);
        this.borrowed = borrowed;
        this.lent = lent;
        this.peers = peers;
        this.outputs = outputs;
        this.limits = limits;
        this.room = new ResultRoom(limits.roomBytes());
    }

    /** Returns the number of repeated and stale messages, which had no effect. */
    public long staleMessages() {
        return stale;
    }

    // --- requests and grants ----------------------------------------------------------------------------------------

    public void onFetch(Peer peer, FetchTasks fetch, long nowNanos) {
        LoanMessage known = peer.borrower.asked(fetch, nowNanos);
        if (known != null) {
            stale++;
            outputs.send(peer, known);
        }
    }

    public void onTaken(Peer peer, GrantTaken taken, long nowNanos) {
        peer.borrower.confirmed(taken.sequence(), nowNanos);
    }

    /** Refuses all requests that may not wait, because this member has no more tasks. */
    public void refuseAll() {
        for (MemberView.Request request : List.copyOf(peers.requests())) {
            Peer peer = peers.known(request.member());
            if (peer != null && !request.patient()) {
                refuse(peer);
                peers.touch(peer);
            }
        }
    }

    public void refuse(Peer peer) {
        LoanMessage refusal = peer.borrower.refuse(false);
        if (refusal != null) {
            outputs.send(peer, refusal);
        }
    }

    public void askToGiveBack(Peer peer) {
        outputs.send(peer, new GiveBack(peer.borrower.nextGiveBack()));
    }

    public void give(Peer peer, Decision.Give give, long nowNanos) {
        if (!peer.borrower.mayBeGranted()) {
            return;
        }
        Map<BorrowedLoan, List<PooledTask>> taken =
                borrowed.takeOut(GivenTasks.of(give, peer.borrower.dataWanted(), limits.bundleTasks()));
        boolean passedOn = !peers.members().isAssistant(peer.member)
                && PassingOn.untouched(taken, peer.member, peers.members().size(), nowNanos);
        List<TaskParcel> parcels = TaskParcel.of(taken, give.tasksPerLoan());
        if (!parcels.isEmpty()) {
            send(peer, parcels, nowNanos);
        } else if (passedOn) {
            LoanMessage answer = peer.borrower.refuse(true);
            if (answer != null) {
                outputs.send(peer, answer);
            }
        }
    }

    private void send(Peer peer, List<TaskParcel> parcels, long nowNanos) {
        if (parcels.stream().allMatch(TaskParcel::isEncoded)) {
            deliver(peer, parcels, nowNanos);
            return;
        }
        List<PooledTask> tasks = new ArrayList<>();
        parcels.forEach(parcel -> tasks.addAll(parcel.tasks()));
        long job = ++lastJob;
        jobs.put(job, new Job(peer, parcels));
        peer.borrower.prepare(job);
        outputs.add(new EncodeTasks(job, tasks));
    }

    /** Takes the outcome of an {@code LoanOutput.EncodeTasks} and grants the tasks. */
    public void encoded(EncodedTasks encoded, long nowNanos) {
        Job job = jobs.remove(encoded.job());
        if (job == null) {
            return;
        }
        List<TaskParcel> ready = new ArrayList<>();
        int at = 0;
        for (TaskParcel parcel : job.parcels()) {
            List<PooledTask> tasks = new ArrayList<>();
            for (PooledTask task : parcel.tasks()) {
                tasks.add(task.as(encoded.tasks().get(at++), true, task.taskClass()));
            }
            ready.add(new TaskParcel(parcel.source(), tasks));
        }
        Peer peer = job.peer();
        boolean wanted = peer.borrower.prepared(encoded.job()) && peers.known(peer.member) == peer;
        if (wanted) {
            deliver(peer, ready, nowNanos);
            peers.touch(peer);
        } else {
            ready.forEach(this::takeBack);
        }
    }

    private void deliver(Peer peer, List<TaskParcel> parcels, long nowNanos) {
        if (lent.loansOut(peer.member) == 0) {
            peer.watchFrom(nowNanos);
        }
        List<Bundle> bundles = new ArrayList<>();
        long bytes = 0;
        boolean full = false;
        for (TaskParcel parcel : parcels) {
            if (full || !borrowed.isHere(parcel.source()) || !parcel.source().isRunning()) {
                takeBack(parcel);
                continue;
            }
            List<PooledTask> fitting = new ArrayList<>();
            for (PooledTask task : parcel.tasks()) {
                byte[] encoded = (byte[]) task.task();
                full |= (!bundles.isEmpty() || !fitting.isEmpty()) && bytes + encoded.length > limits.bundleBytes();
                if (!full) {
                    fitting.add(task);
                    bytes += encoded.length;
                }
            }
            keepRest(parcel, fitting.size());
            if (!fitting.isEmpty()) {
                LentLoan loan = lent.lend(parcel.source(), peer.member, fitting, nowNanos);
                bundles.add(Bundle.of(loan.number, bytesOf(fitting)));
            }
        }
        if (!bundles.isEmpty()) {
            outputs.send(peer, peer.borrower.grant(bundles, round.getAsLong(), nowNanos));
            peer.borrower.alone(lent.isSuspectAt(peer.member));
        }
    }

    private static List<byte[]> bytesOf(List<PooledTask> encoded) {
        return encoded.stream().map(task -> (byte[]) task.task()).toList();
    }

    /**
     * Puts back the tasks of a group that did not fit into the message, so that they are lent later.
     *
     * @param fitting the number of tasks that did fit
     */
    private void keepRest(TaskParcel parcel, int fitting) {
        int rest = parcel.tasks().size() - fitting;
        if (fitting == 0) {
            takeBack(parcel);
        } else if (rest > 0) {
            parcel.source().someBack(rest);
            borrowed.comeBack(parcel.tasks().subList(fitting, parcel.tasks().size()));
        }
    }

    private void takeBack(TaskParcel parcel) {
        if (borrowed.isHere(parcel.source())) {
            parcel.source().bundleBack(parcel.tasks().size());
            borrowed.comeBack(parcel.tasks());
        }
    }

    // --- returns --------------------------------------------------------------------------------------------------

    public void onPart(Peer peer, ReturnPart part) {
        LentLoan loan = lent.get(part.loan());
        if (loan == null || loan.borrower != peer.member) {
            answerStranger(peer, part.loan());
        } else if (!waitsForRoom(loan, part) || room.admits(peer, part)) {
            take(loan, peer, part);
        }
    }

    /**
     * Returns whether a part of a return has to wait for room. Only the root lets parts wait, since other members merge
     * results one by one.
     */
    private static boolean waitsForRoom(LentLoan loan, ReturnPart part) {
        return isRoots(loan) && part.resultBytes() > 0 && loan.isAnnouncedBy(part);
    }

    private static boolean isRoots(LentLoan loan) {
        return loan.source.lender == BorrowedLoan.FROM_NOBODY;
    }

    private void take(LentLoan loan, Peer peer, ReturnPart part) {
        boolean here;
        try {
            here = loan.take(part);
        } catch (OutOfMemoryError full) {
            outputs.add(new NoRoom(loan.number, peer.member, part.resultBytes(), loan.firstTask(), loan.tasks.size()));
            return;
        }
        if (here) {
            outputs.send(peer, new PartAccepted(part.loan(), part.part()));
        }
    }

    /** Frees the room that a loan's result took at the root, and admits returns that wait for room. */
    public void resultTaken(long loan) {
        room.free(loan);
        for (ResultRoom.Waiting next : room.next()) {
            LentLoan waited = lent.get(next.part().loan());
            if (waited != null) {
                take(waited, next.peer(), next.part());
                peers.touch(next.peer());
            }
        }
    }

    private void answerStranger(Peer peer, long loan) {
        stale++;
        switch (lent.verdictWithoutLoan(loan)) {
            case ALREADY_ACCEPTED -> outputs.send(peer, accepted(loan));
            case NEVER_LENT -> outputs.add(new RunFailed(LentLoans.neverLent(loan, peer.member)));
            default -> outputs.send(peer, new LoanVoided(loan));
        }
    }

    public void onReturned(Peer peer, LoanReturned returned, long nowNanos) {
        LentLoan loan = lent.get(returned.loan());
        switch (lent.accept(peer.member, returned)) {
            case ACCEPTED -> {
                peer.borrower.alone(lent.isSuspectAt(peer.member));
                if (loan != null) {
                    retireTwin(loan, nowNanos);
                    accepted(loan, peer, returned, nowNanos);
                }
                outputs.send(peer, accepted(returned.loan()));
            }
            case ALREADY_ACCEPTED -> {
                stale++;
                outputs.send(peer, accepted(returned.loan()));
            }
            case LEFT_TO_TWIN -> {
                resultTaken(returned.loan());
                outputs.send(peer, new LoanVoided(returned.loan()));
            }
            case VOID -> {
                stale++;
                outputs.send(peer, new LoanVoided(returned.loan()));
            }
            case INCOMPLETE -> stale++; // the borrower repeats its parts first
            case NEVER_LENT -> outputs.add(new RunFailed(LentLoans.neverLent(returned.loan(), peer.member)));
            case DOES_NOT_BALANCE -> outputs.add(new RunFailed(LentLoans.doesNotBalance(loan, returned, peer.member)));
        }
    }

    private ReturnAccepted accepted(long loan) {
        return new ReturnAccepted(loan, lent.goingOn(loan));
    }

    /** Voids the other loan of the same task, because this one was returned or its borrower is dead. */
    private void retireTwin(LentLoan home, long nowNanos) {
        LentLoan other = lent.retireTwin(home);
        if (other == null) {
            return;
        }
        resultTaken(other.number);
        Peer peer = peers.find(other.borrower, nowNanos);
        if (peer != null) {
            outputs.send(peer, new LoanVoided(other.number));
            peers.touch(peer);
        }
    }

    void accepted(LentLoan loan, Peer peer, LoanReturned returned, long nowNanos) {
        BorrowedLoan source = loan.source;
        source.count(returned.executedTasks(), returned.createdTasks());
        byte[] result = loan.result(returned);
        List<byte[]> comingHome = loan.unfinished(returned);
        List<PooledTask> tasksHome = comingHome.isEmpty() ? List.of() : source.pooled(comingHome, loan.commonPlace());
        int stay = tasksHome.size() - returned.goingOn().size();
        List<PooledTask> unfinished = tasksHome.subList(0, stay);
        boolean atRoot = source.lender == BorrowedLoan.FROM_NOBODY;
        if (atRoot) {
            if (!returned.written().isEmpty()) {
                outputs.add(new ObjectsWritten(returned.written()));
                borrowed.written(returned.written());
            }
            List<byte[]> again = failedTasks.decide(returned.failed(), peers, outputs, nowNanos);
            List<byte[]> open = failedTasks.stillOpen(comingHome, again);
            outputs.add(new LoanBooked(
                    loan.number, loan.numbers(), returned.executedTasks(), returned.createdTasks(), result, open));
            tryAgain(source, source.pooled(again), nowNanos);
            source.skipNumbers(open.size() - comingHome.size() - again.size());
        } else {
            returned.failed().forEach(source::failedElsewhere);
            source.addWritten(returned.written());
            borrowed.unwritten(returned.written());
        }
        if (result != null && atRoot) {
            outputs.add(new ResultAccepted(
                    loan.number, peer.member, result, room.has(loan.number), loan.firstTask(), loan.tasks.size()));
        } else if (result != null) {
            source.addResult(result);
            if (source.resultCount() >= MANY_RESULTS || source.resultBytes() >= limits.bundleBytes()) {
                outputs.add(new MergeResults(source.account, source.takeResults()));
            }
        }
        source.bundleBack(tasksHome.size());
        goOn(loan, tasksHome.subList(stay, tasksHome.size()), returned.goingOn(), nowNanos);
        unfinished = atRoot ? withoutReserved(source, unfinished) : unfinished;
        boolean forUs = returned.wantedBy() == LoanReturned.NOBODY || returned.wantedBy() == outputs.self();
        Peer wanting = forUs ? null : peers.find(returned.wantedBy(), nowNanos);
        List<PooledTask> wanted = wanting == null ? List.of() : borrowed.allWritten(unfinished);
        if (wanting != null && !wanted.isEmpty() && source.isRunning() && wanting.borrower.mayBeGranted()) {
            borrowed.comeBack(borrowed.notAllWritten(unfinished));
            source.lendOn(wanted.size());
            deliver(wanting, List.of(new TaskParcel(source, wanted)), nowNanos);
            peers.touch(wanting);
        } else {
            borrowed.comeBack(unfinished);
        }
    }

    /**
     * Makes a new loan of each task that is still running at its borrower while the rest of its loan has been returned.
     */
    private void goOn(LentLoan home, List<PooledTask> running, List<Integer> members, long nowNanos) {
        BorrowedLoan source = home.source;
        for (int each = 0; each < running.size(); each++) {
            PooledTask task = running.get(each);
            int runsAt = members.get(each);
            source.lendOn(1);
            if (isRoots(home)) {
                lent.goesOn(home, source, task, runsAt);
            } else { // this member's own loan must be returned without the task, too
                BorrowedLoan.Apart apart = borrowed.lentApart(source, task, runsAt, nowNanos);
                lent.goesOn(home, apart.loan(), apart.task(), runsAt);
            }
        }
    }

    /** Lends the tasks of loans that are not yet returned once more, to the idle member {@code peer}. */
    void lendAgain(Peer peer, List<LentLoan> loans, long nowNanos) {
        List<Bundle> bundles = new ArrayList<>();
        for (LentLoan loan : loans) {
            bundles.add(Bundle.of(lent.copy(loan, peer.member, nowNanos).number, bytesOf(loan.tasks)));
        }
        outputs.send(peer, peer.borrower.grant(bundles, round.getAsLong(), nowNanos));
        peers.touch(peer);
    }

    /**
     * Moves tasks with which an engine has died to the queue of tasks to be tried again, and those that are lent ahead
     * of others to theirs.
     *
     * @return the other tasks
     */
    private List<PooledTask> withoutReserved(BorrowedLoan source, List<PooledTask> tasks) {
        List<PooledTask> suspects = new ArrayList<>();
        List<PooledTask> first = new ArrayList<>();
        List<PooledTask> others = new ArrayList<>();
        for (PooledTask task : tasks) {
            if (RetriedTask.isSuspect((byte[]) task.task())) {
                suspects.add(task);
            } else {
                (AheadTasks.isAhead(task) ? first : others).add(task);
            }
        }
        retries.add(source, suspects);
        ahead.add(source, first);
        return others;
    }

    /**
     * Takes tasks that come from no member. They go to the pool. Tasks with which an engine has died wait until a
     * suitable member can be granted one, and tasks that are lent ahead of others wait for their turn. Root only.
     */
    public void put(BorrowedLoan source, List<PooledTask> tasks, EnginePool pool) {
        pool.refill(withoutReserved(source, tasks));
    }

    /** Returns the number of tasks that are to be lent ahead of others and wait for a member. */
    public int tasksAhead() {
        return ahead.size();
    }

    private void tryAgain(BorrowedLoan source, List<PooledTask> again, long nowNanos) {
        source.someBack(again.size());
        retries.add(source, again);
        giveRetries(nowNanos);
    }

    /**
     * Grants the tasks that may only go to certain members, and those that are lent ahead of others, as far as members
     * can be granted tasks now.
     */
    public void giveRetries(long nowNanos) {
        retries.take(nowNanos).forEach((peer, given) -> {
            boolean anyBeginsThere = given.values().stream()
                    .flatMap(List::stream)
                    .anyMatch(task -> TaskHead.limitsIn((byte[]) task.task()).here());
            deliver(peer, TaskParcel.of(given, anyBeginsThere ? 1 : Long.MAX_VALUE), nowNanos);
            peers.touch(peer);
        });
        ahead.take(peers, lent, nowNanos).forEach((peer, given) -> {
            deliver(peer, TaskParcel.of(given, 1), nowNanos);
            peers.touch(peer);
        });
    }

    /**
     * Keeps a task for one member instead of putting it into the pool. If that member has left, any member may get the
     * task. Root only.
     */
    public void giveTo(BorrowedLoan source, PooledTask task, int member) {
        retries.add(source, task, member);
    }

    /** Returns the encoded failed tasks that wait for a member which has not tried them yet. */
    public List<byte[]> waitingRetries() {
        return bytesOf(retries.tasks());
    }

    /** Takes back the loans of a borrower that is silent or has left. */
    public void lost(Peer peer) {
        LentLoans.Retaken retaken = lent.retake(peer.member);
        retaken.again().forEach(loan -> takenBack(loan, loan.tasks));
        for (LentLoan loan : retaken.all()) {
            resultTaken(loan.number);
            outputs.send(peer, new LoanVoided(loan.number));
        }
        peer.borrower.alone(false);
        peer.borrower.lost();
    }

    private void takenBack(LentLoan loan, List<PooledTask> tasks) {
        loan.source.bundleBack(tasks.size());
        boolean atRoot = loan.source.lender == BorrowedLoan.FROM_NOBODY;
        borrowed.comeBack(atRoot ? withoutReserved(loan.source, tasks) : tasks);
    }

    /**
     * Takes back the loans of a borrower whose process has died, and counts the death as a failed try of the tasks it
     * was running.
     */
    public void died(Peer peer, MemberDeath death, long nowNanos) {
        for (LentLoan loan :
                lent.all().stream().filter(one -> one.borrower == peer.member).toList()) {
            if (!loan.begun(outputs.self(), death.begun()).isEmpty()) {
                retireTwin(loan, nowNanos); // its task may end another engine
            }
        }
        LentLoans.Retaken retaken = lent.retake(peer.member);
        retaken.leftToTwins().forEach(loan -> resultTaken(loan.number));
        for (LentLoan loan : retaken.again()) {
            resultTaken(loan.number);
            Map<PooledTask, String> begun = loan.begun(outputs.self(), death.begun());
            List<PooledTask> others = new ArrayList<>(loan.tasks);
            others.removeAll(begun.keySet());
            takenBack(loan, others);
            List<FailedTask> failed = new ArrayList<>();
            boolean alone = loan.isAllBegun(outputs.self(), death.begun());
            begun.forEach(
                    (task, name) -> failed.add(FailedTask.of((byte[]) task.task(), name, peer.member, death, alone)));
            if (loan.source.lender != BorrowedLoan.FROM_NOBODY) {
                failed.forEach(loan.source::failedElsewhere);
                if (!failed.isEmpty()) {
                    borrowed.settleSoon(loan.source, 0, nowNanos); // the root decides on its failed tasks
                }
            } else if (!failed.isEmpty()) {
                long[] numbers = LentLoan.numbers(begun.keySet());
                List<byte[]> again = failedTasks.decide(failed, peers, outputs, nowNanos);
                List<byte[]> open = failedTasks.stillOpen(List.of(), again);
                outputs.add(new LoanBooked(loan.number, numbers, 0, 0, null, open));
                tryAgain(loan.source, loan.source.pooled(again), nowNanos);
                loan.source.skipNumbers(open.size() - again.size());
            }
        }
        peer.borrower.alone(false);
        peer.borrower.lost();
    }

    /** Voids all loans that this member has made of a borrowed loan that became void. */
    public void voidAllOf(BorrowedLoan source) {
        for (LentLoan loan : lent.voidAllOf(source)) {
            Peer peer = peers.known(loan.borrower);
            if (peer != null) {
                outputs.send(peer, new LoanVoided(loan.number));
            }
        }
    }

    /**
     * Asks borrowers to return the loans that were made of borrowed loans which this member must return itself. It
     * repeats the question until they come.
     */
    public void recall(long nowNanos) {
        boolean more = recallsSeen != borrowed.recallsBegun();
        if (!borrowed.isAnyRecalled() || (!more && nowNanos < recallNanos)) {
            return; // there may be thousands of loans
        }
        recallsSeen = borrowed.recallsBegun();
        recallNanos = Long.MAX_VALUE;
        for (LentLoan loan : lent.all()) {
            Peer peer = peers.known(loan.borrower);
            if (loan.source.state() != BorrowedLoan.State.RECALLING || peer == null) {
                continue;
            }
            if (loan.recall.isFirstOrDue(nowNanos)) {
                outputs.send(peer, new SettleLoan(loan.number, loan.source.isToSetApart()));
            }
            recallNanos = Math.min(recallNanos, loan.recall.dueNanos());
        }
    }

    /** Sends a grant of tasks again that the borrower did not acknowledge in time. */
    public void repeat(Peer peer, long nowNanos) {
        LoanGranted again = peer.borrower.repeat(nowNanos);
        if (again != null) {
            outputs.send(peer, again);
        }
    }
}
