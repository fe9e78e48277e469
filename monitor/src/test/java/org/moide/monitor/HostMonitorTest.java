package org.moide.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.monitor.power.PowerSource;

final class HostMonitorTest {
    private static final long GIBIBYTE = 1L << 30;
    private static final double INSTANT = 1e-9;
    private final FakeHost host = new FakeHost(4);

    @Test
    void shouldGiveAnIdleHostAWorkloadOfExactlyOne() {
        HostMonitor monitor = monitor(8);
        host.pass(10, 0, 0);
        HostReport report = monitor.report();
        assertThat(report.workload()).isEqualTo(1);
        assertThat(report.performance()).isEqualTo(8);
        assertThat(report.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void shouldNotCountOurOwnWork() {
        HostMonitor monitor = monitor(8);
        host.pass(60, 4, 4);
        HostReport report = monitor.report();
        assertThat(report.workload()).isCloseTo(1, within(INSTANT));
        assertThat(report.ourLoad()).isCloseTo(4, within(0.01));
        assertThat(report.load()).isCloseTo(4, within(0.01));
    }

    @Test
    void shouldCountTheWorkOfRunsThatAreKnownAmongItsOwn() {
        HostMonitor monitor = monitor(8);
        host.pass(1_000, 3, 1);
        HostReport report = monitor.report();

        HostReport knowing = report.knowing(1);
        assertThat(knowing.workload()).as("one of two is known").isCloseTo(1.25, within(0.01));
        assertThat(knowing.load()).isEqualTo(report.load());
        assertThat(knowing.ourLoad()).isCloseTo(2, within(0.01));
        assertThat(report.knowing(100).workload())
                .as("they sleep, most of them")
                .isEqualTo(1);
        assertThat(report.knowing(0).workload()).isCloseTo(report.workload(), within(INSTANT));
    }

    @Test
    void shouldCountWhatOthersUseWhileProcessorsAreFree() {
        HostMonitor monitor = monitor(8);
        host.pass(1_000, 3, 1);
        HostReport report = monitor.report();
        assertThat(report.workload()).isCloseTo(1.5, within(0.01));
        assertThat(report.performance()).isCloseTo(8 / 1.5, within(0.05));
    }

    @Test
    void shouldCountWhoWaitsOnceAllProcessorsAreBusy() {
        HostMonitor monitor = monitor(8);
        host.runnable = 12;
        host.ourRunnable = 4;
        host.pass(1_000, 4, 2);
        // 8 threads of other users share the rest: twice what processor time alone would show.
        assertThat(monitor.report().workload()).isCloseTo(3, within(0.01));
    }

    @Test
    void shouldForgetABurstSlowlyAndNotAtOnce() {
        HostMonitor monitor = monitor(8);
        host.pass(100, 0, 0);
        monitor.sample();
        host.pass(1, 4, 0);
        monitor.sample();
        double burst = monitor.report().workload();
        assertThat(burst).isBetween(1.05, 1.15);
        host.pass(10, 0, 0);
        assertThat(monitor.report().workload()).isBetween(1.02, 1 + (burst - 1) / 2);
        host.pass(200, 0, 0);
        assertThat(monitor.report().workload()).isCloseTo(1, within(0.001));
    }

    @Test
    void shouldSumWhatWasUsedWithoutSmoothing() {
        HostMonitor monitor = monitor(8);
        host.pass(100, 1, 1);
        HostUse before = monitor.report().use();
        assertThat(before).isEqualTo(new HostUse(100, 0, 100, 0));
        host.runnable = 12;
        host.ourRunnable = 4;
        host.pass(3, 4, 1);
        HostUse after = monitor.report().use();
        assertThat(after).as("8 threads that got 3 processors").isEqualTo(new HostUse(103, 9, 103, 24));
        host.pass(2, 3, 1);
        assertThat(monitor.report().use()).isEqualTo(new HostUse(105, 13, 105, 28));
    }

    @Test
    void shouldCorrectTheSumsWhenAProcessTurnsOutToBeOurs() {
        HostMonitor monitor = monitor(8);
        host.pass(3, 2, 0);
        assertThat(monitor.report().use().others()).isCloseTo(6, within(INSTANT));
        host.pass(1, 2, 0);
        host.ourSeconds.put(2L, 8.0);
        HostUse use = monitor.report().use();
        assertThat(use.ours()).isCloseTo(8, within(INSTANT));
        assertThat(use.others()).isCloseTo(0, within(INSTANT));
    }

    @Test
    void shouldLookAtTheRunQueueBeforeThereIsAnInterval() {
        host.runnable = 5;
        host.ourRunnable = 1;
        assertThat(monitor(8).report().workload()).isCloseTo(2, within(INSTANT));
    }

    @Test
    void shouldCountAProcessThatStartedMeanwhileAsOurs() {
        HostMonitor monitor = monitor(8);
        host.pass(50, 2, 0);
        host.ourSeconds.put(2L, 100.0);
        assertThat(monitor.report().workload()).isCloseTo(1, within(INSTANT));
    }

    @Test
    void shouldReportNoMoreMemoryThanTheContainerAllows() {
        host.limits = new ContainerLimits(1.5, GIBIBYTE);
        HostReport report = monitor(8).report();
        assertThat(report.memoryBytes()).isEqualTo(GIBIBYTE);
        assertThat(report.availableMemoryBytes()).isEqualTo(GIBIBYTE);
        assertThat(report.toString()).contains("h1", "of 4 processors", "1024 MiB", "power 8.00");
    }

    @Test
    void shouldHaveHalfThePowerOfAProcessorWhereAContainerMayUseHalf() {
        int processors = Runtime.getRuntime().availableProcessors();
        PowerSource ofEach = usable -> 3 * usable;
        host.limits = new ContainerLimits(processors - 0.5, GIBIBYTE);
        assertThat(new HostMonitor(host, ofEach, () -> host.nowNanos, Set::of)
                        .report()
                        .power())
                .isCloseTo(3 * (processors - 0.5), within(INSTANT));
        host.limits = new ContainerLimits(processors + 0.5, GIBIBYTE);
        assertThat(new HostMonitor(host, ofEach, () -> host.nowNanos, Set::of)
                        .report()
                        .power())
                .isCloseTo(3.0 * processors, within(INSTANT));
    }

    @Test
    void shouldRememberTenMinutes() {
        HostMonitor monitor = monitor(8);
        assertThat(monitor.history(10)).as("one look is no interval").isEmpty();
        host.figures = new HostFigures(List.of(10.0, 20.0), 1_000, 500, Pressure.NONE);
        host.pass(1, 1, 0.5);
        monitor.sample();
        host.figures = new HostFigures(List.of(10.2, 20.9), 1_000_000, 500, new Pressure(0.25, 0, 0.5));
        host.pass(2, 3, 1);
        monitor.sample();
        monitor.sample();
        List<HostMoment> seen = monitor.history(10);
        assertThat(seen).as("the last look came too soon").hasSize(2);
        assertThat(seen.get(0).load()).isCloseTo(1, within(INSTANT));
        assertThat(seen.get(1))
                .isEqualTo(new HostMoment(
                        2, 3, 1, seen.get(1).busiestProcessor(), 8 * GIBIBYTE, 499_500, 0, new Pressure(0.25, 0, 0.5)));
        assertThat(seen.get(1).busiestProcessor()).isCloseTo(0.45, within(INSTANT));
        for (int look = 0; look < 700; look++) {
            host.pass(1, 2, 0);
            monitor.sample();
        }
        assertThat(monitor.history(Integer.MAX_VALUE)).hasSize(600);
        assertThat(monitor.history(3)).hasSize(3);
        assertThat(monitor.history(-1)).isEmpty();
    }

    @Test
    void shouldLookAtThreadsOnlyWhereAllProcessorsAreBusy() {
        HostMonitor monitor = monitor(8);
        int first = host.looksAtQueue;
        host.pass(10, 3, 1);
        monitor.sample();
        assertThat(host.looksAtQueue).isEqualTo(first);
        host.pass(10, 4, 1);
        monitor.sample();
        assertThat(host.looksAtQueue).isEqualTo(first + 1);
    }

    @Test
    void shouldCrossABorder() throws Exception {
        HostReport report = monitor(8).report();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(report);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(report);
        }
    }

    @Test
    void shouldRefuseAWorkloadBelowOne() {
        HostReport good = monitor(8).report();
        assertThatThrownBy(() -> new HostReport(good.machine(), "j", 1, 1, 0, 0, 1, 0, List.of(), HostUse.UNKNOWN))
                .hasMessage("expected a workload from 1 on, found 0.0");
        assertThatThrownBy(() ->
                        new HostReport(good.machine(), "j", 1, 1, 0, 0, Double.NaN, 1, List.of(), HostUse.UNKNOWN))
                .hasMessage("expected a positive power, found NaN");
    }

    @Test
    void shouldLookAtIntervalsAndGoOnAfterAFaultUntilClosed() throws Exception {
        HostMonitor monitor = monitor(8);
        CountDownLatch faults = new CountDownLatch(2);
        host.unreadable = true;
        Thread thread;
        try (HostMonitorDriver driver = new HostMonitorDriver(
                monitor,
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                Duration.ofMillis(1),
                (where, fault) -> faults.countDown())) {
            assertThat(driver).isNotNull();
            assertThat(faults.await(100, TimeUnit.SECONDS)).isTrue();
            thread = Thread.getAllStackTraces().keySet().stream()
                    .filter(each -> each.getName().equals("monitor"))
                    .findAny()
                    .orElseThrow();
        }
        thread.join(10_000);
        assertThat(thread.isAlive()).isFalse();
    }

    private HostMonitor monitor(double power) {
        return new HostMonitor(host, PowerSource.fixed(power), () -> host.nowNanos, () -> Set.of(1L));
    }

    /** A machine whose load and processors the test sets. */
    private static final class FakeHost implements HostProbe {
        private final int processors;
        private ContainerLimits limits = ContainerLimits.NONE;
        private final AtomicInteger looks = new AtomicInteger();
        private volatile boolean fails; // once, with an error
        private volatile boolean unreadable;
        private long nowNanos;
        private double busySeconds = 1_000;
        private double runnable;
        private double ourRunnable;
        private int looksAtQueue;
        private HostFigures figures = HostFigures.NONE;
        private final Map<Long, Double> ourSeconds = new HashMap<>(Map.of(1L, 500.0));

        FakeHost(int processors) {
            this.processors = processors;
        }

        void pass(double seconds, double busyProcessors, double ourProcessors) {
            nowNanos += (long) (seconds * 1e9);
            busySeconds += seconds * busyProcessors;
            ourSeconds.merge(1L, seconds * ourProcessors, Double::sum);
        }

        @Override
        public MachineFacts facts() {
            return new MachineFacts("h1", "id", "Linux", "CPU", processors, 16 * GIBIBYTE, limits);
        }

        @Override
        public LoadSample sample(Set<Long> ourProcesses) {
            looks.incrementAndGet();
            if (fails) {
                fails = false;
                throw new NoClassDefFoundError("planted");
            }
            if (unreadable) {
                throw new IllegalStateException("unreadable");
            }
            return new LoadSample(busySeconds, ourSeconds, 8 * GIBIBYTE, figures);
        }

        @Override
        public RunQueue runQueue(Set<Long> ourProcesses) {
            looksAtQueue++;
            return new RunQueue(runnable, ourRunnable);
        }
    }

    @Test
    @SuppressWarnings("try") // the driver takes samples while it is open
    void shouldLookAgainAfterAnErrorOfOneLook() {
        List<Throwable> faults = new CopyOnWriteArrayList<>();
        HostMonitor monitor = monitor(8);
        int before = host.looks.get();
        host.fails = true;
        try (HostMonitorDriver driver = new HostMonitorDriver(
                monitor,
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                Duration.ofMillis(10),
                (where, fault) -> faults.add(fault))) {
            Awaitility.await().until(() -> host.looks.get() > before + 1);
        }
        assertThat(faults).hasExactlyElementsOfTypes(NoClassDefFoundError.class);
    }
}
