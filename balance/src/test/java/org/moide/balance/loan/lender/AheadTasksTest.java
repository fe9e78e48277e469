package org.moide.balance.loan.lender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.toRoot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskHead;
import org.moide.balance.data.TaskLimits;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.Mail;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;

/** Tests tasks that the root lends ahead of others by their priority. */
class AheadTasksTest {
    private final RootBalancer root = RootBalancer.of(
            new EnginePool(0, Mail.signal(), () -> {}, () -> 0),
            Strategies.make(
                    StrategySpec.of("demand", Map.of("block", "1", "settle", "false")),
                    Membership.ROOT,
                    new SplittableRandom(1),
                    null),
            PoolCompletion.WHEN_COMPLETE,
            BalancerLimits.DEFAULT.withoutSilence(),
            new FailurePolicy(3, 0));
    private long requests;

    private static byte[] task(int name, double priority) {
        TaskLimits limits = new TaskLimits(0, false, false, !Double.isNaN(priority));
        return TaskHead.of(priority, limits, new byte[] {(byte) name});
    }

    /** Returns the names of the tasks that a member is granted, and confirms each grant. */
    private List<Integer> granted(List<LoanOutput> outputs, int member) {
        List<Integer> names = new ArrayList<>();
        for (LoanGranted grant : messages(outputs, member, LoanGranted.class)) {
            grant.bundles().forEach(bundle -> bundle.tasks().forEach(task -> names.add((int) task[task.length - 1])));
            names.addAll(granted(root.receive(toRoot(member, new GrantTaken(grant.sequence())), 0), member));
        }
        return names;
    }

    @Test
    void shouldLendTheHighestPriorityFirstAndUnasked() {
        root.members(Mail.members(1), 0);
        root.put(List.of(task(1, TaskHead.NO_PRIORITY), task(2, 5)), 0);
        List<LoanOutput> out = root.put(List.of(task(3, 7), task(4, TaskHead.NO_PRIORITY), task(5, 6)), 0);
        assertThat(messages(out, 1, LoanGranted.class))
                .as("the grant of 2 is not confirmed")
                .isEmpty();
        assertThat(root.queuedTasks()).isEqualTo(4);
        assertThat(granted(root.receive(toRoot(1, new GrantTaken(1)), 0), 1)).containsExactly(3, 5);
        assertThat(granted(root.receive(toRoot(1, new FetchTasks(++requests, 1, true, 1, 0, 0)), 0), 1))
                .containsExactly(1);
    }

    @Test
    void shouldShareTasksAmongMembersAndKeepTheRest() {
        root.members(Mail.members(1, 2), 0);
        int most = AheadTasks.MOST_FOR_A_THREAD;
        List<byte[]> tasks = new ArrayList<>();
        for (int name = 0; name < 2 * most + 10; name++) {
            tasks.add(task(name, 1_000 - name));
        }
        List<LoanOutput> out = root.put(tasks, 0);
        List<Integer> first = granted(out, 1);
        List<Integer> second = granted(out, 2);
        assertThat(first).hasSize(most).startsWith(0, 2, 4);
        assertThat(second).hasSize(most).startsWith(1, 3, 5);
        assertThat(root.queuedTasks()).isEqualTo(10);
        assertThat(granted(root.put(List.of(task(100, 2_000)), 0), 1))
                .as("a higher priority goes past those that wait")
                .containsExactly(100);
    }

    @Test
    void shouldLendATaskAheadAgainWhenItsMemberIsLost() {
        root.members(Mail.members(1), 0);
        assertThat(granted(root.put(List.of(task(1, 5)), 0), 1)).containsExactly(1);
        assertThat(granted(root.members(Mail.members(2), 0), 2)).containsExactly(1);
    }
}
