package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.Letter;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.run.SteppedRun;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Posting;
import org.moide.engine.control.Timing;
import org.moide.engine.core.EngineSetup;

/** Tests up to which moment the engine in this JVM is given calls. */
class EngineOutboxesTest {
    private final LocalSpace space = new LocalSpace("test JVM");
    private final List<byte[]> ran = new ArrayList<>();
    private final SystemTicker ticker = new SystemTicker();
    private final Signal.Factory signals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());
    private int told;

    private EngineOutboxes opened() {
        RunPorts ports = new RunPorts(
                space,
                new Surroundings(
                        ticker, signals, new DaemonThreads("test", (where, fault) -> {}), UnexpectedFaults::fail),
                Timing.USUAL);
        DataRoot data = new SharedStore(NamedFiles.NONE, null, note -> {}, ticker, signals).data();
        EngineOutboxes outboxes = new EngineOutboxes("run", (engine, why) -> {}, data, ports);
        space.export(Engine.class, EngineSetup.objectName("run", 0), new Engine() {
            @Override
            public void post(Posting<EngineCommand> posting) {}

            @Override
            public void deliver(List<Letter> letters) {}

            @Override
            public boolean runAlone(byte[] call) {
                return ran.add(call);
            }
        });
        outboxes.open(SteppedRun.engine(0, 1, space.self()));
        outboxes.whenOwnEngineGoes(() -> told++);
        return outboxes;
    }

    @Test
    void shouldGiveACallToTheEngineHereUntilThatHasLeftOrIsLost() {
        for (EngineCommand last : List.of(
                new EngineCommand.Cease("it has left the run", true),
                new EngineCommand.MemberLost(0, "it is silent"))) {
            try (EngineOutboxes outboxes = opened()) {
                told = 0;
                outboxes.post(1, new EngineCommand.MemberLost(2, "another"));
                outboxes.post(1, new EngineCommand.Cease("another", true));
                assertThat(outboxes.runAlone(new byte[8])).isTrue();
                assertThat(told).isZero();

                outboxes.post(last instanceof EngineCommand.Cease ? 0 : 1, last);

                assertThat(told).isEqualTo(1);
                assertThat(outboxes.runAlone(new byte[8])).isFalse();
            }
            space.withdraw(EngineSetup.objectName("run", 0));
        }
        assertThat(ran).hasSize(2);
    }
}
