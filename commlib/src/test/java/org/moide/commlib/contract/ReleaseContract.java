package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.Reduction;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;

/**
 * A contract of the end of a run and the loss of engines: no thread goes on waiting for an event that cannot come any
 * more.
 */
public interface ReleaseContract extends TestSystems {
    @Test
    default void shouldReleaseAllWhenTheRunEnds() {
        List<TestSystem.Body> waits = List.of(
                comm -> comm.receive(0, 9, String.class),
                comm -> comm.receive(0, 9, new double[5]),
                comm -> comm.send(0, 9, new double[100_000]),
                comm -> comm.exchange(0, 9, Slice.of(new double[3]), Slice.of(new double[3])),
                comm -> comm.exchange(0, 9, Slice.of(new double[100_000]), Slice.of(new double[100_000])),
                CommLib::remoteBarrier,
                comm -> comm.allReduce(new double[50_000], Reduction.SUM),
                comm -> comm.broadcast(0, "text"));
        for (TestSystem.Body wait : waits) {
            try (TestSystem system = open(2, 1, 2)) {
                List<@Nullable Throwable> thrown = system.run(comm -> {
                    if (comm.id() == 0) {
                        passTime(comm);
                        for (int engine = 0; engine < system.shape().size(); engine++) {
                            system.engine(engine).end("the test says so");
                        }
                        return;
                    }
                    if (comm.id() == 1) {
                        passTime(comm);
                    }
                    wait.run(comm);
                });
                assertThat(thrown.subList(1, thrown.size()))
                        .allSatisfy(failure -> assertThat(failure)
                                .isInstanceOf(RunEndedException.class)
                                .hasMessageContaining("the test says so"));
            }
        }
    }

    /** Lets some time pass, so that the other threads probably wait already. */
    private static void passTime(CommLib comm) {
        int partner = 1 - comm.id();
        for (int i = 0; i < 50; i++) {
            comm.exchange(partner, 77, Slice.of(new int[1]), Slice.of(new int[1]));
        }
    }

    @Test
    default void shouldReleaseThoseWhoWaitForItWhenAMemberIsLost() {
        List<TestSystem.Body> waits = List.of(
                comm -> comm.receive(4, 9, String.class),
                comm -> comm.send(4, 9, new double[100_000]),
                comm -> comm.exchange(4, 9, Slice.of(new double[100_000]), Slice.of(new double[100_000])),
                CommLib::remoteBarrier,
                comm -> comm.allReduce(new double[50_000], Reduction.SUM),
                comm -> comm.allGather("text"));
        for (TestSystem.Body wait : waits) {
            try (TestSystem system = open(2, 2, 1)) {
                if (system.shape().size() < 3) {
                    return; // All threads are on one engine, which cannot lose another.
                }
                List<@Nullable Throwable> thrown = system.run(comm -> {
                    if (comm.id() == 4) {
                        return;
                    }
                    if (comm.id() < 2) {
                        passTime(comm);
                    }
                    if (comm.id() == 0) {
                        system.engine(0).memberLost(2, "the test says so");
                        system.engine(1).memberLost(2, "the test says so");
                    }
                    wait.run(comm);
                });
                assertThat(thrown.subList(0, 4))
                        .allSatisfy(failure -> assertThat(failure)
                                .isInstanceOf(MemberLostException.class)
                                .hasMessageContaining("engine 2 is lost: the test says so"));
            }
        }
    }

    @Test
    default void shouldStillTalkToTheOthersWhenAMemberIsLost() {
        try (TestSystem system = open(1, 1, 1)) {
            if (system.shape().size() < 3) {
                return;
            }
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() == 2) {
                    comm.send(0, 1, new int[] {5});
                    comm.send(0, 2, "gone");
                    return;
                }
                if (comm.id() == 0) {
                    assertThat(comm.receive(2, 2, String.class)).isEqualTo("gone");
                    system.engine(0).memberLost(2, "the test says so");
                    system.engine(1).memberLost(2, "the test says so");
                    assertThat(comm.receive(2, 1, int[].class))
                            .as("what had come")
                            .containsExactly(5);
                }
                comm.exchange(1 - comm.id(), 0, Slice.of(new double[200_000]), Slice.of(new double[200_000]));
            });
            TestSystems.assertAllReturned(thrown);
        }
    }
}
