package org.moide.monitor.oshi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.moide.monitor.LoadSample;
import org.moide.monitor.MachineFacts;

/** Tests the probe on the machine that runs the build. */
final class OshiProbeTest {
    private final OshiProbe probe = new OshiProbe();

    @Test
    void shouldKnowThisMachine() {
        MachineFacts facts = probe.facts();
        assertThat(facts.hostName()).isNotBlank();
        assertThat(facts.machineId())
                .isNotBlank()
                .isEqualTo(new OshiProbe().facts().machineId());
        assertThat(facts.cpuModel()).isNotBlank();
        assertThat(facts.operatingSystem()).contains(System.getProperty("os.arch"));
        assertThat(facts.machineProcessors())
                .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(facts.memoryBytes()).isGreaterThan(Runtime.getRuntime().maxMemory() / 4);
    }

    @Test
    void shouldSeeThisProcessAmongTheBusy() {
        long self = ProcessHandle.current().pid();
        LoadSample sample = probe.sample(Set.of(self));
        assertThat(sample.ourSeconds()).containsOnlyKeys(self);
        double ours = sample.ourSeconds().getOrDefault(self, 0.0);
        assertThat(ours).isPositive();
        assertThat(sample.busySeconds()).isGreaterThanOrEqualTo(ours - 0.1);
        assertThat(sample.availableMemoryBytes()).isPositive();
    }

    @Test
    void shouldSkipAProcessThatIsGone() {
        assertThat(probe.sample(Set.of(999_999_999L)).ourSeconds()).isEmpty();
    }
}
