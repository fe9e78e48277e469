package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.only;
import static org.moide.balance.loan.Mail.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GiveBack;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;

/**
 * Tests vertical expansion, that is, loans between an engine and its assistants: message by message and in whole
 * simulated runs.
 */
class AssistantsTest {
    /**
     * The seeds for each strategy: 20 in the default build, 333 in the profile full, 3,333 in tier 1 with
     * {@code -Dmoide.seeds=10000}.
     */
    private static final int SEEDS = Integer.getInteger("moide.seeds", 300) / 3;

    private static final long MILLI = 1_000_000;
    private static final int ROOT = Membership.ROOT;

    // --- engine 3 with the assistant 5, letter by letter ------------------------------------------------------------

    private final EnginePool pool = new EnginePool(1, Mail.signal(), () -> {}, () -> 0);
    private final List<Decision> decisions = new ArrayList<>();
    private final List<Integer> seenIdle = new ArrayList<>();
    private final EngineBalancer engine = EngineBalancer.of(3, 13, pool, this::decided, LIMITS);
    private final Membership members = Mail.members(3, 4).with(new Membership.Member(5, 15, 1, 2, 3));

    AssistantsTest() {
        engine.members(members.seenBy(3), 0);
    }

    private List<Decision> decided(MemberView view) {
        seenIdle.add(view.idleThreads());
        List<Decision> now = List.copyOf(decisions);
        decisions.clear();
        return now;
    }

    private List<LoanOutput> receive(int from, LoanMessage message) {
        return engine.receive(Mail.letter(from, 3, message), 0);
    }

    private List<LoanOutput> borrow(long loan, int count) {
        return receive(ROOT, new LoanGranted(1, 0, 1, List.of(Bundle.of(loan, tasks(count)))));
    }

    @Test
    void shouldLendALoanThatWasNotBegunToAnAssistantItselfSinceItsLenderKnowsNoAssistant() {
        receive(5, new FetchTasks(1, 4, true, 1, 0, 0));
        List<LoanOutput> outputs = borrow(9, 1);
        assertThat(messages(outputs, ROOT, LoanReturned.class)).isEmpty();
        assertThat(only(outputs, 5, LoanGranted.class).bundles()).isNotEmpty();
    }

    @Test
    void shouldCallHomeFromTheAssistantWhatOthersLack() {
        borrow(9, 1);
        PooledTask running = Objects.requireNonNull(pool.take(0), "a task");
        for (int child = 0; child < 10; child++) {
            pool.put(0, PooledTask.encoded(running.account(), new byte[4]));
        }
        LoanGranted granted = only(receive(5, new FetchTasks(1, 1, true, 0, 0, 0)), 5, LoanGranted.class);
        List<LoanOutput> outputs = receive(ROOT, new GiveBack(1));
        assertThat(only(outputs, 5, SettleLoan.class).loan())
                .isEqualTo(granted.bundles().get(0).loan());
    }

    @Test
    void shouldReportTheIdleThreadsAndTheSpeedOfBoth() {
        pool.beginWaiting(0);
        receive(5, new FetchTasks(1, 1, true, 2, 0, 4_000));
        assertThat(seenIdle.get(seenIdle.size() - 1)).isEqualTo(3);
        decisions.add(new Decision.Ask(4, 1, true));
        FetchTasks asked = only(engine.tick(1), 4, FetchTasks.class);
        assertThat(asked.idleThreads()).isEqualTo(3);
        // Two threads with 4 µs a task, and one that has done no task yet.
        assertThat(asked.meanTaskNanos()).isEqualTo(6_000);
    }

    @Test
    void shouldPutBackWhatAnAssistantHeldThatIsLost() {
        receive(5, new FetchTasks(1, 4, true, 0, 0, 0));
        borrow(9, 4);
        engine.tick(1);
        assertThat(pool.queued()).isEqualTo(2);
        engine.members(members.without(5).seenBy(3), 2);
        assertThat(pool.queued()).isEqualTo(4);
    }

    // --- whole runs -------------------------------------------------------------------------------------------------

    static List<String> all() {
        return Strategies.names();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldCountEveryTaskOnceWhileAssistantsComeAndDie(String name) {
        int worked = 0;
        int died = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            int[] counts = run(seed, name).assistants();
            worked += counts[0];
            died += counts[1];
        }
        assertThat(worked)
                .as("assistants that executed tasks: without any, the seeds tried nothing")
                .isGreaterThan(SEEDS / 20);
        assertThat(died).as("of them that died").isPositive();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRunTheSameAgainWhenTheSeedIsTheSame(String name) {
        for (long seed = 0; seed < 3; seed++) {
            assertThat(run(seed, name).digest()).isEqualTo(run(seed, name).digest());
        }
    }

    private static BagSimulation run(long seed, String name) {
        return new BagSimulation(seed, new Cores(), random -> StrategySpec.of(name), true, seed % 3 == 0).run();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldGiveWorkToAnAssistantAndShowItToItsPrincipalOnly(String name) {
        for (long seed = 0; seed < 2; seed++) {
            Story story = new Story(seed, SimulatedTree.regular(8, 3, MILLI), StrategySpec.of(name), 1);
            story.join(1);
            story.join(2);
            story.pass(50 * MILLI);
            int principal = story.busiest(); // the only member with tasks, if they do not move
            TroubledEngine assistant = story.assist(3, principal);
            story.pass(100 * MILLI);
            assertThat(assistant.balancer.totals().executedTasks())
                    .as(name + ", seed " + seed + ": tasks within 100 ms")
                    .isPositive();
            story.runToTheEnd();
            assertThat(story.writtenTo(3)).isSubsetOf(ROOT, principal);
            assertThat(story.writersTo(3)).isSubsetOf(ROOT, principal);
            assertThat(story.totals().executedTasks()).isEqualTo(9_841);
        }
    }

    @Test
    void shouldGoOnForTheSuccessorWhenThePrincipalIsReplaced() {
        for (long seed = 0; seed < 20; seed++) {
            Story story = new Story(seed, SimulatedTree.regular(8, 3, MILLI), StrategySpec.of("stealing"), 2);
            story.assist(2, 1);
            story.pass(200 * MILLI);
            assertThat(story.engine(2).balancer.totals().executedTasks()).isPositive();
            story.join(3);
            story.pass(20 * MILLI);
            story.dismiss(1, 3);
            story.pass(200 * MILLI);
            assertThat(story.isThere(1))
                    .as("seed " + seed + ": its principal has left")
                    .isFalse();
            assertThat(story.members().principalOf(2)).isEqualTo(3);
            long before = story.engine(2).balancer.totals().executedTasks();
            story.pass(200 * MILLI);
            assertThat(story.engine(2).balancer.totals().executedTasks())
                    .as("seed " + seed + ": tasks after its principal was replaced")
                    .isGreaterThan(before + 100);
            story.runToTheEnd();
            assertThat(story.writtenTo(2)).isSubsetOf(ROOT, 1, 3);
            assertThat(story.totals().executedTasks()).isEqualTo(9_841);
            for (int number = 0; number < 4; number++) {
                assertThat(story.engine(number).balancer.totals().loansRetaken())
                        .as("seed " + seed + ": loans that engine " + number + " took back")
                        .isZero();
            }
        }
    }

    @Test
    void shouldGoOnForEverybodyWhenThePrincipalDies() {
        for (long seed = 0; seed < 10; seed++) {
            Story story = new Story(seed, SimulatedTree.regular(8, 3, MILLI), StrategySpec.of("stealing"), 2);
            story.assist(2, 1);
            story.pass(200 * MILLI);
            story.kill(1, 5 * MILLI);
            story.pass(50 * MILLI);
            long before = story.engine(2).balancer.totals().executedTasks();
            story.pass(200 * MILLI);
            assertThat(story.members().contains(2)).isTrue();
            assertThat(story.engine(2).balancer.totals().executedTasks())
                    .as("seed " + seed + ": tasks after its principal was lost")
                    .isGreaterThan(before + 100);
            story.runToTheEnd();
        }
    }
}
