package org.moide.balance.worker.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.strategy.StrategySpec;

/** Tests the names of worker strategies, and how their parameters and thresholds are parsed. */
class WorkerStrategiesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldMakeEveryStrategyThatIsNamed() {
        assertThat(WorkerStrategies.names())
                .containsExactly("gossip", "greedy", "none", "receiver", "rotate", "sender")
                .contains(WorkerStrategies.DEFAULT)
                .allSatisfy(name -> assertThat(make(name, Map.of())).isNotNull());
    }

    @Test
    void shouldNameTheNearestWhenANameIsUnknown() {
        assertThatThrownBy(() -> make("reciever", Map.of()))
                .hasMessage(
                        "there is no strategy for workers \"reciever\"; did you mean receiver? (there are gossip, greedy,"
                                + " none, receiver, rotate, sender); a class of your own has a dot in its name");
        assertThatThrownBy(() -> make("receiver", Map.of("waitRepaet", "1")))
                .hasMessageStartingWith(
                        "strategy receiver has no parameter \"waitRepaet\"; did you mean waitRepeat? (there are ");
        assertThatThrownBy(() -> make("none", Map.of("rest", "1")))
                .hasMessage("strategy none has no parameter \"rest\": it takes none");
    }

    @Test
    void shouldTakeEveryParameterThatIsDocumented() {
        Map<String, String> asking = Map.of(
                "receive",
                "idle(1)",
                "send",
                "avg(0.5, 1)",
                "waitRepeat",
                "1",
                "tries",
                "1",
                "rest",
                "0",
                "horizon",
                "1");
        assertThat(make("receiver", asking)).isNotNull();
        assertThat(make("sender", asking)).isNotNull();
        Map<String, String> looking =
                Map.of("tolerance", "0.5", "busy", "0", "period", "1", "rest", "1", "horizon", "1");
        assertThat(make("greedy", looking)).isNotNull();
        assertThat(make("gossip", looking)).isNotNull();
        assertThat(make("gossip", Map.of("fanout", "3"))).isNotNull();
        for (String name : List.of("tolerance", "busy", "period", "horizon")) {
            assertThatThrownBy(() -> make("greedy", Map.of(name, "-1"))).hasMessageContaining("found \"-1\"");
        }
    }

    @Test
    void shouldNameFileAndLineWhenAThresholdIsWrong(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("receiver.properties");
        Files.writeString(file, "# thresholds\nreceive = idle(0.1)\nsend = average(0.6, 5)\n");
        StrategySpec spec = StrategySpec.read("receiver", file);
        assertThatThrownBy(() -> WorkerStrategies.make(spec, 0, new SplittableRandom(1), null))
                .hasMessageStartingWith("strategy receiver: expected send to be idle(seconds) or avg(activity, seconds)"
                        + " (there is no threshold \"average\"")
                .hasMessageEndingWith("found \"average(0.6, 5)\" (" + file + ", line 3)");
    }

    // --- the text's own file --------------------------------------------------------------------------------------

    @Test
    void shouldUnderstandTheFileOfTheText(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("aldy.properties");
        Files.writeString(
                file,
                "aldyStrategy = Receiver\naldyRecvTS = idle(1.5)\naldySendTS = avg(0.6, 5)\naldyWaitRepeat = 0.5\n");
        WorkerStrategy strategy = WorkerStrategies.make(
                StrategySpec.read(WorkerStrategies.DEFAULT, file), 0, new SplittableRandom(1), null);
        assertThat(strategy).isInstanceOf(Receiver.class);
        WorkersView view = new WorkersView(2);
        view.idleNanos = 1499 * MILLI;
        assertThat(strategy.decide(view)).isEmpty();
        view.idleNanos = 1500 * MILLI;
        assertThat(strategy.decide(view)).containsExactly(new WorkerDecision.Ask(1));
        view.asked.put(1, WorkerView.Asked.REFUSED);
        assertThat(strategy.decide(view)).isEmpty(); // now it waits
        view.nowNanos += 499 * MILLI;
        assertThat(strategy.decide(view)).isEmpty();
        view.nowNanos += MILLI;
        assertThat(strategy.decide(view)).containsExactly(new WorkerDecision.Ask(1));
    }

    @Test
    void shouldRefuseTwoStrategiesOrTwoNamesOfOneParameter(@TempDir Path folder) throws IOException {
        assertThat(make("sender", Map.of("aldyStrategy", "Sender"))).isInstanceOf(Sender.class);
        assertThat(make(WorkerStrategies.DEFAULT, Map.of("aldyStrategy", "Sender")))
                .isInstanceOf(Sender.class);
        assertThat(make(WorkerStrategies.DEFAULT, Map.of("aldyRecvTS", "idle(1)")))
                .isInstanceOf(Receiver.class);
        assertThatThrownBy(() -> make("gossip", Map.of("aldyStrategy", "Receiver")))
                .hasMessage("expected one strategy, found gossip and aldyStrategy = Receiver");
        assertThatThrownBy(() -> make(WorkerStrategies.DEFAULT, Map.of("aldyStrategy", "Reciever")))
                .hasMessageContaining("did you mean receiver?");
        assertThatThrownBy(() -> make("receiver", Map.of("aldyRecvTX", "idle(1)")))
                .hasMessageStartingWith("there is no parameter \"aldyRecvTX\"; did you mean aldyRecvTS");
        Path file = folder.resolve("twice.properties");
        Files.writeString(file, "send = avg(0.5, 1)\naldySendTS = avg(0.6, 5)\n");
        StrategySpec spec = StrategySpec.read("receiver", file);
        assertThatThrownBy(() -> WorkerStrategies.make(spec, 0, new SplittableRandom(1), null))
                .hasMessageStartingWith("expected send once, found it as \"avg(")
                .hasMessageContaining("line 1")
                .hasMessageContaining("line 2");
    }

    // --- thresholds -----------------------------------------------------------------------------------------------

    @Test
    void shouldReadThresholds() {
        assertThat(Threshold.parse("idle(1.5)")).isEqualTo(new Threshold(Threshold.Kind.IDLE, 0, 1500 * MILLI));
        assertThat(Threshold.parse(" AVG ( 0.6 , 5 ) "))
                .isEqualTo(new Threshold(Threshold.Kind.AVG, 0.6, 5000 * MILLI));
        assertThat(Threshold.parse(Threshold.parse("avg(0.6, 5)").toString())).hasToString("avg(0.6, 5.0)");
        assertThat(Threshold.parse("idle(0.05)")).hasToString("idle(0.05)");
    }

    @Test
    void shouldSayWhatIsWrongWithAThreshold() {
        assertThatThrownBy(() -> Threshold.parse("0.5"))
                .hasMessage("a threshold is idle(seconds) or avg(activity, seconds)");
        assertThatThrownBy(() -> Threshold.parse("idel(1)"))
                .hasMessage("there is no threshold \"idel\"; did you mean idle? (there are idle, avg)");
        assertThatThrownBy(() -> Threshold.parse("idle(1, 2)")).hasMessage("idle: expected 1 number, found 2");
        assertThatThrownBy(() -> Threshold.parse("avg(1)")).hasMessage("avg: expected 2 numbers, found 1");
        assertThatThrownBy(() -> Threshold.parse("avg(1.1, 1)"))
                .hasMessage("activity: expected a number from 0.0 to 1.0, found 1.1");
        assertThatThrownBy(() -> Threshold.parse("idle(61)"))
                .hasMessage("seconds: expected a number from 0.001 to 60.0, found 61.0");
        assertThatThrownBy(() -> Threshold.parse("idle(0)")).hasMessageContaining("found 0.0");
        assertThatThrownBy(() -> Threshold.parse("idle(NaN)")).hasMessageContaining("found NaN");
        assertThatThrownBy(() -> Threshold.parse("idle()")).hasMessage("seconds: expected a number, found \"\"");
    }

    @Test
    void shouldBeUnderOrExceedAThreshold() {
        WorkersView view = new WorkersView(2);
        view.idleNanos = 1500 * MILLI;
        assertThat(Threshold.parse("idle(1.5)").isUnder(view)).isTrue();
        assertThat(Threshold.parse("idle(1.501)").isExceeded(view)).isTrue();
        view.activity = 0.6;
        assertThat(Threshold.parse("avg(0.6, 5)").isExceeded(view)).isTrue();
        view.activity = 0.599;
        assertThat(Threshold.parse("avg(0.6, 5)").isUnder(view)).isTrue();
    }

    // --- one's own ------------------------------------------------------------------------------------------------

    /** A user's own strategy that tells its load to the process that a parameter names. */
    public static final class Own implements WorkerStrategy {
        private final int whom;

        public Own(WorkerStrategySetup setup) {
            whom = (int) setup.parameters().number("whom", 1, 0, 10);
        }

        @Override
        public List<WorkerDecision> decide(WorkerView view) {
            return List.of(new WorkerDecision.Tell(List.of(whom), false));
        }
    }

    /** A user's own strategy with a constructor without arguments. */
    public static final class Plain implements WorkerStrategy {
        @Override
        public List<WorkerDecision> decide(WorkerView view) {
            return List.of();
        }
    }

    @Test
    void shouldMakeAUsersOwnStrategyWhenItsClassIsNamed() {
        ClassLoader loader = WorkerStrategiesTest.class.getClassLoader();
        assertThat(own(Own.class.getName(), Map.of("whom", "3"), loader).decide(new WorkersView(2)))
                .containsExactly(new WorkerDecision.Tell(List.of(3), false));
        assertThat(own(Plain.class.getName(), Map.of(), loader)).isInstanceOf(Plain.class);
        assertThatThrownBy(() -> own(Own.class.getName(), Map.of("whom", "11"), loader))
                .hasMessageEndingWith("expected whom to be a whole number from 0 to 10, found \"11\"");
        assertThatThrownBy(() -> own("java.lang.String", Map.of(), loader))
                .hasMessage(
                        "strategy class java.lang.String: expected it to implement " + WorkerStrategy.class.getName());
        assertThatThrownBy(() -> own("no.Such", Map.of(), loader))
                .hasMessage("there is no strategy class \"no.Such\" in the application's jar or class path");
        assertThatThrownBy(() -> make("no.Such", Map.of())).hasMessageContaining("expected an application");
    }

    private static WorkerStrategy own(String name, Map<String, String> parameters, ClassLoader loader) {
        return WorkerStrategies.make(StrategySpec.of(name, parameters), 0, new SplittableRandom(1), loader);
    }

    private static WorkerStrategy make(String name, Map<String, String> parameters) {
        return WorkerStrategies.make(StrategySpec.of(name, parameters), 0, new SplittableRandom(1), null);
    }
}
