package org.moide.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.strategy.StrategySpec;
import org.moide.command.report.ReportReader;
import org.moide.command.report.RunJson;
import org.moide.command.report.WholeReport;
import org.moide.command.trace.TraceSummary;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.Mutation;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import org.moide.coordinator.workload.RecordedTasks;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.coordinator.workload.WorkloadFile;
import org.moide.hosts.allocation.Allocation;

/**
 * Tests files of users with random damage. Each must lead to a result, or to an error message that MOIDE itself has
 * written.
 */
class UserFilesFuzzTest {
    private static final int IN_THE_BUILD = 500;
    private static final int IN_FULL = 20_000;

    /**
     * The pattern of texts that must not be in a message, since they come from a library or show a mistake of MOIDE.
     */
    private static final Pattern FOREIGN =
            Pattern.compile("(^|: )null$|Exception|java\\.|com\\.google|JsonReader|out of bounds|Malformed");

    private static final List<String> WORDS = List.of(
            "=",
            ":",
            ",",
            "[",
            "]",
            "[1-",
            "[1-4096]",
            "-1",
            "0",
            "99999999999999999999",
            "1e999",
            "NaN",
            "slots=",
            "#",
            "//",
            "\"",
            "'",
            "\\",
            "\\u00",
            "@",
            "%",
            "{",
            "}",
            "[[[[[[[[",
            "null",
            "true",
            "\r\n",
            "\n",
            "\t",
            "\0",
            "\ufeff",
            "\u00e9",
            "::1",
            "http://x:1",
            "*",
            "/");

    @TempDir
    Path folder;

    /** A function that reads a file of one format. */
    private interface Reader {
        void read(Path file) throws IOException;
    }

    private record Format(String good, Reader reader) {}

    private Map<String, Format> formats() throws IOException {
        Path workload = folder.resolve("workload");
        WorkloadFile.write(
                new RecordedWorkload(
                        "uts",
                        2,
                        List.of(new RecordedWorkload.Engine("a", 2, 4)),
                        new RecordedTasks(
                                80, new int[] {-1, 0, 0}, new long[] {10, 20, 30}, new long[] {0, 3, 0}, new long[] {
                                    0, 90, 0
                                })),
                workload);
        Map<String, Format> all = new LinkedHashMap<>();
        String hosts =
                "# a\nnode[01-04,7]:7101 slots=4 max_slots = 8\njoe@b \"slots\"=2\n[fe80::1]:7103\nc slots='1' # x\n";
        all.put("hosts", new Format(hosts, HostList::readFile));
        all.put("hosts to start", new Format(hosts, HostList::readFileOfStarted));
        all.put(
                "--hosts",
                new Format("a:7101,node[1,3-5]:7102, [::1]:7100,b", file -> HostList.readOption(text(file))));
        all.put("--monitor", new Format("a:7101,b", file -> HostList.readMonitors(text(file))));
        all.put("topology", new Format("# c\nnode1* paris/r1\nbig:7101\tlyon\n* cloud\n", TopologyFile::read));
        all.put("settings", new Format("local-engines=2\n# c\nhosts = a,\\\n b\nx\\=y:z\n", this::settings));
        all.put(
                "strategy",
                new Format("block = 4\nname: x\\\n y\nm=file:none\n", file -> StrategySpec.read("x", file)));
        all.put("profile", new Format(Tuning.DEFAULT.print(), CommProfile::read));
        all.put("workload", new Format(Files.readString(workload), WorkloadFile::read));
        all.put("report", new Format(RunJson.text(WholeReport.report()), file -> ReportReader.of(text(file))));
        all.put(
                "trace",
                new Format(
                        "{\"traceEvents\":[{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":3.5,\"dur\":4,\"name\":\"send\",\"args\":{}}]}",
                        file -> TraceSummary.of("f", new StringReader(text(file)))));
        all.put(
                "PBS",
                new Format("n1\nn1\nn2\n", file -> Allocation.of(Map.of("PBS_NODEFILE", "f"), none -> text(file))));
        all.put(
                "LSF",
                new Format("n1 4 n2 8", file -> Allocation.of(Map.of("LSB_MCPU_HOSTS", text(file)), none -> "")));
        all.put(
                "Slurm",
                new Format(
                        "n[1-3],m7",
                        file -> Allocation.of(
                                Map.of("SLURM_JOB_NODELIST", text(file), "SLURM_JOB_CPUS_PER_NODE", text(file)),
                                none -> "")));
        return all;
    }

    private void settings(Path file) {
        new SettingsProvider(Map.of(), List.of(file));
    }

    private static String text(Path file) {
        return TextFile.read(file, "");
    }

    @Test
    void shouldAnswerOrSayWhatIsWrongWithAnyFile() throws IOException {
        spoil(IN_THE_BUILD);
    }

    @Test
    @Tag("full")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void shouldAnswerOrSayWhatIsWrongWithVeryManyFiles() throws IOException {
        spoil(IN_FULL);
    }

    private void spoil(int times) throws IOException {
        for (Map.Entry<String, Format> format : formats().entrySet()) {
            byte[] good = format.getValue().good().getBytes(StandardCharsets.UTF_8);
            for (long seed = 1; seed <= times; seed++) {
                byte[] bad = new Mutation(seed, List.of(good), WORDS).file();
                Path file = Files.write(folder.resolve("f"), bad);
                String about = format.getKey() + ", seed " + seed + ": " + new String(bad, StandardCharsets.ISO_8859_1);
                assertThatCode(() -> look(format.getValue().reader(), file, about))
                        .as(about)
                        .doesNotThrowAnyException();
            }
        }
    }

    private static void look(Reader reader, Path file, String about) {
        try {
            reader.read(file);
        } catch (PlanException | IOException | IllegalArgumentException | JsonParseException expected) {
            // Quoted input may contain any text.
            String said = expected instanceof IOException trouble
                    ? FileTrouble.whenReading(trouble)
                    : String.valueOf(expected.getMessage());
            String own = said.replaceAll("(?s)'.*'|\".*\"|found.*", "");
            assertThat(FOREIGN.matcher(own.replace(file.toString(), "")).find())
                    .as(about + " says " + expected)
                    .isFalse();
        }
    }
}
