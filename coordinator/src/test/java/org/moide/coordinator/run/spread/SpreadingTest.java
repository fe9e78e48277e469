package org.moide.coordinator.run.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.run.state.RunAct;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Posting;
import org.moide.engine.control.Sheets;
import org.moide.engine.control.TaskSettings;

class SpreadingTest {
    private final LocalSpace space = new LocalSpace("coordinator");
    private final Spreading spreading = new Spreading(space, "r", TreeShape.USUAL);

    private static NodeReference node(int seat) {
        return new NodeReference("engine-" + seat, List.of("host-" + seat), 7_000);
    }

    private static List<RunAct> registered(int engines, long epoch) {
        List<Registration.Member> rows = IntStream.range(0, engines)
                .mapToObj(engine -> new Registration.Member(engine, engine, 1, 1, node(100 + engine)))
                .toList();
        Registration registration = new Registration(epoch, rows);
        List<Double> powers = rows.stream().map(row -> 1.0).toList();
        return IntStream.range(0, engines)
                .<RunAct>mapToObj(engine -> new RunAct.Tell(
                        100 + engine, new EngineCommand.Register(registration, engine, powers, Tuning.DEFAULT)))
                .toList();
    }

    private void open(int engines) {
        IntStream.range(100, 100 + engines).forEach(seat -> spreading.open(seat, node(seat)));
    }

    private static EngineCommand.Spread spread(RunAct act) {
        return (EngineCommand.Spread) ((RunAct.Tell) act).command();
    }

    @Test
    void shouldTellFewEnginesAllThemselves() {
        open(31);
        List<RunAct> acts = registered(31, 1);
        assertThat(spreading.shortened(acts)).isEqualTo(acts);
    }

    @Test
    void shouldMakeATreeInWhichNobodyIsAskedByMoreThanEight() {
        open(1_000);
        List<RunAct> shortened = spreading.shortened(registered(1_000, 1));

        Map<Integer, Integer> levels = new HashMap<>();
        for (int place = 0; place < 1_000; place++) {
            EngineCommand.Spread told = spread(shortened.get(place));
            assertThat(((RunAct.Tell) shortened.get(place)).seat()).isEqualTo(100 + place);
            assertThat(told.engine()).isEqualTo(place);
            int above = told.level() == 1 ? 0 : levels.get(told.above());
            assertThat(told.level()).isEqualTo(above + 1);
            assertThat(told.node()).isEqualTo(told.level() == 1 ? null : node(told.above()));
            levels.put(100 + place, told.level());
        }
        Map<Integer, Long> asked = shortened.stream()
                .collect(Collectors.groupingBy(act -> spread(act).above(), Collectors.counting()));
        assertThat(asked.values()).allMatch(count -> count <= 8);
        assertThat(asked).containsEntry(Posting.COORDINATOR, 8L);
        assertThat(levels.values()).allMatch(level -> level <= 4);
    }

    @Test
    void shouldGiveWhatItHasMadeShort() {
        open(40);
        List<RunAct> shortened = spreading.shortened(registered(40, 1));
        Sheets sheets =
                space.proxy(space.self(), Sheets.class, Sheets.nameOf("r", Posting.COORDINATOR), Duration.ofSeconds(1));
        assertThat(sheets.sheet(spread(shortened.get(0)).sheet()).length).isBetween(100, 2_000);
        assertThat(sheets.sheet("another")).isEmpty();
    }

    @Test
    void shouldLeaveOthersWhereTheyWere() {
        open(80);
        List<RunAct> acts = new ArrayList<>(registered(40, 1));
        RunAct note = new RunAct.Note("between");
        acts.add(20, note);
        acts.addAll(registered(5, 2)); // belongs to another registration
        List<RunAct> shortened = spreading.shortened(acts);

        assertThat(shortened.get(20)).isSameAs(note);
        assertThat(shortened.subList(41, 46)).isEqualTo(acts.subList(41, 46));
        assertThat(spread(shortened.get(40)).engine()).isEqualTo(39);
    }

    @Test
    void shouldTellInShortThatAllStart() {
        open(40);
        Map<Integer, NodeReference> nodes = new HashMap<>();
        IntStream.range(100, 140).forEach(seat -> nodes.put(seat, node(seat)));
        EngineCommand.Start start = new EngineCommand.Start(
                Map.of(),
                true,
                StrategySpec.of(Strategies.DEFAULT),
                TaskSettings.DEFAULT,
                1,
                Membership.of(nodes.keySet().stream()
                        .map(seat -> new Membership.Member(seat, 1, 1, 1))
                        .toList()),
                nodes,
                0);
        List<RunAct> acts = IntStream.range(100, 140)
                .<RunAct>mapToObj(seat -> new RunAct.Tell(seat, start))
                .toList();
        assertThat(spreading.shortened(acts)).allMatch(act -> spread(act).engine() == 0);
    }
}
