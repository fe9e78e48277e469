package org.moide.balance.loan.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.found;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.toRoot;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanOutput.PhaseDone;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.Mail;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.TaskShelf;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;

/**
 * Tests random histories of a root whose tasks are on a shelf (in memory or on disk), with phases, loans returned half
 * done, and lost members.
 */
class BacklogSeedsTest {
    private static final int SEEDS = Integer.getInteger("moide.runs", 200);
    private static final List<String> STRATEGIES = List.of("static", "central", "collective", "mig1", "tdc");
    private static final int MEMBERS = 3;
    private static final int TASKS = 600;

    /** A loan that was granted and not returned yet. */
    private record Held(int member, Bundle bundle) {}

    /** One random history of the root and its members. */
    private static final class Play {
        private final SplittableRandom random;
        private final RootBalancer root;
        private final List<Held> held = new ArrayList<>();
        private final List<LoanOutput> said = new ArrayList<>();
        private final int[] done = new int[TASKS];
        private final int[] requests = new int[MEMBERS + 1];
        private int put;
        private boolean flushing;
        private boolean finished;
        private long now;

        Play(long seed) {
            random = new SplittableRandom(seed);
            String strategy = STRATEGIES.get(random.nextInt(STRATEGIES.size()));
            TaskRoom room = new TaskRoom(random.nextInt(3) == 0 ? 0 : random.nextInt(6_000), TaskShelf.inMemory());
            root = RootBalancer.of(
                    PoolWithoutThreads.create(),
                    Strategies.make(StrategySpec.of(strategy), Membership.ROOT, random.split(), null),
                    PoolCompletion.WHEN_COMPLETE,
                    LIMITS.withoutSilence(),
                    new BalancerParts(FailurePolicy.DEFAULT, room));
            hear(root.members(Mail.members(1, 2, 3), now));
        }

        private void hear(List<LoanOutput> out) {
            said.addAll(found(out, RunFailed.class));
            finished |= !found(out, PoolFinished.class).isEmpty();
            flushing &= found(out, PhaseDone.class).isEmpty();
            for (int member = 1; member <= MEMBERS; member++) {
                for (LoanGranted granted : messages(out, member, LoanGranted.class)) {
                    for (Bundle bundle : granted.bundles()) {
                        held.add(new Held(member, bundle));
                    }
                    hear(root.receive(toRoot(member, new GrantTaken(granted.sequence())), now));
                }
            }
        }

        void run() {
            while (put < TASKS) {
                int what = random.nextInt(10);
                if (what < 5 && !flushing) {
                    putSome();
                } else if (what == 5 && !flushing) {
                    flushing = true;
                    hear(root.flush(now));
                } else if (what == 6) {
                    lose(1 + random.nextInt(MEMBERS));
                } else {
                    work(true);
                }
            }
            hear(root.complete(now));
            for (int turn = 0; turn < 20_000 && !finished; turn++) {
                work(turn < 500);
            }
        }

        private void putSome() {
            List<byte[]> some = new ArrayList<>();
            for (int left = 1 + random.nextInt(40); left > 0 && put < TASKS; left--) {
                some.add(ByteBuffer.allocate(Integer.BYTES + random.nextInt(100))
                        .putInt(put++)
                        .array());
            }
            hear(root.put(some, now));
        }

        private void lose(int member) {
            held.removeIf(one -> one.member() == member);
            hear(root.borrowerLost(member, now));
        }

        private void work(boolean half) {
            now += Mail.MILLI;
            int member = 1 + random.nextInt(MEMBERS);
            hear(root.receive(toRoot(member, new FetchTasks(++requests[member], 2, true, 1, 0, 0)), now));
            if (!held.isEmpty()) {
                giveBack(held.remove(random.nextInt(held.size())), half && random.nextBoolean());
            }
        }

        private void giveBack(Held one, boolean half) {
            List<byte[]> tasks = one.bundle().tasks();
            int executed = half ? random.nextInt(tasks.size() + 1) : tasks.size();
            tasks.subList(0, executed)
                    .forEach(task -> done[ByteBuffer.wrap(task).getInt()]++);
            hear(root.receive(
                    toRoot(
                            one.member(),
                            new LoanReturned(
                                    one.bundle().loan(),
                                    0,
                                    executed == 0 ? null : new byte[1],
                                    executed,
                                    0,
                                    tasks.subList(executed, tasks.size()),
                                    random.nextBoolean() ? LoanReturned.NOBODY : one.member())),
                    now));
        }
    }

    @Test
    void shouldRunEachTaskOnceWhateverLiesOnTheShelf() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Play play = new Play(seed);
            play.run();
            assertThat(play.said).as("seed %d", seed).isEmpty();
            assertThat(play.finished).as("seed %d: all is done", seed).isTrue();
            assertThat(play.done).as("seed %d", seed).containsOnly(1);
        }
    }
}
