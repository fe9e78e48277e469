package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Signal;

final class ThreadHomesTest {
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private final List<Integer> moves = new ArrayList<>(); // used by one thread after the other
    /** A factory that runs the task before it returns the thread. */
    private final ThreadFactory atOnce = task -> {
        task.run();
        return new Thread(() -> {});
    };

    private ThreadHomes homes(int first, int onMachine) {
        return new ThreadHomes(
                first,
                onMachine,
                atOnce,
                () -> {
                    looks.incrementAndGet();
                    return moves::add;
                },
                now::get);
    }

    private static boolean goHome(ThreadHomes homes, String thread) {
        AtomicInteger moved = new AtomicInteger();
        Thread one = new Thread(() -> moved.set(homes.goHome() ? 1 : 0), thread);
        one.start();
        DaemonThreads.join(one, 10_000);
        return moved.get() == 1;
    }

    @Test
    void shouldPutEachComputeThreadOntoAProcessorOfItsOwn() {
        ThreadHomes homes = homes(2, 4);
        assertThat(goHome(homes, "engine-1-compute-0"))
                .as("a short run does not look for the function")
                .isFalse();
        assertThat(looks).hasValue(0);
        now.set(500_000_000);
        assertThat(goHome(homes, "engine-1-compute-0"))
                .as("it is looked for now")
                .isFalse();
        assertThat(goHome(homes, "engine-1-compute-0")).isTrue();
        assertThat(goHome(homes, "engine-1-compute-1")).isTrue();
        assertThat(moves).containsExactly(2, 3);
        assertThat(looks).hasValue(1);
    }

    @Test
    void shouldLeaveAllOtherThreadsWhereTheyAre() {
        ThreadHomes homes = homes(0, 2);
        now.set(500_000_000);
        for (int time = 0; time < 2; time++) {
            assertThat(goHome(homes, "engine-1-control")).isFalse();
            assertThat(goHome(homes, "engine-1-compute-2"))
                    .as("there are two only")
                    .isFalse();
            assertThat(goHome(homes, "engine-1-compute-x")).isFalse();
            assertThat(goHome(homes(-1, 2), "engine-1-compute-0"))
                    .as("nobody knows which are its own")
                    .isFalse();
        }
        assertThat(looks).hasValue(0);
        assertThat(moves).isEmpty();
    }

    @Test
    void shouldLeaveThreadsOfALoneEngineAlone() {
        assertThat(ThreadHomes.of(0, 2, 2, atOnce).areThere()).isFalse();
        assertThat(ThreadHomes.of(-1, 1, 2, atOnce).areThere()).isFalse();
        assertThat(ThreadHomes.of(1, 1, 2, atOnce).areThere()).isTrue();
    }

    @Test
    void shouldGoHomeAfterManyWaitsThatSpunInVain() throws InterruptedException {
        ThreadHomes homes = homes(0, 1);
        now.set(500_000_000);
        goHome(homes, "engine-0-compute-0"); // the first call looks for the function
        Signal signal = new SpinThenParkSignal(
                new WaitPolicy(10_000, 20_000), homes, () -> now.addAndGet(1_000), () -> now.addAndGet(1_000));
        Thread waiter = new Thread(
                () -> {
                    for (int wait = 0; wait < 63; wait++) {
                        signal.awaitAwake(() -> false);
                    }
                    moves.add(-63);
                    signal.awaitAwake(() -> false);
                },
                "engine-0-compute-0");
        waiter.start();
        waiter.join();
        assertThat(moves).containsExactly(-63, 0);
    }

    @Test
    void shouldLeaveAThreadFreeAfterItHasMovedIt() {
        ProcessorAffinity affinity = ProcessorAffinity.find();
        if (affinity == null) {
            return; // before JDK 22, or not on Linux
        }
        int[] allowed = affinity.allowed();
        assertThat(affinity.moveTo(allowed[allowed.length - 1])).isTrue();
        ProcessorAffinity after = ProcessorAffinity.find();
        assertThat(after).isNotNull();
        assertThat(after.allowed()).containsExactly(allowed);
        assertThat(affinity.moveTo(1_023)).as("no such processor").isFalse();
        assertThat(affinity.moveTo(1_024)).as("beyond the set").isFalse();
    }
}
