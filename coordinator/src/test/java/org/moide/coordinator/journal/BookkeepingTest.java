package org.moide.coordinator.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.EarlierRoot;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/**
 * Tests the journal of a simulated bag of tasks. The real root lends tasks to simple borrowers, and the coordinator is
 * lost at every possible moment.
 */
class BookkeepingTest {
    private static final int DEPTH = 6;
    private static final long NODES = 3 * ((1L << (DEPTH + 1)) - 1);

    /**
     * The time of the run under one coordinator: from reading the journal to the end of the run, or to the loss of that
     * coordinator.
     */
    private static final class Life {
        final MemoryFile file;
        final SplittableRandom random;
        final RootBalancer root;
        final @Nullable Bookkeeping books; // null to send acknowledgements at once
        final List<byte[]> written = new ArrayList<>();
        final Set<Long> acknowledged = new HashSet<>();
        final Map<Long, Long> executedOfLoan = new HashMap<>();
        final long executedBefore;
        long results;
        long appended;
        long synced;
        boolean finished;

        Life(byte[] journal, SplittableRandom random, boolean acknowledgesTooEarly) {
            this.random = random;
            JournalReader.Continuation from = continuation(journal);
            JournalState state = from.state();
            this.file = new MemoryFile(Arrays.copyOf(journal, (int) from.wholeBytes()));
            root = RootBalancer.of(
                    new EnginePool(
                            0,
                            SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()).create(),
                            () -> {},
                            () -> 0),
                    Strategies.make(
                            StrategySpec.of("demand", Map.of("block", "3", "settle", "false")),
                            Membership.ROOT,
                            new SplittableRandom(1),
                            null),
                    PoolCompletion.WHEN_COMPLETE,
                    BalancerLimits.DEFAULT.withoutSilence(),
                    FailurePolicy.DEFAULT);
            Bookkeeping writing = new Bookkeeping(0);
            books = acknowledgesTooEarly ? null : writing;
            writer = writing;
            executedBefore = state.executedTasks();
            state.results().forEach(result -> results += ByteBuffer.wrap(result).getLong());
            root.members(
                    Membership.of(List.of(new Membership.Member(0, 1, 1, 1), new Membership.Member(1, 1, 1, 1))), 0);
            if (state.isCreated()) {
                perform(root.resume(
                        new EarlierRoot(
                                state.putTasks(),
                                state.createdTasks(),
                                state.executedTasks(),
                                state.open(),
                                state.stored(),
                                state.nextTask()),
                        0));
            } else {
                List<byte[]> tasks = List.of(new byte[] {DEPTH}, new byte[] {DEPTH}, new byte[] {DEPTH});
                writing.created(tasks, Map.of("weights", new byte[] {1}), true).forEach(this::append);
                perform(root.put(tasks, 0));
            }
            perform(root.complete(0));
        }

        private final Bookkeeping writer;

        private void append(JournalRecord next) {
            written.add(Frames.of(next));
            appended++;
        }

        /** Writes the records up to number {@code upTo} to disk, and tells the bookkeeping that they are there. */
        void sync(long upTo) {
            try {
                for (; synced < upTo; synced++) {
                    if (file.length() == 0) {
                        file.write(ByteBuffer.wrap(RecordBytes.HEADER), 0);
                    }
                    file.write(ByteBuffer.wrap(written.get((int) synced)), file.length());
                }
                file.sync();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            if (books != null) {
                books.synced(synced).forEach(this::leave);
            }
        }

        private void perform(List<LoanOutput> outputs) {
            for (LoanOutput output : outputs) {
                if (output instanceof LoanOutput.LoanBooked booking) {
                    append(writer.booked(booking));
                } else if (output instanceof LoanOutput.ResultAccepted accepted) {
                    results += ByteBuffer.wrap(accepted.result()).getLong();
                } else if (output instanceof LoanOutput.Send send && (books == null || !books.holds(send))) {
                    leave(send);
                } else if (output instanceof LoanOutput.PoolFinished) {
                    finished = true;
                } else if (output instanceof LoanOutput.RunFailed failed) {
                    throw new AssertionError(failed.why());
                }
            }
        }

        private final List<LoanOutput.Send> underWay = new ArrayList<>();
        private final Map<Integer, Long> requests = new HashMap<>();

        private void leave(LoanOutput.Send send) {
            if (send.letter().message() instanceof LoanMessage.ReturnAccepted accepted) {
                acknowledged.add(accepted.loan());
            } else {
                underWay.add(send);
            }
        }

        private void say(int member, LoanMessage message) {
            perform(root.receive(new Letter(member, 1, Membership.ROOT_INCARNATION, message), 0));
        }

        /**
         * Takes one random step: a borrower asks for tasks, takes some or returns some, or records are written to disk.
         */
        void step() {
            int member = random.nextInt(2);
            if (random.nextInt(3) == 0 && appended > synced) {
                sync(synced + 1 + random.nextLong(appended - synced));
            } else if (!underWay.isEmpty()) {
                LoanOutput.Send send = underWay.remove(random.nextInt(underWay.size()));
                if (send.letter().message() instanceof LoanMessage.LoanGranted granted) {
                    say(send.toMember(), new LoanMessage.GrantTaken(granted.sequence()));
                    granted.bundles().forEach(bundle -> work(send.toMember(), bundle));
                }
            } else {
                long request = requests.merge(member, 1L, Long::sum);
                say(member, new LoanMessage.FetchTasks(request, 3, true, 1, 0, 0));
            }
        }

        /**
         * Executes some tasks of a loan, and some of the tasks that they create. Returns the loan; the tasks that were
         * not executed come back unfinished.
         */
        private void work(int member, Bundle bundle) {
            List<byte[]> left = new ArrayList<>(bundle.tasks());
            int most = random.nextInt(12);
            long executed = 0;
            long created = 0;
            while (executed < most && !left.isEmpty()) {
                byte depth = left.remove(left.size() - 1)[0];
                executed++;
                if (depth > 0) {
                    left.add(new byte[] {(byte) (depth - 1)});
                    left.add(new byte[] {(byte) (depth - 1)});
                    created += 2;
                }
            }
            executedOfLoan.put(bundle.loan(), executed);
            byte[] result = executed == 0
                    ? null
                    : ByteBuffer.allocate(Long.BYTES).putLong(executed).array();
            say(member, returned(bundle.loan(), result, executed, created, left));
        }

        private static LoanMessage.LoanReturned returned(
                long loan, byte @Nullable [] result, long executed, long created, List<byte[]> left) {
            return new LoanMessage.LoanReturned(
                    loan, 0, result, executed, created, left, LoanMessage.LoanReturned.NOBODY);
        }

        /**
         * Returns how many tasks were returned and acknowledged too early: a power loss now would lose the journal's
         * record of their return.
         */
        long acknowledgedButLost() {
            long acknowledgedTasks = acknowledged.stream()
                    .mapToLong(loan -> executedOfLoan.getOrDefault(loan, 0L))
                    .sum();
            return executedBefore
                    + acknowledgedTasks
                    - continuation(file.afterPowerLoss()).state().executedTasks();
        }
    }

    private static JournalReader.Continuation continuation(byte[] journal) {
        try {
            return JournalReader.resume(new MemoryFile(journal));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Returns the whole journal of a run in which no coordinator is lost. */
    private static byte[] undisturbed(long seed) {
        Life life = new Life(new byte[0], new SplittableRandom(seed), false);
        while (!life.finished) {
            life.step();
        }
        life.sync(life.appended);
        assertThat(life.results).isEqualTo(NODES);
        return life.file.afterPowerLoss();
    }

    @Test
    void shouldKnowHowManyBytesOfTasksAreNotOnDisk() {
        Bookkeeping books = new Bookkeeping(1);
        books.created(List.of(new byte[10], new byte[20]), Map.of("scene", new byte[99]), false);
        books.created(List.of(new byte[5]), Map.of(), true);
        assertThat(books.unsyncedBytes()).isEqualTo(35);
        books.synced(2);
        assertThat(books.unsyncedBytes()).isEqualTo(35);
        books.synced(3);
        assertThat(books.unsyncedBytes()).isEqualTo(5);
        books.synced(5);
        assertThat(books.unsyncedBytes()).isZero();
    }

    @Test
    void shouldCountEveryTaskOnceWhenItGoesOnFromAnyRecord() throws IOException {
        byte[] whole = undisturbed(1);
        List<Long> ends = new ArrayList<>();
        long[] end = {RecordBytes.HEADER.length};
        ends.add(0L);
        JournalReader.read(new MemoryFile(whole), next -> {
            end[0] += Frames.of(next).length;
            ends.add(end[0]);
        });
        assertThat(ends.size()).isGreaterThan(30);
        for (long boundary : ends) {
            Life life = new Life(Arrays.copyOf(whole, (int) boundary), new SplittableRandom(boundary), false);
            for (int steps = 0; !life.finished; steps++) {
                assertThat(steps).as("from byte %s", boundary).isLessThan(10_000);
                life.step();
            }
            assertThat(life.results).as("from byte %s", boundary).isEqualTo(NODES);
            assertThat(life.root.totals().executedTasks()).isEqualTo(NODES);
            assertThat(life.root.totals().putTasks()).isEqualTo(3);
        }
    }

    @Test
    void shouldLoseNothingThatWasAcknowledgedHoweverOftenItIsLost() {
        for (long seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] journal = new byte[0];
            boolean finished = false;
            for (int lives = 0; !finished; lives++) {
                assertThat(lives).as("seed %s", seed).isLessThan(1_000);
                Life life = new Life(journal, random, false);
                long steps = 5 + random.nextLong(60);
                for (long step = 0; step < steps && !life.finished; step++) {
                    life.step();
                    assertThat(life.acknowledgedButLost()).as("seed %s", seed).isLessThanOrEqualTo(0);
                }
                finished = life.finished;
                assertThat(!finished || life.results == NODES)
                        .as("seed %s: %s of %s", seed, life.results, NODES)
                        .isTrue();
                journal = life.file.afterPowerLoss();
            }
        }
    }

    /** Checks that this test finds a coordinator that acknowledges a return before the record is on disk. */
    @Test
    void shouldNoticeACoordinatorThatAcknowledgesBeforeTheDiskHasIt() {
        boolean noticed = false;
        for (long seed = 0; seed < 20 && !noticed; seed++) {
            Life life = new Life(new byte[0], new SplittableRandom(seed), true);
            for (int step = 0; step < 100 && !life.finished; step++) {
                life.step();
                noticed |= life.acknowledgedButLost() > 0;
            }
        }
        assertThat(noticed).isTrue();
    }
}
