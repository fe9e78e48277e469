package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommLimits;

/** A contract for collectives that do not complete within their limit: they end with the reason at every ID. */
public interface CollectiveLimitContract extends TestSystems {
    @Test
    default void shouldNameWhoIsMissingWhenOnlySomeCall() {
        List<TestSystem.Body> calls = List.of(
                CommLib::remoteBarrier,
                comm -> comm.allReduce(new double[50_000], Reduction.SUM),
                comm -> comm.allGather("text"),
                comm -> comm.scatter(2, Slice.of(new int[comm.count()]), Slice.of(new int[1])),
                comm -> comm.split(0, comm.id()));
        forEach(calls, call -> {
            try (TestSystem system = open(hasty(), 1, 1, 1)) {
                List<@Nullable Throwable> thrown = system.run(comm -> {
                    if (comm.id() == 2) {
                        comm.receive(0, 7, String.class);
                        comm.remoteBarrier(); // this ID is too late
                    }
                    try {
                        call.run(comm);
                    } finally {
                        if (comm.id() == 0) {
                            comm.send(2, 7, "after all");
                        }
                    }
                });
                assertThat(thrown.subList(0, 2))
                        .allSatisfy(failure -> assertThat(failure)
                                .isInstanceOf(CommException.class)
                                .hasMessageContaining(" s for ID 2: not called there")
                                .hasMessageContaining("at ID "));
                assertThat(thrown.get(2))
                        .as("the late one, who may find another collective there before it is told")
                        .isInstanceOfAny(CommException.class, IllegalArgumentException.class);
            }
        });
    }

    @Test
    default void shouldNameTheThreadWhenOthersOfItsEngineCall() {
        try (TestSystem system = open(hasty(), 2, 3)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() != 3) {
                    comm.allReduce(new long[] {1}[0], Reduction.SUM);
                }
            });
            for (int id = 0; id < thrown.size(); id++) {
                if (id != 3) {
                    assertThat(thrown.get(id))
                            .isInstanceOf(CommException.class)
                            .hasMessageContaining("allReduce")
                            .hasMessageContaining(" s for ")
                            .hasMessageContaining(": not called there")
                            .message()
                            .containsAnyOf("for ID 3:", "IDs 2 to 4");
                }
            }
            assertThat(thrown.get(3)).isNull();
        }
    }

    @Test
    default void shouldFailEverywhereWhenRootsDiffer() {
        List<TestSystem.Body> calls = List.of(
                comm -> comm.reduce(root(comm), Slice.of(new double[] {1}), Reduction.SUM),
                comm -> comm.reduce(root(comm), 1, Integer::sum),
                comm -> comm.gather(root(comm), Slice.of(new int[1]), Slice.of(new int[comm.count()])),
                comm -> comm.scatter(root(comm), Slice.of(new int[comm.count()]), Slice.of(new int[1])),
                comm -> comm.broadcast(root(comm), Slice.of(new int[10])),
                comm -> comm.broadcast(root(comm), Slice.of(new int[100_000])));
        for (TestSystem.Body call : calls) {
            try (TestSystem system = open(hasty(), 1, 1, 1)) {
                List<@Nullable Throwable> thrown = system.run(comm -> {
                    call.run(comm);
                    comm.remoteBarrier(); // an ID that only sends learns of the failure here at the latest
                });
                assertThat(thrown)
                        .allSatisfy(failure -> assertThat(failure)
                                .isInstanceOfAny(CommException.class, IllegalArgumentException.class)
                                .message()
                                .containsAnyOf("from root ", "the same collectives before"));
            }
        }
    }

    /**
     * Returns the root that this ID gives to a collective. The last ID gives another root than all other IDs, so that
     * their calls do not match.
     */
    private static int root(CommLib comm) {
        return comm.id() == comm.count() - 1 ? comm.id() : 0;
    }

    @Test
    default void shouldComeAboutWhenTheLastIsLateButInTime() {
        CommLimits patient = CommLimits.DEFAULT.withCollectiveWithin(Duration.ofSeconds(20));
        try (TestSystem system = open(patient, 2, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                if (comm.id() == 2) {
                    for (int i = 0; i < 200; i++) {
                        comm.exchange(0, 1, Slice.of(new int[1]), Slice.of(new int[1]));
                    }
                } else if (comm.id() == 0) {
                    for (int i = 0; i < 200; i++) {
                        comm.exchange(2, 1, Slice.of(new int[1]), Slice.of(new int[1]));
                    }
                }
                assertThat(comm.allReduce(1.0, Reduction.SUM)).isEqualTo(3);
            }));
        }
    }

    @Test
    default void shouldTellAllWhenAThreadIsInterruptedInACollective() {
        try (TestSystem system = open(2, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                if (comm.id() == 0) {
                    Thread.currentThread().interrupt();
                } else {
                    comm.receive(0, 1, String.class);
                }
                assertThatThrownBy(() -> comm.allReduce(new double[7], Reduction.SUM))
                        .isInstanceOf(CommException.class)
                        .hasMessageContaining("allReduce at ID 0: the thread was interrupted");
                if (comm.id() == 0) {
                    assertThat(Thread.interrupted()).as("flag").isTrue();
                    comm.send(1, 1, "left");
                    comm.send(2, 1, "left");
                }
            }));
        }
    }
}
