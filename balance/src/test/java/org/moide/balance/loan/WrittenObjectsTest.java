package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.found;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.only;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataWanted;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.NeverWritten;
import org.moide.balance.loan.LoanOutput.ObjectsWritten;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.Membership;

/**
 * Tests data objects that tasks write. An object counts when the loan of the task that wrote it is accepted, and until
 * then the tasks that read it wait.
 */
class WrittenObjectsTest {
    private static final int ROOT = Membership.ROOT;
    private static final WrittenObject SEVENTH = new WrittenObject(7, 3, 1, 100);

    private final EnginePool pool = new EnginePool(2, Mail.signal(), () -> {}, () -> 0);
    private long comingBack; // as the engine's strategy last saw it
    private final EngineBalancer engine = EngineBalancer.of(
            3,
            13,
            pool,
            view -> {
                comingBack = view.tasksComingBack();
                return List.of();
            },
            LIMITS);
    private final List<Decision> decisions = new ArrayList<>();
    private final RootBalancer root = RootBalancer.of(
            PoolWithoutThreads.create(),
            Mail.deciding(decisions),
            PoolCompletion.WHEN_COMPLETE,
            LIMITS.withoutSilence(),
            FailurePolicy.DEFAULT);

    WrittenObjectsTest() {
        engine.members(Mail.members(3, 4, 5), 0);
        root.members(Mail.members(1, 2), 0);
    }

    // --- the engine whose task writes

    @Test
    void shouldKeepALoanUntilTheRootHasWhatItsTasksWrote() {
        AtomicBoolean stored = new AtomicBoolean();
        PooledTask task = borrowed(new byte[] {1});
        task.account().wrote(() -> stored.get() ? SEVENTH : null);
        task.account().setPartial(0, "result");
        task.account().countExecuted(0);
        assertThat(found(engine.tick(1), CloseLoan.class))
                .as("the root does not have it")
                .isEmpty();

        stored.set(true);

        CloseLoan close = found(engine.tick(2), CloseLoan.class).get(0);
        assertThat(returned(close).written()).containsExactly(SEVENTH);
    }

    @Test
    void shouldSendALoanHomeWhenItsTasksWaitForWhatItWrites() {
        PooledTask task = borrowed(new byte[] {1});
        pool.put(0, PooledTask.of(task.account(), "reader", TaskClass.of(7)));
        task.account().wrote(() -> SEVENTH);
        task.account().setPartial(0, "result");
        task.account().countExecuted(0);
        assertThat(found(engine.tick(1), CloseLoan.class))
                .as("as long as nobody says it is not written")
                .isEmpty();

        pool.classed().unwritten(7);

        CloseLoan close = found(engine.tick(2), CloseLoan.class).get(0);
        assertThat(close.unfinished()).extracting(PooledTask::task).containsExactly("reader");
        LoanReturned home = returned(close);
        assertThat(home.written()).containsExactly(SEVENTH);
        assertThat(home.wantedBy()).as("what it reads lies here").isEqualTo(3);
    }

    @Test
    void shouldLetALoanGoOnWhileOtherTasksOfTheEngineCanBegin() {
        PooledTask task = borrowed(new byte[] {1}, new byte[] {2});
        pool.put(0, PooledTask.of(task.account(), "reader", TaskClass.of(7)));
        pool.classed().unwritten(7);
        assertThat(found(engine.tick(1), CloseLoan.class)).isEmpty();
        assertThat(pool.take(1)).as("it is not kept from beginning").isNotNull();
    }

    @Test
    void shouldBelieveALenderThatWhatItLendsCanBegin() {
        pool.classed().unwritten(7);
        borrow(TaskHead.of(TaskClass.of(7), new byte[] {1}));
        assertThat(pool.classed().withheld()).isZero();
        assertThat(pool.classed().waiting(9)).hasSize(1);
    }

    @Test
    void shouldBelieveALenderOfATaskThatRunsAloneToo() {
        pool.classed().unwritten(7);
        borrow(RetriedTask.of(1, 1, TaskHead.of(TaskClass.of(7), new byte[] {1})));
        assertThat(found(engine.tick(1), CloseLoan.class))
                .as("home, from where it would come again")
                .isEmpty();
        assertThat(pool.classed().withheld()).isZero();
        assertThat(pool.classed().waiting(9)).hasSize(1);
    }

    // --- loans that are returned because they are old

    @Test
    void shouldAskBackTheTasksOfAnOldLoanWhoseObjectsLieHere() {
        PooledTask task = borrowed(new byte[] {1}, reader(7), reader(7));
        task.account().setPartial(0, "result");
        task.account().countExecuted(0);

        CloseLoan close =
                found(engine.tick(LIMITS.settleNanos()), CloseLoan.class).get(0);

        assertThat(comingBack).isEqualTo(2);
        LoanReturned home = returned(close);
        engine.tick(LIMITS.settleNanos() + 1);
        assertThat(comingBack).isEqualTo(2);
        assertThat(home.unfinished()).hasSize(2);
        assertThat(home.wantedBy()).as("what they read is here").isEqualTo(3);

        engine.receive(Mail.letter(ROOT, 3, new LoanMessage.ReturnAccepted(5)), LIMITS.settleNanos() + 2);
        assertThat(comingBack).isZero();
    }

    @Test
    void shouldLeaveToTheLenderWhoGetsTheTasksOfAnOldLoanThatReadNothing() {
        PooledTask task = borrowed(new byte[] {1}, new byte[] {2});
        task.account().setPartial(0, "result");
        task.account().countExecuted(0);

        CloseLoan close =
                found(engine.tick(LIMITS.settleNanos()), CloseLoan.class).get(0);

        assertThat(comingBack).isZero();
        assertThat(returned(close).wantedBy()).isEqualTo(LoanReturned.NOBODY);
    }

    // --- the root

    @Test
    void shouldLendNothingWhoseObjectsAreNotWritten() {
        root.put(List.of(reader(7), reader(8)), 0);
        root.written(new long[] {8}, 0);

        LoanGranted granted = give(1);

        assertThat(granted.bundles()).hasSize(1);
        assertThat(granted.bundles().get(0).count()).isEqualTo(1);
        assertThat(root.queuedTasks()).isZero();
    }

    @Test
    void shouldLendWhatReadsAnObjectOnceTheLoanThatWroteItIsHome() {
        root.put(List.of(new byte[] {1}, reader(7)), 0);
        root.complete(0);
        LoanGranted granted = give(1);

        List<LoanOutput> out = home(granted, 1, List.of(), List.of(new WrittenObject(7, 1, 1, 100)));

        assertThat(found(out, ObjectsWritten.class)).hasSize(1);
        assertThat(found(out, NeverWritten.class)).isEmpty();
        assertThat(root.queuedTasks()).isEqualTo(1);
    }

    @Test
    void shouldGiveBackToTheWriterWhatReadsItAndKeepWhatStillWaits() {
        root.put(List.of(new byte[] {1}), 0);
        LoanGranted granted = give(1);

        List<LoanOutput> out =
                home(granted, 3, List.of(reader(7), reader(9), reader(7)), List.of(new WrittenObject(7, 1, 1, 100)));

        List<LoanGranted> again = messages(out, 1, LoanGranted.class);
        assertThat(again).hasSize(1);
        assertThat(again.get(0).bundles().get(0).count()).isEqualTo(2);
        assertThat(root.queuedTasks()).as("the third is withheld").isZero();
    }

    @Test
    void shouldFailWhenAllThatIsLeftWaitsForWhatNobodyWrites() {
        root.put(List.of(new byte[] {1}, reader(7)), 0);
        LoanGranted granted = give(1);
        assertThat(found(root.complete(0), NeverWritten.class))
                .as("a task is out that may write it")
                .isEmpty();

        List<LoanOutput> out = home(granted, 0, List.of(), List.of());

        assertThat(found(out, NeverWritten.class)).hasSize(1);
        NeverWritten never = found(out, NeverWritten.class).get(0);
        assertThat(never.id()).isEqualTo(7);
        assertThat(never.tasks()).isEqualTo(1);
        assertThat(found(root.tick(1), NeverWritten.class)).as("once").isEmpty();
    }

    // --- helpers

    private static byte[] reader(long id) {
        return TaskHead.of(TaskClass.of(id), new byte[] {1});
    }

    private PooledTask borrowed(byte[]... tasks) {
        borrow(tasks);
        return Objects.requireNonNull(pool.take(0), "a task");
    }

    private void borrow(byte[]... tasks) {
        engine.receive(Mail.letter(ROOT, 3, new LoanGranted(1, 0, 1, List.of(Bundle.of(5, List.of(tasks))))), 0);
    }

    private LoanReturned returned(CloseLoan close) {
        List<byte[]> unfinished = new ArrayList<>();
        close.unfinished().forEach(task -> unfinished.add(reader(7)));
        return only(
                engine.closed(new ClosedLoan(close.account().loan(), new byte[1], unfinished), 3),
                ROOT,
                LoanReturned.class);
    }

    private LoanGranted give(int member) {
        root.receive(Mail.toRoot(member, new FetchTasks(1, 9, true, 1, 0, 0, DataWanted.NOTHING)), 0);
        decisions.add(new Decision.Give(member, 9, 9));
        return only(root.tick(0), member, LoanGranted.class);
    }

    private List<LoanOutput> home(
            LoanGranted granted, long created, List<byte[]> unfinished, List<WrittenObject> written) {
        root.receive(Mail.toRoot(1, new LoanMessage.GrantTaken(granted.sequence())), 0);
        Bundle bundle = granted.bundles().get(0);
        LoanReturned returned = new LoanReturned(
                bundle.loan(),
                0,
                new byte[1],
                bundle.count() + created - unfinished.size(),
                created,
                unfinished,
                unfinished.isEmpty() ? LoanReturned.NOBODY : 1,
                List.of(),
                written);
        return root.receive(Mail.toRoot(1, returned), 0);
    }
}
