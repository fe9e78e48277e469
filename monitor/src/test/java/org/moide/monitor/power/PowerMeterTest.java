package org.moide.monitor.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.port.Ticker;

final class PowerMeterTest {
    private static final PowerKey KEY = new PowerKey("h1", "CPU\tModel @ 3 GHz", "Vendor 17.0.1");

    @TempDir
    Path folder;

    private final List<Throwable> faults = new ArrayList<>();

    @Test
    void shouldMeasureRoundsPerSecondOfTheGivenTime() {
        // 1,000 rounds between two readings of the clock take 10 ms of this time: 100,000 rounds per second.
        assertThat(PowerMeter.measure(new PowerKernel(), steps(10_000_000))).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void shouldTakeTheBestSliceAndGoOnWhileItGetsBetter() {
        AtomicInteger looks = new AtomicInteger();
        long[] now = {0};
        Ticker warmsUp = () -> {
            int look = looks.getAndIncrement();
            now[0] += look < 16 ? 40_000_000 : 20_000_000;
            return now[0];
        };
        assertThat(PowerMeter.measure(new PowerKernel(), warmsUp)).isCloseTo(0.05, within(1e-9));
        // Eight slow slices, the first fast one, and five more without improvement.
        assertThat(looks).hasValue(28);
    }

    @Test
    void shouldMeasureOnceAndRememberInMemoryAndOnDisk() {
        Path file = folder.resolve("home/power.tsv");
        PowerMeter meter = new PowerMeter(KEY, new PowerFile(file), steps(10_000_000), this::fault);
        assertThat(meter.power(4)).isCloseTo(0.4 / 8, within(1e-9));
        assertThat(meter.power(1)).isCloseTo(0.1 / 8, within(1e-9));
        assertThat(meter.power(0.5)).as("half of a processor").isCloseTo(0.1 / 16, within(1e-9));

        PowerMeter next = new PowerMeter(KEY, new PowerFile(file), steps(20_000_000), this::fault);
        assertThat(next.power(2)).isCloseTo(0.2 / 8, within(1e-9));
        assertThat(next.measureAgain(2)).isCloseTo(0.1 / 8, within(1e-9));
        PowerKey otherJvm = new PowerKey("h1", "CPU Model @ 3 GHz", "Vendor 25");
        assertThat(new PowerMeter(otherJvm, new PowerFile(file), steps(5_000_000), this::fault).power(1))
                .isCloseTo(0.2 / 8, within(1e-9));
        assertThat(new PowerFile(file).load(KEY)).hasValue(0.05);
        assertThat(new PowerFile(file).lastPower("h1", "Vendor 17.0.1"))
                .as("without the model")
                .hasValue(0.05 / 8);
        assertThat(new PowerFile(file).lastPower("h", "Vendor 17.0.1")).isEmpty();
        assertThat(folder.resolve("home").toFile().list()).containsExactly("power.tsv");
        assertThat(faults).isEmpty();
    }

    @Test
    void shouldMeasureAgainWhenTheFileIsGarbage() throws IOException {
        Path file = folder.resolve("power.tsv");
        Files.write(file, new byte[] {(byte) 0xff, 0, 10, 'N', 'a', 'N', 9, 'h', '1', 10, '-', '1', 9});
        assertThat(new PowerFile(file).load(KEY)).isEmpty();
        Files.writeString(file, "-3\t" + KEY.line() + "\nInfinity\t" + KEY.line() + "\n");
        assertThat(new PowerFile(file).load(KEY)).isEmpty();
    }

    @Test
    void shouldGoOnAndSayItWhenTheFileCannotBeWritten() throws IOException {
        Path notAFolder = Files.writeString(folder.resolve("file"), "");
        PowerMeter meter =
                new PowerMeter(KEY, new PowerFile(notAFolder.resolve("power.tsv")), steps(10_000_000), this::fault);
        assertThat(meter.power(1)).isPositive();
        assertThat(faults).singleElement().isInstanceOf(IOException.class);
    }

    @Test
    void shouldRefuseNonsense() {
        assertThatThrownBy(() -> PowerSource.fixed(0)).hasMessageContaining("found 0.0");
        assertThatThrownBy(() -> PowerSource.fixed(Double.NaN)).hasMessageContaining("positive power");
        PowerMeter meter = new PowerMeter(KEY, new PowerFile(folder.resolve("p")), steps(1), this::fault);
        assertThatThrownBy(() -> meter.power(0)).hasMessageContaining("some processors");
        assertThat(PowerSource.fixed(3.5).power(8)).isEqualTo(3.5);
    }

    @Test
    void shouldGiveTheSameChecksumForTheSameRounds() {
        PowerKernel once = new PowerKernel();
        once.run(5_000);
        PowerKernel inParts = new PowerKernel();
        for (int i = 0; i < 5; i++) {
            inParts.run(960);
        }
        inParts.run(200);
        assertThat(inParts.checksum()).isEqualTo(once.checksum()).isNotZero();
    }

    @Test
    void shouldMeasureThisHostWithinBounds() {
        double power = PowerMeter.measure(new PowerKernel(), PowerMeter.threadTime(steps(1_000_000)));
        assertThat(power).isBetween(0.05, 100.0);
    }

    private void fault(String where, Throwable fault) {
        faults.add(fault);
    }

    private static Ticker steps(long nanos) {
        long[] now = {0};
        return () -> now[0] += nanos;
    }
}
