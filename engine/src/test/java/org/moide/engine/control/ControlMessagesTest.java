package org.moide.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataTotals;
import org.moide.balance.data.TaskClass;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.pool.Discipline;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.wire.CallValues;
import org.moide.engine.control.EngineStatistics.PeerStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;

/** Tests that the deserialization filter of every process accepts control messages as arguments of a call. */
class ControlMessagesTest {
    static Stream<Serializable> messages() {
        NodeReference node = new NodeReference("engine-0", List.of("a", "b", "c"), 7100);
        Registration registration = new Registration(
                1,
                List.of(
                        new Registration.Member(0, 0, 2, 1, node),
                        new Registration.Member(1, 2, 1, 1, node),
                        new Registration.Member(2, 3, 1, 1, node)));
        Membership members = Membership.of(List.of(
                new Membership.Member(0, 1, 1.5, 2),
                new Membership.Member(1, 1, 2, 1).at(new Location(List.of("paris", "r1")))));
        return Stream.of(
                new EngineCommand.Register(registration, 1, List.of(1.0, 2.0, 3.0), Tuning.DEFAULT),
                new EngineCommand.Widen(new Processes(registration, List.of(0, 2, 5)), 1, Tuning.DEFAULT, true),
                new EngineCommand.Start(
                        Map.of("scene", 5L, "mesh", 6L),
                        true,
                        StrategySpec.of("guided", Map.of("a", "b")),
                        new WorkerSettings(
                                StrategySpec.of("receiver", Map.of("idle", "5")),
                                7,
                                100,
                                new HandlingSettings(3, true)),
                        new TaskSettings(
                                Discipline.LIFO_ST2, new FailurePolicy(2, Long.MAX_VALUE), DataSettings.DEFAULT, true),
                        7,
                        members,
                        Map.of(0, node, 1, node),
                        5),
                new EngineCommand.Loan(letter(new LoanMessage.LoanGranted(
                        1, 1, 1, List.of(Bundle.of(1, List.of(new byte[3], new byte[4])))))),
                new EngineCommand.Members(members, Map.of(0, node)),
                new EngineCommand.Cease("over", true),
                new EngineCommand.Checkpointing(
                        2,
                        new StateHolder(3, node),
                        new RestorePoint(
                                new CheckpointName(1, 7),
                                List.of(
                                        new RestorePoint.Part(0, 2, List.of(new StateHolder(0, node))),
                                        new RestorePoint.Part(2, 1, List.of()))),
                        true,
                        "/checkpoints",
                        0.02),
                new EngineCommand.CheckpointCommitted(new CheckpointName(1, 7), List.of(new CheckpointName(1, 5))),
                new EngineCommand.LeaveAtSafePoint(1),
                new EngineCommand.EndEpoch(1, "engine-1 is lost"),
                new EngineReport.Restorable(1, true),
                new EngineReport.CheckpointStored(
                        new CheckpointName(1, 7),
                        2,
                        1,
                        List.of(1, 2),
                        List.of(StateDigest.of(new byte[] {1, 2})),
                        null),
                new EngineReport.Left(1, 7, EngineStatistics.silent(List.of())),
                new EngineReport.Released(1, EngineReport.Failed.ofSystem("engine-1", "lost")),
                new EngineReport.Registered(1),
                EngineReport.Beat.IDLE,
                new EngineReport.Beat(
                        1,
                        2,
                        3,
                        new WorkersNow(
                                4, 3, 2, 1, new WorkersNow.Handler(7, "Border[step=3]", "an answer of worker 9", 5))),
                EngineReport.Beat.IDLE.with(new TaskNow(1, "17", 9)),
                EngineReport.Beat.IDLE.with(
                        EngineSight.of(List.of(new ThreadTime(1, 2, 3, 4, 5, 6)))
                                .with(EngineSight.Done.of(
                                        1,
                                        0,
                                        EngineStatistics.silent(List.of()),
                                        List.of(new BorrowedFrom(Membership.ROOT, 1, 10, 4)))),
                        TraceChunk.NONE),
                new EngineReport.Recorded(
                        new long[] {1, -1, 9},
                        new long[] {1, 2, 7},
                        List.of(new EngineReport.Recorded.Readers(TaskClass.of(7, 9), new long[] {1})),
                        1,
                        90),
                EngineReport.Recorded.of(new EngineReport.Recorded.WorkerPart(
                        1, List.of(new Declarations.Workers(3, 2, WorkerRule.MOVES)), new long[] {3, 700}, new long[] {
                            0, -1, 3, 5000, 80
                        })),
                new EngineReport.Loan(letter(new LoanMessage.LoanReturned(
                        1, 1, new byte[2], 2, 1, List.of(new byte[1], new byte[2]), LoanMessage.LoanReturned.NOBODY))),
                new EngineReport.Loan(letter(new LoanMessage.ReturnPart(1, 0, 2, new byte[2], List.of(new byte[1])))),
                letter(new LoanMessage.LoadTold(1, 2, 3, 4, 5.5, List.of(new ClassCount(TaskClass.of(7, 9), 2)))),
                new EngineReport.Said(
                        0, EngineReport.Said.UNNUMBERED, new Utterance.Result("squares", new double[] {1, 4})),
                new EngineReport.Finished(
                        new EngineStatistics(
                                List.of(new ThreadStatistics(
                                        0, new ThreadTime(1, 2, 3, 4, 5, 6), 7, Map.of("barrier", 3L))),
                                1,
                                2,
                                3,
                                4,
                                new DataStatistics(new DataTotals(1, 2, 3, 4, 5, 6, 7, 8, 9), 1, 2, 3, 4, 5, 6),
                                List.of(new PeerStatistics(1, 2, 3, 4)),
                                new WorkerStatistics(
                                        1,
                                        2,
                                        3,
                                        4,
                                        5,
                                        6,
                                        7,
                                        8,
                                        List.of(new WorkerStatistics.Move(8, 0, 1, "receiver", 100, 2_000, 3_000))),
                                new ProcessStatistics(9, 10)),
                        LoanTotals.NONE),
                new EngineReport.Failed(
                        "engine-1-compute-0 on h9", "planned", "trace", EngineReport.Failed.Kind.APPLICATION));
    }

    private static Letter letter(LoanMessage message) {
        return new Letter(1, 1, 1, message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldPassTheFilterOfEveryProcessWhenPosted(Serializable message) throws Exception {
        Posting<Serializable> posting = new Posting<>(1, 0, List.of(message, message, message));

        Object[] arguments = (Object[]) CallValues.decode(
                CallValues.encode(new Object[] {"name", new Object[] {posting}}),
                getClass().getClassLoader());

        Posting<?> received = (Posting<?>) ((Object[]) arguments[1])[0];
        assertThat(received.messages()).hasSize(3);
        assertThat(received.messages().get(2)).usingRecursiveComparison().isEqualTo(message);
    }
}
