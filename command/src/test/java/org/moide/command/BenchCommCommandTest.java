package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.samples.bench.CommBench;

class BenchCommCommandTest extends CommandRig {
    @Test
    void shouldRunTheMeasuringApplicationWhereTheOptionsSayWhenCommIsMeasured() throws IOException {
        samples = SampleIndex.find(Applications.jar(
                folder.resolve("measuring.jar"), "", "", "hello=" + CommBench.class.getName(), CommBench.class));
        Path json = folder.resolve("comm.json");
        Path plot = folder.resolve("comm.svg");

        int code =
                moide(("bench comm --quick --most 64k --local-engines 2 --threads 3 --json " + json + " --plot " + plot)
                        .split(" ", -1));

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(code).isZero();
        assertThat(actions.plan().application().className()).isEqualTo(CommBench.class.getName());
        assertThat(actions.plan().application().arguments().words()).containsExactly("--quick", "--most-bytes=65536");
        assertThat(actions.plan().placement().localEngines()).isEqualTo(2);
        assertThat(actions.plan().engines().threads()).isEqualTo(3);
        assertThat(out.toString(UTF_8).lines().map(String::strip))
                .contains("latency, engine 0", "8 B  0.15 µs  0.40 µs  0.90 µs  1.20 ms  53.3 MB        1,000");
        assertThat(json).content().contains("\"p50Nanos\": 150.0", "\"p999Nanos\": 900.0");
        assertThat(plot).content().startsWith("<svg ").contains("latency, engine 0");
    }

    @Test
    void shouldTakeTheProfileOfCollectivesFromAVariableOrAFileToo() throws IOException {
        Path one = Files.writeString(folder.resolve("one.properties"), "longReduceBytes = 8");
        Path two = Files.writeString(folder.resolve("two.properties"), "longReduceBytes = 16");
        assertThat(moide("run", "hello")).isZero();
        assertThat(actions.plan().collectives()).isEqualTo(CommProfile.usual());

        Files.writeString(folder.resolve("moide.properties"), "comm-profile=" + one + "\n");
        assertThat(moide("run", "hello")).isZero();
        assertThat(actions.plan().collectives().file()).isEqualTo(one);

        variables.put("MOIDE_COMM_PROFILE", two.toString());
        assertThat(moide("run", "hello")).isZero();
        assertThat(actions.plan().collectives().tuning().longReduceBytes()).isEqualTo(16);

        assertThat(moide("run", "--comm-profile", one.toString(), "hello")).isZero();
        assertThat(actions.plan().collectives().tuning().longReduceBytes()).isEqualTo(8);
        assertThat(actions.plan().lines()).anyMatch(line -> line.startsWith("collectives: by " + one + " {"));

        Files.writeString(one, "\nlongReduce = 8\n");
        assertThat(moide("run", "--comm-profile", one.toString(), "hello")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("moide run: --comm-profile: " + one, "line 2: expected one of ");
    }

    @Test
    void shouldWriteTheProfileThatWasMeasured() throws IOException {
        samples = SampleIndex.find(Applications.jar(
                folder.resolve("measuring.jar"), "", "", "hello=" + CommBench.class.getName(), CommBench.class));
        Path profile = folder.resolve("saved.properties");
        for (int bytes : new int[] {65_536, 131_072, 262_144}) {
            actions.measured.put("crossover/longReduceBytes/" + bytes, new double[] {2_000, 1_000, 0.01, 0.01});
        }

        int code = moide(("bench comm --local-engines 2 --save-profile " + profile).split(" ", -1));

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(code).isZero();
        assertThat(actions.plan().application().arguments().words())
                .containsExactly("--crossovers=threadShareBytes=32768,longReduceBytes=131072,segmentBytes=262144,"
                        + "longGatherBytes=65536,longBroadcastBytes=1048576");
        assertThat(CommProfile.read(profile).tuning().longReduceBytes()).isEqualTo(65_536);
        assertThat(profile).content().contains("#   131,072 bytes: 2.0 us the short way, 1.0 us the long way\n");
    }

    @Test
    void shouldSayWhatIsMissingWhenNothingCanBeMeasured() {
        assertThat(moide("bench")).isEqualTo(2);
        assertThat(moide(
                        "bench",
                        "comm",
                        "--json",
                        folder.resolve("no/such.json").toString()))
                .isEqualTo(2);

        assertThat(err.toString(UTF_8))
                .contains("expected what to measure, such as 'moide bench comm', found nothing")
                .contains("--json: expected a file name in a folder that exists, found ");
    }
}
