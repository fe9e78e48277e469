package org.moide.balance.loan.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.found;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.toRoot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.EarlierRoot;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanOutput.NeverWritten;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.Mail;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.StoredTasks;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.TaskShelf;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;

/**
 * Tests tasks that wait at the root on a shelf (in memory or on disk), with strategies that lend nothing before the
 * last task is put.
 */
class BacklogTest {
    private static final int TASKS = 1_000;
    private static final int PART = 20;
    private static final long ROOM = 5_000; // room for some 48 tasks

    private final CountingShelf shelf = new CountingShelf();
    private int requests;

    /** A shelf in memory that counts the bytes on it and may be full. */
    private static final class CountingShelf implements TaskShelf {
        private final List<byte[]> kept = new ArrayList<>();
        private long mostBytes = Long.MAX_VALUE;
        private int reads;
        private boolean broken;

        private long bytes() {
            return kept.stream().mapToLong(part -> part.length).sum();
        }

        @Override
        public long keep(byte[] bytes) {
            if (bytes() + bytes.length > mostBytes) {
                throw new UncheckedIOException("no room for tasks", new IOException("planned"));
            }
            kept.add(bytes);
            return kept.size() - 1L;
        }

        @Override
        public byte[] read(long place, int length) {
            if (broken) {
                throw new UncheckedIOException("tasks are unreadable", new IOException("planned"));
            }
            reads++;
            return kept.get((int) place);
        }

        @Override
        public void close() {}
    }

    private RootBalancer root(String strategy) {
        RootBalancer root = RootBalancer.of(
                PoolWithoutThreads.create(),
                Strategies.make(StrategySpec.of(strategy), Membership.ROOT, new SplittableRandom(1), null),
                PoolCompletion.WHEN_COMPLETE,
                LIMITS.withoutSilence(),
                new BalancerParts(FailurePolicy.DEFAULT, new TaskRoom(ROOM, shelf)));
        root.members(Mail.members(1, 2), 0);
        return root;
    }

    private static byte[] task(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private static List<byte[]> tasks(long from, long to) {
        return LongStream.range(from, to).mapToObj(BacklogTest::task).toList();
    }

    /**
     * Plays members that take the grants in {@code outputs} and later ones, return them done, and ask again. Ends when
     * all tasks are done or nothing more is granted.
     *
     * @return the numbers of the tasks in the order of the grants
     */
    private List<Long> lent(RootBalancer root, List<LoanOutput> outputs) {
        List<Long> all = new ArrayList<>();
        List<LoanOutput> next = List.copyOf(outputs);
        int vain = 0;
        while (vain < 4 && found(outputs, LoanOutput.PoolFinished.class).isEmpty()) {
            int before = all.size();
            List<LoanOutput> out = new ArrayList<>();
            for (int member = 1; member <= 2; member++) {
                for (LoanGranted granted : messages(next, member, LoanGranted.class)) {
                    out.addAll(root.receive(toRoot(member, new GrantTaken(granted.sequence())), requests));
                    for (Bundle bundle : granted.bundles()) {
                        bundle.tasks().forEach(task -> all.add(number(task)));
                        out.addAll(root.receive(toRoot(member, done(bundle)), requests));
                    }
                }
            }
            requests++;
            FetchTasks fetch = new FetchTasks(requests, 1, true, 1, 0, 0);
            out.addAll(root.receive(toRoot(1 + requests % 2, fetch), requests));
            outputs.addAll(out);
            next = out;
            vain = all.size() > before ? 0 : vain + 1;
        }
        return all;
    }

    private static LoanReturned done(Bundle bundle) {
        return new LoanReturned(
                bundle.loan(), 0, new byte[1], bundle.tasks().size(), 0, List.of(), LoanReturned.NOBODY);
    }

    private static long number(byte[] task) {
        return ByteBuffer.wrap(task).getLong(task.length - Long.BYTES);
    }

    private static List<Long> numbers(long tasks) {
        return LongStream.range(0, tasks).boxed().toList();
    }

    @Test
    void shouldKeepOnTheShelfWhatDoesNotFitAndLendAllOnce() {
        for (String strategy : List.of("static", "central", "collective", "mig2", "tdc")) {
            shelf.kept.clear();
            requests = 0;
            RootBalancer root = root(strategy);
            List<LoanOutput> outputs = new ArrayList<>();
            for (int from = 0; from < TASKS; from += PART) {
                outputs.addAll(root.put(tasks(from, from + PART), 0));
                assertThat(root.queuedTasks()).as(strategy).isEqualTo(from + PART);
            }
            assertThat(shelf.bytes())
                    .as(strategy)
                    .isGreaterThan((TASKS - ROOM / 100) * (Long.BYTES + Integer.BYTES) - 1_000);
            assertThat(shelf.reads).as("%s: before any may be lent", strategy).isZero();
            outputs.addAll(root.complete(0));

            assertThat(lent(root, outputs)).as(strategy).containsExactlyInAnyOrderElementsOf(numbers(TASKS));
            assertThat(found(outputs, LoanOutput.LoanBooked.class).stream()
                            .flatMapToLong(booked -> LongStream.of(booked.tasks()))
                            .boxed())
                    .as("%s: their numbers", strategy)
                    .containsExactlyInAnyOrderElementsOf(numbers(TASKS));
            assertThat(found(outputs, RunFailed.class)).as(strategy).isEmpty();
            shelf.reads = 0;
        }
    }

    @Test
    void shouldReadFromTheShelfOnlyWhatIsNeededSoon() {
        RootBalancer root = root("static");
        for (int from = 0; from < TASKS; from += PART) {
            root.put(tasks(from, from + PART), 0);
        }
        root.complete(0);
        assertThat(shelf.reads).isZero();
        List<LoanOutput> out = root.receive(toRoot(1, new FetchTasks(1, 1, true, 1, 0, 0)), 1);
        assertThat(messages(out, 1, LoanGranted.class)).hasSize(1);
        root.tick(2);
        assertThat(shelf.reads).isBetween(1, 3);
    }

    @Test
    void shouldKeepAllInMemoryForAStrategyThatDoesNotWait() {
        RootBalancer root = root("guided");
        root.put(tasks(0, TASKS), 0);
        root.put(tasks(TASKS, TASKS + TASKS), 0);
        assertThat(shelf.kept).isEmpty();
    }

    @Test
    void shouldKeepASmallBagInMemory() {
        RootBalancer root = root("static");
        root.put(tasks(0, PART), 0);
        root.put(tasks(PART, PART + PART), 0);
        root.complete(0);
        assertThat(shelf.kept).isEmpty();
    }

    @Test
    void shouldFailTheRunWhenTheShelfIsFull() {
        shelf.mostBytes = 300;
        RootBalancer root = root("static");
        List<LoanOutput> outputs = new ArrayList<>();
        for (int from = 0; from < TASKS && found(outputs, RunFailed.class).isEmpty(); from += PART) {
            outputs.addAll(root.put(tasks(from, from + PART), 0));
        }
        assertThat(found(outputs, RunFailed.class)).containsExactly(new RunFailed("no room for tasks"));
    }

    @Test
    void shouldFailTheRunWhenTheShelfCannotBeRead() {
        RootBalancer root = root("static");
        for (int from = 0; from < TASKS; from += PART) {
            root.put(tasks(from, from + PART), 0);
        }
        shelf.broken = true;
        List<LoanOutput> outputs = new ArrayList<>(root.complete(0));
        lent(root, outputs);
        assertThat(found(outputs, RunFailed.class)).contains(new RunFailed("tasks are unreadable"));
    }

    /** Checks that tasks which may not begin yet do not keep the tasks that come after them from being lent. */
    @Test
    void shouldLendWhatLiesBehindTasksThatWaitForAnObject() {
        RootBalancer root = root("static");
        List<byte[]> waiting = new ArrayList<>();
        for (byte[] task : tasks(TASKS, TASKS + TASKS)) {
            waiting.add(TaskHead.of(TaskClass.of(7), task));
        }
        for (int from = 0; from < TASKS; from += PART) {
            root.put(waiting.subList(from, from + PART), 0);
        }
        for (int from = 0; from < TASKS; from += PART) {
            root.put(tasks(from, from + PART), 0);
        }
        List<LoanOutput> outputs = new ArrayList<>(root.complete(0));
        assertThat(found(outputs, NeverWritten.class))
                .as("some are left that do not wait")
                .isEmpty();
        assertThat(lent(root, outputs)).containsExactlyInAnyOrderElementsOf(numbers(TASKS));
        assertThat(found(outputs, NeverWritten.class)).hasSize(1);

        List<LoanOutput> rest = new ArrayList<>(root.written(new long[] {7}, 0));
        assertThat(lent(root, rest)).hasSize(TASKS);
        assertThat(found(rest, LoanOutput.PoolFinished.class)).hasSize(1);
    }

    @Test
    void shouldGoOnWithWhatAnEarlierRootHasLeftElsewhere() {
        RootBalancer root = root("static");
        Map<Long, byte[]> open = new LinkedHashMap<>();
        LongStream.range(0, PART).forEach(number -> open.put(number, task(number)));
        List<StoredTasks> stored = new ArrayList<>();
        for (int from = PART; from < TASKS; from += PART) {
            int first = from;
            stored.add(new StoredTasks() {
                @Override
                public int count() {
                    return PART;
                }

                @Override
                public Map<Long, byte[]> load() {
                    Map<Long, byte[]> loaded = new LinkedHashMap<>();
                    LongStream.range(first, first + PART).forEach(number -> loaded.put(number, task(number)));
                    return loaded;
                }
            });
        }
        List<LoanOutput> outputs = new ArrayList<>(root.resume(new EarlierRoot(TASKS, 0, 0, open, stored, TASKS), 0));
        assertThat(root.queuedTasks()).isEqualTo(TASKS);
        outputs.addAll(root.complete(0));

        assertThat(lent(root, outputs)).containsExactlyInAnyOrderElementsOf(numbers(TASKS));
        assertThat(found(outputs, LoanOutput.PoolFinished.class)).hasSize(1);
        assertThat(found(outputs, RunFailed.class)).isEmpty();
    }
}
