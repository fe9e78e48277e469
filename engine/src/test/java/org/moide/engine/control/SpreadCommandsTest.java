package org.moide.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;

class SpreadCommandsTest {
    private static final String RUN = "r";
    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final EngineCommand LATER = new EngineCommand.EndEpoch(1, "over");

    private final SimCluster cluster = new SimCluster(5);
    private final SimNode home = cluster.node("coordinator");
    private final KeptSheets atHome = new KeptSheets();
    private final List<Child> engines = new ArrayList<>();
    private int askedAtHome;
    private Sheet sheet;

    /** An engine and the commands that it received. */
    private final class Child {
        private final int seat = engines.size();
        private final SimNode node = cluster.node("engine-" + seat);
        private final List<EngineCommand> told = new ArrayList<>();
        private final List<String> lost = new ArrayList<>();
        private final SpreadCommands commands = new SpreadCommands(
                new SpreadCommands.Home(RUN, seat, home.reference()),
                node.space(),
                Timing.USUAL,
                new Surroundings(node.ticker(), node.signals(), node.threads("e"), UnexpectedFaults::fail),
                told::add,
                lost::add);

        /**
         * Sends the child a command of which it must fetch the rest from its parent in the tree.
         *
         * @param level the child's distance from the root of the tree
         * @param above the parent; null if it is the coordinator
         */
        void isTold(int level, @Nullable Child above) {
            commands.take(new EngineCommand.Spread(
                    sheet.name(),
                    seat,
                    level,
                    above == null ? Posting.COORDINATOR : above.seat,
                    above == null ? null : above.node.reference()));
        }
    }

    @BeforeEach
    void export() throws IOException {
        cluster.neverBlock(Sheets.class);
        home.space().export(Sheets.class, Sheets.nameOf(RUN, Posting.COORDINATOR), name -> {
            askedAtHome++;
            return atHome.sheet(name);
        });
        List<Registration.Member> rows = IntStream.range(0, 200)
                .mapToObj(engine -> new Registration.Member(engine, engine, 1, 1, home.reference()))
                .toList();
        List<Double> powers = rows.stream().map(row -> 1.0).toList();
        sheet = Sheet.of(new EngineCommand.Register(new Registration(1, rows), 0, powers, Tuning.DEFAULT));
        atHome.keep(sheet);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private Child engine() {
        Child made = new Child();
        engines.add(made);
        return made;
    }

    private static void assertRegistered(Child engine) {
        assertThat(engine.lost).isEmpty();
        assertThat(engine.told).hasSize(1);
        assertThat(((EngineCommand.Register) engine.told.get(0)).engine()).isEqualTo(engine.seat);
        assertThat(((EngineCommand.Register) engine.told.get(0)).powers()).hasSize(200);
    }

    @Test
    void shouldKeepTheOrderWhenCommandsComeWhileOneIsAskedFor() {
        Child engine = engine();
        engine.commands.take(LATER);
        engine.isTold(1, null);
        engine.commands.take(LATER);
        engine.isTold(1, null);
        engine.commands.take(LATER);
        cluster.runFor(SOON);

        assertThat(engine.told).hasSize(5);
        assertThat(engine.told.get(1)).isInstanceOf(EngineCommand.Register.class);
        assertThat(engine.told.get(3)).isInstanceOf(EngineCommand.Register.class);
        assertThat(engine.told).element(0).isEqualTo(LATER);
        assertThat(engine.told).element(2).isEqualTo(LATER);
        assertThat(engine.told).element(4).isEqualTo(LATER);
        assertThat(askedAtHome).isEqualTo(1); // for the second command the engine had the sheet already
    }

    @Test
    void shouldAskTheEngineAboveUntilThatHasIt() {
        Child top = engine();
        Child middle = engine();
        Child last = engine();
        last.isTold(3, middle);
        middle.isTold(2, top);
        cluster.runFor(Duration.ofMillis(500));
        assertThat(last.told).isEmpty();

        top.isTold(1, null);
        cluster.runFor(SOON);
        engines.forEach(SpreadCommandsTest::assertRegistered);
        assertThat(askedAtHome).isEqualTo(1);
    }

    @Test
    void shouldHaveOnlyThoseAskTheCoordinatorThatAreRightBelowOneThatHangs() {
        Child top = engine();
        Child below = engine();
        List<Child> last = List.of(engine(), engine(), engine());
        cluster.pause(top.node);
        below.isTold(2, top);
        last.forEach(engine -> engine.isTold(3, below));
        cluster.runFor(Timing.USUAL.look().plus(SOON));

        assertRegistered(below);
        last.forEach(SpreadCommandsTest::assertRegistered);
        assertThat(askedAtHome).isEqualTo(1);
    }

    @Test
    void shouldAskTheCoordinatorWhenTheEngineAboveIsGoneOrHasLeft() {
        Child gone = engine();
        Child left = engine();
        cluster.losePower(gone.node);
        left.commands.close();
        engine().isTold(2, gone);
        engine().isTold(2, left);
        cluster.runFor(LONG);

        assertRegistered(engines.get(2));
        assertRegistered(engines.get(3));
    }

    @Test
    void shouldAskTheCoordinatorWhenTheEngineAboveGivesWhatWasNotTold() throws IOException {
        Child liar = engine();
        Sheet other = Sheet.of(new EngineCommand.Register(
                new Registration(1, List.of(new Registration.Member(0, 0, 1, 1, liar.node.reference()))),
                0,
                List.of(1.0),
                Tuning.DEFAULT));
        liar.node.space().export(Sheets.class, Sheets.nameOf(RUN, liar.seat), name -> other.bytes());
        Child engine = engine();
        engine.isTold(2, liar);
        cluster.runFor(Timing.USUAL.look().plus(SOON));

        assertRegistered(engine);
    }

    @Test
    void shouldSayOnceThatNobodyHasIt() {
        Child engine = engine();
        engine.commands.take(new EngineCommand.Spread("0".repeat(64), 0, 1, Posting.COORDINATOR, null));
        engine.commands.take(LATER);
        cluster.runFor(SOON);
        engine.commands.take(LATER);

        assertThat(engine.told).isEmpty();
        assertThat(engine.lost).singleElement().asString().contains("expected the bytes whose SHA-256 is 000");
    }

    @Test
    void shouldEndAtOnceWhileItAsks() {
        cluster.pause(home);
        Child engine = engine();
        engine.isTold(1, null);
        engine.commands.take(LATER);
        EngineCommand cease = new EngineCommand.Cease("it is over", true);
        engine.commands.take(cease);
        assertThat(engine.told).containsExactly(cease);

        engine.commands.close();
        cluster.resume(home);
        cluster.runFor(LONG);
        assertThat(engine.told).containsExactly(cease);
        assertThat(engine.lost).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldTellAllWhenCallsAreLostAndEnginesDie(long seed) {
        cluster.network(NetworkModel.faulty(cluster.queue().random("weather " + seed), 0.2));
        int branches = 3;
        for (int place = 0; place < 25; place++) {
            engine();
        }
        for (Child engine : engines) {
            int level = 1;
            for (int above = engine.seat / branches - 1; above >= 0; above = above / branches - 1) {
                level++;
            }
            engine.isTold(level, level == 1 ? null : engines.get(engine.seat / branches - 1));
        }
        Child dies = engines.get((int) (seed % engines.size()));
        cluster.after(Duration.ofNanos(seed * 300_000), "a death", () -> cluster.kill(dies.node));
        cluster.runFor(LONG);

        engines.stream().filter(engine -> engine != dies).forEach(SpreadCommandsTest::assertRegistered);
    }
}
