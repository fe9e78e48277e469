package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.command.checkup.Checkup;
import org.moide.command.checkup.Finding;
import org.moide.command.cluster.MonitorPlan;
import org.moide.command.history.KeptReport;
import org.moide.command.history.KeptRun;
import org.moide.command.history.RunHistory;
import org.moide.command.metrics.MetricsPlace;
import org.moide.command.report.RunJson;
import org.moide.command.report.RunSchema;
import org.moide.command.report.WholeReport;
import org.moide.command.terminal.Console;
import org.moide.commlib.CommException;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.folder.RunDescription;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostList.NamedHost;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.LogSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.Application;
import org.moide.engine.UsageException;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.loading.ProgramStartException;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.slurm.SlurmSettings;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;
import org.moide.monitor.NumaNode;
import org.moide.samples.bench.CommBench;

class MoideCommandTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> variables = new HashMap<>();
    private Recorder actions;
    private SampleIndex samples;

    @BeforeEach
    void makeSamples() throws IOException {
        actions = new Recorder(new RunFolders(folder.resolve("runs"), "h1"), new RunHistory(folder.resolve("history")));
        String good = Applications.Good.class.getName();
        String kinds = Applications.class.getName();
        samples = SampleIndex.find(Applications.jar(
                folder.resolve("moide-samples.jar"),
                "",
                "",
                "hello=" + good + "\ncg=" + good + "\nraytrace=" + good + "\nbag=" + kinds + "$Bag\nfarm=" + kinds
                        + "$Farm\nsaving=" + kinds + "$Saving\nworkers=" + kinds + "$Workers\n",
                Applications.Good.class,
                Applications.Bag.class,
                Applications.Farm.class,
                Applications.Farm.Taker.class,
                Applications.Saving.class,
                Applications.Workers.class));
    }

    @Test
    void shouldRunOnThisJvmAloneWhenNothingIsSaid() {
        assertThat(moide("run", "cg", "--class", "S")).isZero();

        assertThat(actions.plan().placement().isAlone()).isTrue();
        assertThat(actions.plan().application().arguments().words()).containsExactly("--class", "S");
        assertThat(actions.plan().application().className()).isEqualTo(Applications.Good.class.getName());
        assertThat(actions.plan().mode()).isNull();
        assertThat(actions.plan().output().printing().progress()).isEqualTo(OutputSettings.Progress.ON_TERMINAL);
    }

    @Test
    void shouldAttachAssistantsByItselfOnlyWhenItIsTold() {
        assertThat(moide("run", "--hosts", "a", "bag")).isZero();
        assertThat(actions.plan().assistance()).isEqualTo(Assistance.NONE);
        assertThat(moide("run", "--hosts", "a", "--assist", "bag")).isZero();
        assertThat(actions.plan().assistance()).isEqualTo(new Assistance(true, List.of(), false));
        assertThat(moide("run", "--hosts", "a", "--assist-from", "b:7101", "bag"))
                .isZero();
        List<DaemonAddress> kept = List.of(new DaemonAddress("b", 7101, 0));
        assertThat(actions.plan().assistance()).isEqualTo(new Assistance(true, kept, true));
        assertThat(moide("run", "--hosts", "a", "--assist-from", "b:7101", "--no-assist", "bag"))
                .isZero();
        assertThat(actions.plan().assistance().automatic()).isFalse();
        assertThat(moide("run", "--local-engines", "2", "--assist", "bag")).isZero();
        assertThat(actions.plan().assistance()).isEqualTo(new Assistance(true, List.of(), true));
    }

    @Test
    void shouldRefuseDaemonsForAssistantsOfARunThatNobodyElseCanReach() {
        assertWrong(
                "moide run: --assist-from: expected with --hosts, --ssh, --slurm or --symmetric",
                "run",
                "--local-engines",
                "2",
                "--assist-from",
                "b",
                "bag");
    }

    @Test
    void shouldTakeAPortOfThePageOnlyBehindEquals() {
        assertThat(moide("run", "--page", "hello")).isZero();
        assertThat(actions.plan().output().pages().port()).isEqualTo(OutputSettings.Pages.ANY_PORT);
        assertThat(actions.plan().application().name()).isEqualTo("hello");
        actions.plans.clear();
        assertThat(moide(
                        "run", "--page=8123", "--html", folder.resolve("r.html").toString(), "hello"))
                .isZero();
        assertThat(actions.plan().output().pages())
                .isEqualTo(new OutputSettings.Pages(folder.resolve("r.html"), 8123, null));
        actions.plans.clear();
        assertThat(moide("run", "hello")).isZero();
        assertThat(actions.plan().output().pages()).isEqualTo(OutputSettings.Pages.NONE);
        assertThat(moide("run", "--page=x", "hello")).isEqualTo(2);
        assertThat(moide("run", "--metrics", "9402", "hello")).isZero();
        assertThat(actions.plan().output().pages())
                .isEqualTo(new OutputSettings.Pages(null, OutputSettings.Pages.NO_PORT, "9402"));
        assertThat(moide("run", "--metrics", "hello", "cg")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--metrics: expected a port, or an address of this host and a port");
        assertThat(moide("run", "--page=70000", "hello")).isEqualTo(2);
        assertThat(moide("run", "--html", "r.pdf", "hello")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains(
                        "--page: expected nothing or a port, as in --page=8123, found 'x'",
                        "--page: expected a port from 1 to 65535, found 70000",
                        "--html: expected a file name that ends in .html or .htm");
    }

    @Test
    void shouldPutEveryOptionIntoThePlan() throws IOException {
        Path strategy = Files.writeString(folder.resolve("s.properties"), "");
        Path secret = Files.writeString(folder.resolve("secret"), "");
        Path scene = Files.writeString(folder.resolve("scene.txt"), "");

        int code = moide(
                ("run --hosts a:7101,b --engines 2 --threads 3 --no-own-engine --engine-memory 1g --jvm-arg=-Xss4m"
                                + " --jvm-arg=-ea --power a=10,own=2.5 --pool LIFO_st2 --task-tries 5"
                                + " --task-failures ignore --task-time-limit 1.5m --verify-merge --strategy s --strategy-file "
                                + strategy + " --files " + scene + " --report " + folder.resolve("run.json")
                                + " --no-progress --display-map --bind 0.0.0.0 --advertise h,h2 --port 7300 --plain"
                                + " --secret-file " + secret
                                + " --stall-after 2m --verbose bag -- --threads 9")
                        .split(" ", -1));

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(code).isZero();
        RunPlan plan = actions.plan();
        assertThat(plan.placement().daemons())
                .containsExactly(new DaemonAddress("a", 7101, 0), new DaemonAddress("b", 7100, 0));
        assertThat(plan.placement().engines()).isEqualTo(2);
        assertThat(plan.placement().ownEngine()).isFalse();
        assertThat(plan.engines().threads()).isEqualTo(3);
        assertThat(plan.engines().memoryBytes()).isEqualTo(1L << 30);
        assertThat(plan.engines().jvmArguments()).containsExactly("-Xss4m", "-ea");
        assertThat(plan.engines().powers()).containsOnly(Map.entry("a", 10.0), Map.entry("own", 2.5));
        assertThat(plan.strategy().name()).isEqualTo("s");
        assertThat(plan.tasks())
                .isEqualTo(new TaskSettings(
                                Discipline.LIFO_ST2,
                                new FailurePolicy(5, Long.MAX_VALUE),
                                DataSettings.DEFAULT,
                                true,
                                new HandlingSettings(5, false))
                        .limited(90_000_000_000L));
        assertThat(plan.output().stallAfterSeconds()).isEqualTo(120);
        assertThat(plan.files()).containsExactly(scene);
        assertThat(plan.output().printing().progress()).isEqualTo(OutputSettings.Progress.NEVER);
        assertThat(plan.output().displayMap()).isTrue();
        assertThat(plan.output().verbose()).isTrue();
        assertThat(plan.network().bind()).isEqualTo("0.0.0.0");
        assertThat(plan.network().advertise()).containsExactly("h", "h2");
        assertThat(plan.network().port()).isEqualTo(7300);
        assertThat(plan.network().plain()).isTrue();
        assertThat(plan.network().secretFile()).isEqualTo(secret);
        assertThat(plan.application().arguments().words()).containsExactly("--threads", "9");
    }

    @Test
    void shouldPutWhatIsForThreadsAndWorkersIntoThePlanToo() throws IOException {
        Path comm = Files.writeString(folder.resolve("comm.properties"), "longReduceBytes = 4096");
        assertThat(moide(
                        "run",
                        "--mode",
                        "cooperative",
                        "--comm-profile",
                        comm.toString(),
                        "--checkpoint-share",
                        "12.5",
                        "saving"))
                .isZero();
        assertThat(actions.plan().mode()).isEqualTo(Application.Mode.COOPERATIVE);
        assertThat(actions.plan().output().kept().checkpointPercent()).isEqualTo(12.5);
        assertThat(actions.plan().collectives().file()).isEqualTo(comm);
        assertThat(actions.plan().collectives().tuning().longReduceBytes()).isEqualTo(4096);
        assertThat(moide("run", "--verify-tasks", "workers")).isZero();
        assertThat(actions.plan().tasks().handling().verifyTasks()).isTrue();
    }

    @Test
    void shouldSayWhereAnOptionBelongsWhenItStandsAfterTheApplication() {
        assertThat(moide("run", "cg", "--threads", "2")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).isEqualTo("""
                        moide run: --threads is MOIDE's: put --threads before cg
                        If it is meant for cg itself, put -- after the name: moide run cg -- --threads ...
                        """);
        assertThat(actions.plans).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--report=x",
                "--no-progress",
                "--no-assist",
                "--no-reselect",
                "--progress",
                "--local-engines",
                "--classpath"
            })
    void shouldKnowAllItsOptionsAfterTheApplication(String option) {
        assertThat(moide("run", "cg", option)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("put " + option.replaceFirst("=.*", "") + " before cg");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --pool fifo            | --pool: expected one of deques, fifo_cen, lifo_cen, fifo_cenII, lifo_cenII, fifo_dis, lifo_dis, fifo_st1, lifo_st1, fifo_st2, lifo_st2, found 'fifo'
            --task-tries 0         | --task-tries: expected 1 to 1000, found 0
            --task-failures some   | --task-failures: expected a number of tasks from 0 on, or ignore, found 'some'
            --task-time-limit soon | --task-time-limit: expected a time such as 60, 90s or 2m, or off, found 'soon'
            --task-time-limit 20ms | --task-time-limit: expected at least 1s, since engines look at their tasks a few times a second, found '20ms'
            --task-failures=-1     | --task-failures: expected a number of tasks from 0 on, or ignore, found '-1'
            """)
    void shouldSayWhatIsWrongWithTheSettingsForTasks(String words, String message) {
        assertThat(moide(("run " + words + " bag").split(" "))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains(message);
        assertThat(actions.plans).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --hosts a,b --elastic 3:2                   | --elastic: expected min:max from 1 to 4096 with max not below min, found 3:2
            --hosts a,b --elastic 2                     | --elastic: expected min:max, such as 1:4 for one to four engines, found '2'
            --hosts a,b --elastic 0:2                   | --elastic: expected at least 1 engine, found 0:2
            --hosts a,b --elastic 1:2 --engines 3       | --engines 3: expected 1 to 2 to begin with, as --elastic 1:2 says
            --elastic 1:2                               | --elastic: expected with --local-engines, --hosts, --ssh, --slurm or --symmetric; in a run on this JVM alone it has no effect
            --local-engines 4 --elastic 1:2             | --local-engines 4: expected 1 to 2 to begin with, as --elastic 1:2 says
            --replace-slow                              | --replace-slow: expected with --hosts, --ssh or --symmetric; in a run on this JVM alone it has no effect
            --reselect                                  | --replace-slow: expected with --hosts, --ssh or --symmetric
            --local-engines 2 --replace-slow            | --replace-slow: expected with --hosts, --ssh or --symmetric; in a run on engines on this machine
            --checkpoint-share 0 | --checkpoint-share: expected a percentage above 0 and up to 100, found 0.0
            --stall-after soon | --stall-after: expected a time such as 60, 90s or 2m, or off, found 'soon'
            --stall-after -3 | --stall-after: expected a time such as 60, 90s or 2m, or off, found '-3'
            --checkpoint-share 101 | --checkpoint-share: expected a percentage above 0 and up to 100, found 101.0
            --hosts a --elastic 1:2 --idle-workload 0.5 | --idle-workload: expected a number from 1 (nobody else works there) to 100, found 0.5
            """)
    void shouldSayWhatIsWrongWithAnElasticRun(String words, String message) {
        assertThat(moide(("run " + words + " saving").split(" +"))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("moide run: " + message);
        assertThat(actions.plans).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --hosts a,b --elastic 1:3                       | 1 | 3 | true  | 1.25 | 1
            --hosts a,b --elastic 1:3 --engines 2           | 1 | 3 | true  | 1.25 | 2
            --hosts a,b --elastic 2:3 --no-replace-slow     | 2 | 3 | false | 1.25 | 2
            --hosts a,b --engines 2 --replace-slow          | 0 | 0 | true  | 1.25 | 2
            --hosts a,b --engines 2 --reselect              | 0 | 0 | true  | 1.25 | 2
            --hosts a,b --elastic 2:3 --no-reselect         | 2 | 3 | false | 1.25 | 2
            --local-engines 1 --elastic 1:3                 | 1 | 3 | false | 1.25 | 0
            --hosts a --elastic 1:1 --idle-workload 2       | 1 | 1 | true  | 2    | 1
            --hosts a                                       | 0 | 0 | false | 1.25 | 0
            """)
    void shouldKnowHowElasticARunIs(
            String words, int least, int most, boolean replaces, double idleWorkload, int firstEngines) {
        assertThat(moide(("run " + words + " saving").split(" +"))).isZero();
        Placement placement = actions.plan().placement();
        assertThat(placement.elasticity()).isEqualTo(new Elasticity(least, most, replaces, idleWorkload));
        assertThat(placement.firstEngines()).isEqualTo(firstEngines);
        assertThat(placement.isAlone()).isFalse();
    }

    @Test
    void shouldPassWhatOnlyLooksLikeItsOwn() {
        assertThat(moide("run", "cg", "--thread", "2", "-cp", "--", "--threads"))
                .isZero();
        assertThat(actions.plan().application().arguments().words())
                .containsExactly("--thread", "2", "-cp", "--", "--threads");
    }

    @Test
    void shouldPreferOptionsToVariablesAndVariablesToFiles() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "threads=2\nengine-memory=64m\nplain=true\n");
        variables.put("MOIDE_THREADS", "3");
        variables.put("MOIDE_ENGINES", "1");

        assertThat(moide("run", "--engines", "2", "--hosts", "a,b", "hello")).isZero();

        assertThat(actions.plan().placement().engines()).isEqualTo(2);
        assertThat(actions.plan().engines().threads()).isEqualTo(3);
        assertThat(actions.plan().engines().memoryBytes()).isEqualTo(64L << 20);
        assertThat(actions.plan().network().plain()).isTrue();
    }

    @Test
    void shouldPreferAPlacementOnTheCommandLineToOneOfAVariable() throws IOException {
        variables.put("MOIDE_HOSTS", "a,b");
        assertThat(moide("run", "hello")).isZero();
        assertThat(actions.plan().placement().daemons()).hasSize(2);

        assertThat(moide("run", "--local-engines", "2", "hello")).isZero();
        assertThat(actions.plan().placement().daemons()).isEmpty();
        assertThat(actions.plan().placement().localEngines()).isEqualTo(2);

        Path file = Files.writeString(folder.resolve("hosts"), "c\n");
        assertThat(moide("run", "--hostfile", file.toString(), "hello")).isZero();
        assertThat(actions.plan().placement().daemons()).containsExactly(new DaemonAddress("c", 7100, 0));

        variables.clear();
        variables.put("MOIDE_LOCAL_ENGINES", "3");
        assertThat(moide("run", "--hosts", "a", "hello")).isZero();
        assertThat(actions.plan().placement().daemons()).hasSize(1);
        assertThat(moide("run", "--hosts", "a", "--hostfile", file.toString(), "hello"))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --pool lifo_dis cg                        | --pool: expected a bag of tasks or an application of threads that calls putTask or getTask, found cg
            --strategy guided cg                      | --strategy: expected a bag of tasks, an application of threads that calls putTask or getTask
            --strategy-file f hello                   | --strategy-file: expected a bag of tasks
            --task-tries 9 cg                         | --task-tries: expected a bag of tasks or an application of workers, found cg, an application of threads
            --task-tries 9 farm                       | --task-tries: expected a bag of tasks
            --mode cooperative bag                    | --mode: expected an application of threads, found bag, a bag of tasks
            --mode cooperative workers                | --mode: expected an application of threads
            --checkpoint-share 7 bag                  | --checkpoint-share: expected an application of threads that calls checkpoint
            --checkpoint-dir . hello                  | --checkpoint-dir: expected an application of threads that calls checkpoint or an application of workers, found hello, an application of threads that does not
            --data-dir . hello                        | --data-dir: expected a bag of tasks
            --pool lifo_st2 workers                   | --pool: expected a bag of tasks
            --strategy greedy workers                 | --strategy: expected several engines for workers
            --verify-tasks bag                        | --verify-tasks: expected an application of workers
            --verify-merge workers                    | --verify-merge: expected a bag of tasks
            --verify-data farm                        | --verify-data: expected a bag of tasks
            --task-failures 2 workers                 | --task-failures: expected a bag of tasks
            --task-time-limit 9s workers              | --task-time-limit: expected a bag of tasks
            --task-time-limit 9s cg                   | --task-time-limit: expected a bag of tasks, found cg, an application of threads
            --data-memory 1g farm                     | --data-memory: expected a bag of tasks
            --data-spill . hello                      | --data-spill: expected a bag of tasks
            --comm-profile f bag                      | --comm-profile: expected an application of threads
            --record-workload w.json hello            | --record-workload: expected a bag of tasks, an application of threads that calls putTask or getTask or an application of workers
            --hosts a --assist hello                  | --assist: expected a bag of tasks
            --ssh-command foo hello                   | --ssh-command: expected with --ssh; in a run on this JVM alone it has no effect
            --jvm-arg=-Xss2m hello                    | --jvm-arg: expected with --local-engines, --hosts, --ssh, --slurm or --symmetric; in a run on this JVM alone
            --local-engines 1 --jvm-arg=-Xss2m hello  | --jvm-arg: expected with
            --engines 1 hello                         | --engines: expected with --local-engines, --hosts, --ssh or --symmetric
            --no-own-engine hello                     | --no-own-engine: expected with
            --plain hello                             | --plain: expected with --hosts
            --local-engines 2 --bind 0.0.0.0 hello    | --bind: expected with --hosts
            --port 7 hello                            | --port: expected with --hosts
            --secret-file f hello                     | --secret-file: expected with --hosts
            --local-engines 2 --topology f hello      | --topology: expected with --hosts
            --label gpu hello                         | --label: expected with --hosts
            --hosts a --with-java hello               | --with-java: expected with --ssh
            --hosts a --meet . hello                  | --meet: expected with --symmetric
            --hosts a --idle-workload 2 hello         | --idle-workload: expected with --elastic or --replace-slow
            --ssh a --jdk . hello                     | --jdk: expected with --with-java
            --local-engines 1 --hosts a hello         | --hosts and --local-engines: expected only one of them, found both
            """)
    void shouldRefuseWhatHasNoEffectThere(String words, String message) {
        assertThat(moide(("run " + words).split(" +"))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("moide run: " + message).hasLineCount(1);
        assertThat(actions.plans).isEmpty();
    }

    @Test
    void shouldRefuseMoreEnginesThanHaveRoomInThisMachine() {
        Placement thousand = new Placement(true, 1_000, List.of(), 0);
        assertThatThrownBy(() -> EngineOptions.requireRoom(thousand, 24L << 30))
                .isInstanceOf(PlanException.class)
                .hasMessage(
                        "--local-engines: expected at most 537 on this machine, since an engine needs 32m of its 24576m,"
                                + " found 1000; have fewer, with more --threads each, or name other hosts (--hosts)");
        EngineOptions.requireRoom(thousand, 48L << 30);
        EngineOptions.requireRoom(new Placement(true, 537, List.of(), 0), 24L << 30);
        EngineOptions.requireRoom(Placement.alone(), 1 << 20);

        assertThat(moide("run", "--local-engines", "4096", "hello"))
                .as("a machine of 188 GiB has room for all that may be asked for")
                .isEqualTo(MemorySize.ofThisMachine() < 188L << 30 ? 2 : 0);
    }

    @Test
    void shouldPassOverWhatASettingsFileSaysForOtherRuns() throws IOException {
        Files.writeString(
                folder.resolve("moide.properties"),
                "verify-tasks=true\nstrategy=guided\ntask-tries=3\nelastic=1:2\nslurm-folder=x\nplain=true\njvm-arg=-ea\n");
        variables.put("MOIDE_MODE", "cooperative");
        variables.put("MOIDE_IDLE_WORKLOAD", "3");

        assertThat(moide("run", "hello")).isZero();
        assertThat(err.toString(UTF_8)).isEmpty();
        RunPlan plan = actions.plan();
        assertThat(plan.tasks()).isEqualTo(TaskSettings.DEFAULT);
        assertThat(plan.strategy().name()).isNull();
        assertThat(plan.placement().isAlone()).isTrue();
        assertThat(plan.network()).isEqualTo(NetworkSettings.usual());
        assertThat(plan.engines().jvmArguments()).isEmpty();
        assertThat(plan.mode()).isEqualTo(Application.Mode.COOPERATIVE);

        assertThat(moide("run", "bag")).isZero();
        assertThat(actions.plan().strategy().name()).isEqualTo("guided");
        assertThat(actions.plan().tasks().failures().tries()).isEqualTo(3);
        assertThat(actions.plan().mode()).isNull();
        assertThat(moide("run", "workers")).isZero();
        assertThat(actions.plan().tasks().handling().verifyTasks()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MOIDE_THREDS             | 3            | 2 | moide: the variable MOIDE_THREDS: no option is called so: did you mean MOIDE_THREADS?
            MOIDE_JVM_ARGS           | -ea          | 2 | did you mean MOIDE_JVM_ARG?
            MOIDE_WATCH              | 2            | 2 | moide: the variable MOIDE_WATCH: expected --watch on the command line only
            MOIDE_threads            | 2            | 2 | moide: the variable MOIDE_threads: no option is called so: did you mean MOIDE_THREADS?
            MOIDE_HELP               | true         | 2 | moide: the variable MOIDE_HELP: expected --help on the command line only
            MOIDE_THREADS            | x            | 2 | moide run: the variable MOIDE_THREADS: --threads: expected a whole number, found 'x'
            MOIDE_ENGINE_MEMORY      | x            | 2 | moide run: the variable MOIDE_ENGINE_MEMORY: --engine-memory: expected a size
            MOIDE_JAVA_OPTS          | -Xmx1g       | 0 | ''
            MOIDE_BUILD              | no           | 0 | ''
            MOIDE_ENGINES_SERVICE_HOST | 10.0.0.1   | 0 | ''
            MOIDE_PORT               | tcp://10.0.0.1:7100 | 0 | ''
            MOIDE_PORT_7100_TCP_ADDR | 10.0.0.1     | 0 | ''
            """)
    void shouldRefuseVariablesThatNoOptionReads(String name, String value, int code, String message) {
        variables.put(name, value);
        assertThat(moide("run", "hello")).isEqualTo(code);
        assertThat(err.toString(UTF_8)).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            threads=2                 | 0 | ''
            strategy=guided           | 0 | ''
            verify-tasks=true         | 0 | ''
            strategy=org.evil.Best    | 2 | ', line 2: ''strategy=org.evil.Best'' may not stand in a file of the current folder'
            ssh-command=sh -c evil    | 2 | expected it in ~/.moide/moide.properties, as the variable MOIDE_SSH_COMMAND, or as --ssh-command
            jvm-arg=-javaagent:x      | 2 | may not stand in a file of the current folder
            classpath=.               | 2 | may not stand in a file of the current folder
            hosts=evil                | 2 | may not stand in a file of the current folder
            report=/etc/passwd        | 2 | may not stand in a file of the current folder
            secret-file=known         | 2 | may not stand in a file of the current folder
            slurm-arg=--prolog=x      | 2 | may not stand in a file of the current folder
            """)
    void shouldTakeFromAFileOfTheCurrentFolderOnlyWhatDoesNoHarm(String line, int code, String message)
            throws IOException {
        Path file = Files.writeString(folder.resolve("moide.properties"), "# of an archive\n" + line + "\n");
        Path here = Path.of("").toAbsolutePath().relativize(file);
        assertThat(MoideCommand.execute(
                        new String[] {"run", "hello"},
                        new TerminalConsole(
                                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80),
                        variables,
                        List.of(here),
                        actions,
                        () -> samples))
                .isEqualTo(code);
        assertThat(err.toString(UTF_8)).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MOIDE_THREADS=2   | moide: @, line 2: no option is called 'MOIDE_THREADS': did you mean threads?
            --threads=2       | moide: @, line 2: no option is called '--threads': did you mean threads?
            Local_Engines=2   | moide: @, line 2: no option is called 'Local_Engines': did you mean local-engines?
            version=true      | moide: @, line 2: expected --version on the command line only
            =2                | moide: @, line 2: no option is called ''
            threads=x         | moide run: @, line 2: --threads: expected a whole number, found 'x'
            engine-memory=x   | moide run: @, line 2: --engine-memory: expected a size such as 512m or 2g, found 'x'
            local-engines=0   | moide run: @, line 2: --local-engines: expected 1 to 4096, found 0
            """)
    void shouldSayWhichLineIsWrong(String line, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("moide.properties"), "# ours\n" + line + "\n");

        assertThat(moide("run", "hello")).isEqualTo(2);
        assertThat(err.toString(UTF_8).lines().findFirst().orElseThrow())
                .isEqualTo(message.replace("@", file.toString()));
        assertThat(moide("run", "--threads", "2", "--threads", "3", "hello")).isEqualTo(2);
    }

    @Test
    void shouldNotBlameASettingsFileForWhatWasTyped() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "threads=2\nengine-memory=64m\n");
        assertWrong("moide run: --threads: expected a whole number, found 'x'", "run", "--threads", "x", "hello");
        assertWrong("moide run: --engine-memory: expected a size", "run", "--engine-memory=y", "hello");
    }

    @Test
    void shouldTellWhatAnApplicationsConstructorThrewAsTheApplicationsFault() {
        TerminalConsole console =
                new TerminalConsole(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80);
        assertThat(new CommandErrors(console)
                        .thrown(
                                new ProgramStartException("the constructor of A threw", new IOException("no room")),
                                "moide run",
                                false))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).isEqualTo("""
                        moide run: the constructor of A threw: java.io.IOException: no room
                        with --verbose before the application you see where
                        """);
    }

    @Test
    void shouldRefuseALineWithoutAValue() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "progress=\n");
        assertThatThrownBy(() -> moide("run", "hello"))
                .isInstanceOf(PlanException.class)
                .hasMessageEndingWith("moide.properties, line 1: expected a value of progress, found none");
    }

    @Test
    void shouldRefuseALineThatStandsTwice() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "threads=2\nthreads=4\n");
        assertThatThrownBy(() -> moide("run", "hello"))
                .isInstanceOf(PlanException.class)
                .hasMessageContainingAll("expected threads once, found it in", "line 1 and in", "line 2");
    }

    @Test
    void shouldRefuseAMisspeltLineOfTheSettingsFile() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "local-engine=2\n");

        assertThat(moide("run", "hello")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualTo("moide: " + folder.resolve("moide.properties")
                        + ", line 1: no option is called 'local-engine': did you mean local-engines?\n");
    }

    @Test
    void shouldSayWhereAValueStandsThatIsNone() throws IOException {
        Files.writeString(folder.resolve("moide.properties"), "# mine\nthreads=x\n");
        assertWrong(
                "moide run: " + folder.resolve("moide.properties")
                        + ", line 2: --threads: expected a whole number, found 'x'",
                "run",
                "hello");

        assertWrong("moide run: --threads: expected a whole number, found 'y'", "run", "--threads", "y", "hello");
        variables.put("MOIDE_THREADS", "z");
        assertWrong(
                "moide run: the variable MOIDE_THREADS: --threads: expected a whole number, found 'z'", "run", "hello");
    }

    private OwnedRun running(String id) throws IOException {
        assertThat(moide("run", "cg", "--class", "S")).isZero();
        RunPlan plan = actions.plan();
        actions.plans.clear();
        OwnedRun run = actions.runs()
                .create(new RunDescription(
                        id,
                        Instant.parse("2026-01-02T03:04:05Z"),
                        "h1",
                        Path.of("").toAbsolutePath(),
                        "0",
                        plan));
        run.began();
        return run;
    }

    @Test
    void shouldOrderChangesOfTheRunThatIsMeant() throws IOException {
        try (OwnedRun one = running("abc");
                OwnedRun other = running("xyz")) {
            assertThat(List.of(one.folder().id(), other.folder().id())).containsExactly("abc", "xyz");
            assertThat(moide("expand", "x", "--hosts", "a,b:7101")).isZero();
            assertThat(moide("replace", "abc", "--engine", "2", "--host", "c")).isZero();
            assertThat(moide("drain", "ab", "--hosts", "node7")).isZero();
            assertThat(actions.orders)
                    .containsExactly(
                            "xyz Expand[hosts=[a:7100, b:7101]]",
                            "abc Replace[engine=2, hosts=[c:7100]]",
                            "abc Drain[host=node7]");
            assertThat(out.toString(UTF_8)).isEqualTo("engine-1 on a has joined\n".repeat(3));
            actions.changed = ChangeAnswer.refused("there is no such host");
            assertThat(moide("expand", "abc", "--hosts", "a")).isEqualTo(1);
            assertThat(err.toString(UTF_8)).isEqualTo("moide expand: there is no such host\n");
            assertThat(moide("drain", "node7")).as("all runs, and none could").isEqualTo(1);
            assertThat(actions.orders).hasSize(6);
            assertThat(moide("drain", "node7:7101", "--run", "ab"))
                    .as("as it was once")
                    .isEqualTo(1);
            assertThat(actions.orders.remove(6)).isEqualTo("abc Drain[host=node7:7101]");
            variables.put("MOIDE_HOSTS", "z");
            assertThat(moide("expand", "abc", "--engine", "2")).isEqualTo(1);
            assertThat(actions.orders.get(6)).isEqualTo("abc Assist[engine=2, hosts=[]]");
            assertThat(err.toString(UTF_8))
                    .as("the command's own name")
                    .endsWith("moide expand: there is no such host\n");
        }
    }

    @Test
    void shouldSayWhichNamesOfOptionsAreThoseOfNoHost() {
        String powers = "own=3,a=2,b:7101=4,nobody=5,h1*=6";
        assertThat(moide("run", "--hosts", "a,b:7101", "--power", powers, "--exclude", "h1*,old*", "cg"))
                .isZero();
        assertThat(actions.plan().notes(List.of(new Candidate("a:7100", "h1", "h1", 1, 1, 1, 1, 0))))
                .containsExactly(
                        "--power h1*: no host of this run is called h1*; 'moide hosts' shows how they are called",
                        "--power nobody: no host of this run is called nobody; 'moide hosts' shows how they are called",
                        "--exclude old*: no host of this run is called old*; 'moide hosts' shows how they are called");
        actions.plans.clear();
        assertWrong(
                "moide run: --power: expected only own=<number> in a run on this machine alone, found a",
                "run",
                "--power",
                "a=2",
                "cg");
    }

    @Test
    void shouldEndARunThroughDaemonsOnlyWhenTheyAreNamedThere() {
        assertThat(moide("stop", "4k2", "--hosts", "node1,node2:7101")).isZero();
        assertThat(actions.orders).containsExactly("stop 4k2 through [node1:7100, node2:7101]");
        assertThat(out.toString(UTF_8)).contains("run 4k2x has ended on these hosts");
        actions.exitCode = 1;
        assertThat(moide("stop", "--hosts", "node1")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("moide stop: run 4k2x was told to end, and still has engines there");
    }

    @Test
    void shouldShowRunsAndHowOneStands() throws IOException {
        try (OwnedRun one = running("abc")) {
            actions.status = new RunStatus(
                            RunStatus.State.COMPUTING,
                            12.5,
                            30,
                            40,
                            List.of(new RunStatus.Epoch(2, 7.5, 2, "engine-1 on b came")),
                            List.of(new RunStatus.EngineStatus(
                                    1, "b", 4, 2.5, RunStatus.EngineStatus.Standing.COMPUTING, 29)),
                            List.of(new RunStatus.Change("expand", 7, 0.5, "engine-1 on b")))
                    .waiting(List.of("ID 0 waits in remoteBarrier (Heat.java:42) for 3.20 s"))
                    .with(new Progress(30, 40, "tasks", 2.5, 4_000_000_000L, 5_500_000_000L));
            assertThat(moide("status")).isZero();
            assertThat(out.toString(UTF_8)).isEqualTo("""
                            run abc: cg --class S
                            computing for 12.50 s; 30 of 40 tasks are done, 2.50/s, 4 to 6 s left

                            engine  host  at  process  threads  power  state      tasks
                                 1  b     -         -        4   2.50  computing     29

                            ID 0 waits in remoteBarrier (Heat.java:42) for 3.20 s

                            epoch      at  engines  why
                                2  7.50 s        2  engine-1 on b came

                            reconfigured      at    took  what
                            expand        7.00 s  0.50 s  engine-1 on b
                            """);
            out.reset();
            assertThat(moide("status", "--json", "abc")).isZero();
            assertThat(JsonParser.parseString(out.toString(UTF_8))
                            .getAsJsonObject()
                            .getAsJsonArray("engines"))
                    .hasToString("[{\"id\":1,\"host\":\"b\",\"daemon\":\"\",\"threads\":4,\"power\":2.5,"
                            + "\"state\":\"computing\",\"tasks\":29,\"queued\":0,\"waitedSeconds\":0.0}]");
            out.reset();
            one.ended("done after 13.0 s");
        }
        running("def").close();
        assertThat(moide("runs")).isZero();
        assertThat(out.toString(UTF_8)).contains("done after 13.0 s").contains("broken off         cg --class S");
        assertWrong("moide status: run abc has ended (done after 13.0 s): its engines are gone", "status", "abc");
        assertWrong("moide expand: run def was broken off", "expand", "def");
        OwnedRun nobody = running("ghi");
        nobody.neverBegan();
        nobody.close();
        assertThat(moide("runs")).isZero();
        assertThat(out.toString(UTF_8)).contains("failed to start    cg --class S");
        assertWrong("moide status: run ghi failed to start: it has no engines", "status", "ghi");
        assertThat(moide("resume")).isZero();
        assertThat(moide("resume", "--no-progress", "--tag-output")).isZero();
        assertThat(moide("resume", "--strict")).isZero();
        assertThat(actions.orders)
                .containsExactly(
                        "resume def",
                        "resume def Printing[progress=NEVER, tagged=true, folder=null]",
                        "resume def strictly");
    }

    @Test
    void shouldSayWhatOrdersToRunsExpect() {
        assertWrong("moide replace: --engine: expected the number of an engine, found none", "replace", "abc");
        assertWrong("moide drain: expected hosts to leave, such as 'moide drain --hosts node7'", "drain");
        assertWrong("moide status: expected the ID of one run, found a b", "status", "a", "b");
        assertWrong("moide status: expected a run called nope, found none", "status", "nope");
    }

    @Test
    void shouldSayInTwoLinesWhatIsWrong() {
        assertWrong("moide run: unknown option '--thread': did you mean --threads?", "run", "--thread", "2", "cg");
        assertWrong(
                "moide run: unknown option '--no-progres': did you mean --no-progress?", "run", "--no-progres", "cg");
        assertWrong("moide: unknown command 'rum': did you mean run or runs?", "rum");
        assertWrong("moide: expected a command such as 'moide run raytrace', found none");
        assertWrong("moide run: expected an application, found none", "run");
        assertWrong("moide run: no application 'raytrce': did you mean raytrace?", "run", "raytrce");
        assertWrong("moide run: --threads: expected 1 or more, found 0", "run", "--threads", "0", "cg");
        assertWrong("moide run: --threads: expected a whole number, found 'x'", "run", "--threads", "x", "cg");
        assertWrong(
                "moide run: --mode: expected independent or cooperative, found 'both'", "run", "--mode", "both", "cg");
        assertWrong("moide run: --power: expected host=number", "run", "--power", "7", "cg");
        assertWrong("moide run: --hosts, column 3: expected", "run", "--hosts", "a:", "cg");
        assertWrong("moide run: --threads: expected a value, found none: --threads <n>", "run", "--threads");
        assertWrong("moide engine: --engine-ports: expected two ports", "engine", "--engine-ports", "72x");
        assertWrong("moide engine: unexpected word 'x'", "engine", "x");
    }

    @Test
    void shouldTurnFailuresIntoExitCodes() {
        assertThat(failing(new PlanException("p"))).isEqualTo(2);
        assertThat(failing(new UsageException("u"))).isEqualTo(2);
        assertThat(failing(new NoHostsException("h"))).isEqualTo(3);
        assertThat(failing(new InterruptedException())).isEqualTo(130);
        assertThat(failing(new CommException("c"))).isEqualTo(1);
        assertThat(failing(new IllegalStateException("i"))).isEqualTo(1);
        assertThat(err.toString(UTF_8).lines())
                .contains(
                        "moide run: p",
                        "moide run: u",
                        "moide run: h",
                        "moide run: interrupted",
                        "moide run: c",
                        "moide run: a fault of MOIDE's own: java.lang.IllegalStateException: i")
                .noneMatch(line -> line.contains("\tat "));
        actions.exitCode = 1;
        actions.failures.clear();
        assertThat(moide("run", "hello")).isEqualTo(1);
    }

    @Test
    void shouldShowTheStackOnlyWhenAskedTo() {
        actions.failures.add(new CommException("c"));

        assertThat(moide("run", "--verbose", "hello")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("\tat org.moide.command.MoideCommandTest");
    }

    @Test
    void shouldPlanAnEngineDaemon() {
        assertThat(moide("engine", "--bind", "127.0.0.1", "--engine-ports", "7200-7299", "--power", "5"))
                .isZero();

        EngineDaemonPlan plan = actions.daemons.get(0);
        assertThat(plan.network().port()).isEqualTo(7100);
        assertThat(plan.network().bind()).isEqualTo("127.0.0.1");
        assertThat(plan.firstEnginePort()).isEqualTo(7200);
        assertThat(plan.lastEnginePort()).isEqualTo(7299);
        assertThat(plan.power()).isEqualTo(5);
        assertThat(plan.labels()).isEmpty();

        assertThat(moide("engine", "--bind", "127.0.0.1", "--label", "gpu", "--label", "rack=7,ssd"))
                .isZero();
        assertThat(actions.daemons.get(1).labels()).containsExactly("gpu", "rack=7", "ssd");
        assertThat(actions.daemons.get(1).log()).isEqualTo(LogSettings.USUAL);
        assertThat(moide("engine", "--log-level", "warning", "--log-file", "e.log"))
                .isZero();
        assertThat(actions.daemons.get(2).log())
                .isEqualTo(new LogSettings(LogSettings.Level.WARNING, Path.of("e.log")));
        assertThat(moide("engine", "--log-level", "loud")).isEqualTo(2);
        assertThat(plan.monitors()).isEmpty();
        assertThat(moide("engine", "--monitor", "head,other:7091")).isZero();
        assertThat(actions.daemons.get(3).monitors())
                .containsExactly(new DaemonAddress("head", 7090, 0), new DaemonAddress("other", 7091, 0));
        assertThat(moide("engine", "--monitor", "m[1-5]")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--monitor: expected at most 4 monitors, found 5");
    }

    @Test
    void shouldPlanHowLongAnEngineDaemonStays() {
        assertThat(moide("engine", "--port-file", "p", "--end-when-idle", "60")).isZero();
        assertThat(actions.daemons.get(0).stay()).isEqualTo(new EngineDaemonPlan.Stay(Path.of("p"), 60, null));
        assertThat(moide("engine", "--end-when-idle", "0")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--end-when-idle: expected 1 minute or more, found 0");
    }

    @Test
    void shouldPlanDaemonsOnOtherHosts() {
        assertThat(moide("up", "--hosts", "a,b:7101", "--ssh-command", "ssh -F 'my file'", "--", "--label", "gpu"))
                .isZero();
        SshPlan plan = actions.overSsh.get(0);
        assertThat(plan.hosts()).containsExactly(new NamedHost("a", 0, 0), new NamedHost("b", 7101, 0));
        assertThat(plan.settings().command()).containsExactly("ssh", "-F", "my file");
        assertThat(plan.settings().engineWords()).containsExactly("--label", "gpu");
        assertThat(plan.settings().jdk()).isNull();
        assertThat(moide("up", "--hosts", "a", "--with-java", "--plain")).isZero();
        assertThat(actions.overSsh.get(1).settings().jdk()).isEqualTo(Path.of(System.getProperty("java.home")));
        assertThat(actions.overSsh.get(1).settings().engineWords()).containsExactly("--plain");

        assertThat(moide("down", "--purge")).isZero();
        assertThat(moide("down", "--hosts", "a,b")).isZero();
        assertThat(actions.orders)
                .containsExactly(
                        "down " + new DownPlan(List.of(), List.of("ssh"), true),
                        "down " + new DownPlan(List.of("a", "b"), List.of("ssh"), false));

        assertWrong("moide up: expected hosts, found none: moide up --hosts node1,node2", "up");
        assertWrong("moide up: unexpected word 'a'", "up", "--hosts", "b", "a");
        assertWrong("moide up: --hosts: expected each host once, found a again", "up", "--hosts", "a,a");
        assertWrong("moide up: --port: expected options of 'moide engine' that", "up", "--hosts", "a", "--", "--port");
        assertWrong("moide up: --ssh-command: expected words", "up", "--hosts", "a", "--ssh-command", "ssh 'a");
        assertWrong("moide up: expected a host's name, found '-a'", "up", "--hosts=-a");
    }

    @Test
    void shouldRunOnDaemonsThatItStarts() throws IOException {
        Path file = Files.writeString(folder.resolve("hosts"), "a\nb slots=2\n");

        assertThat(moide("run", "--ssh", file.toString(), "--engines", "2", "hello"))
                .isZero();

        assertThat(actions.overSsh.get(0).hosts()).containsExactly(new NamedHost("a", 0, 0), new NamedHost("b", 0, 2));
        assertThat(actions.overSsh.get(0).settings().engineWords()).containsExactly("--end-when-idle", "60");
        assertThat(actions.overSsh.get(0).settings().run())
                .startsWith(ProcessHandle.current().pid() + " ");
        assertThat(actions.plans.get(0).placement().daemons()).containsExactly(new DaemonAddress("found", 4711, 0));
        assertThat(actions.plans.get(0).placement().engines()).isEqualTo(2);
        variables.put("MOIDE_HOSTS", "another");
        assertThat(moide("run", "--ssh", "c,d", "--elastic", "2:3", "saving")).isZero();
        assertThat(actions.overSsh.get(1).hosts()).containsExactly(new NamedHost("c", 0, 0), new NamedHost("d", 0, 0));
        assertThat(actions.plans.get(1).placement().daemons()).hasSize(1);

        actions.plans.clear();
        assertWrong(
                "moide run: --ssh and --hosts: expected only one of them",
                "run",
                "--ssh",
                "a",
                "--hosts",
                "b",
                "hello");
    }

    @Test
    void shouldWriteDownHowItsDaemonsCanBeStartedOnceMore() throws IOException {
        Path file = Files.writeString(folder.resolve("hosts"), "a\nb slots=2\n");
        assertThat(moide("run", "--ssh", file.toString(), "--ssh-command", "ssh -F 'my file'", "hello"))
                .isZero();
        assertThat(moide("run", "--ssh", "c,d:7101", "--with-java", "--elastic", "1:2", "saving"))
                .isZero();
        OriginWords first = OriginWords.of(actions.plans.get(0).placement().origin());
        OriginWords second = OriginWords.of(actions.plans.get(1).placement().origin());
        NetworkSettings network = NetworkSettings.usual();
        assertThat(first.ssh.plan(network, Map.of())).isEqualTo(actions.overSsh.get(0));
        assertThat(second.ssh.plan(network, Map.of())).isEqualTo(actions.overSsh.get(1));
        assertThat(moide("run", "--hosts", "a", "hello")).isZero();
        assertThat(actions.plans.get(2).placement().origin()).isEmpty();
        assertThatThrownBy(() -> OriginWords.of(List.of("--telepathy")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("Unknown option: '--telepathy'");
    }

    @Test
    void shouldPlanWhatSlurmIsAskedFor() {
        assertThat(moide("run", "--slurm", "-N", "4", "--elastic", "2:8", "--slurm-arg=--time=30", "--plain", "saving"))
                .isZero();
        SlurmPlan plan = actions.onSlurm.get(0);
        assertThat(plan.settings()).isEqualTo(new SlurmSettings(4, 2, 8, List.of("--time=30")));
        assertThat(plan.engineWords()).containsExactly("--plain");
        Placement placement = actions.plans.get(0).placement();
        assertThat(placement.ownEngine())
                .as("login nodes are no place to compute")
                .isFalse();
        assertThat(placement.elasticity().isOn()).as("it is Slurm's").isFalse();
        OriginWords again = OriginWords.of(placement.origin());
        assertThat(again.slurm.plan(again.elastic.elastic, actions.plans.get(0).network(), plan.folder()))
                .isEqualTo(plan);
        assertThat(moide("run", "--slurm", "hello")).isZero();
        assertThat(actions.onSlurm.get(1).settings()).isEqualTo(new SlurmSettings(1, 1, 1, List.of()));
        assertThat(actions.onSlurm.get(1).folder()).as("each has its own").isNotEqualTo(plan.folder());

        actions.plans.clear();
        assertWrong("moide run: --nodes: expected with --slurm", "run", "-N", "4", "hello");
        assertWrong("moide run: --nodes 9: expected 2 to 8", "run", "--slurm", "-N", "9", "--elastic", "2:8", "saving");
        assertWrong("moide run: --slurm and --hosts: expected only one", "run", "--slurm", "--hosts", "a", "hello");
        assertWrong(
                "moide run: --engines: expected with --local-engines, --hosts, --ssh or --symmetric",
                "run",
                "--slurm",
                "--engines",
                "2",
                "hello");
        assertWrong(
                "moide run: --secret-file: expected with --hosts or --ssh",
                "run",
                "--slurm",
                "--secret-file",
                "x",
                "hello");
        assertWrong(
                "moide run: --slurm-arg: expected an option of sbatch",
                "run",
                "--slurm",
                "--slurm-arg=--array=1-9",
                "hello");
        assertWrong("moide run: --slurm-arg: expected", "run", "--slurm", "--slurm-arg=job.sh", "hello");
        for (String word : List.of("--requeue", "--req", "--arr=1-9", "-a1-9", "-N4", "--node=4", "-W")) {
            assertWrong("moide run: --slurm-arg: expected", "run", "--slurm", "--slurm-arg=" + word, "hello");
        }
        assertWrong("moide engine: --meet: expected to be started by srun", "engine", "--meet", "x");
    }

    @Test
    void shouldBeOneRunOfAllProcessesOnlyWhereSeveralWereStartedAlike() {
        assertWrong("moide run: --symmetric: expected to be started by srun or mpirun", "run", "--symmetric", "hello");
        assertWrong("moide run: --meet: expected with --symmetric", "run", "--meet", "x", "hello");
        assertWrong("moide run: --requeue: expected with --symmetric", "run", "--requeue", "hello");
        assertWrong(
                "moide run: --symmetric and --hosts: expected only one of them",
                "run",
                "--symmetric",
                "--hosts",
                "a",
                "hello");
    }

    @Test
    void shouldPlanAClusterMonitor() {
        assertThat(moide(
                        "monitor",
                        "--monitor",
                        "head",
                        "--hosts",
                        "n1",
                        "--dns",
                        "all.example.org:7101",
                        "--silence",
                        "5"))
                .isZero();

        MonitorPlan plan = actions.monitors.get(0);
        assertThat(plan.network().port()).isEqualTo(7090);
        assertThat(plan.above()).containsExactly(new DaemonAddress("head", 7090, 0));
        assertThat(plan.daemons()).containsExactly(new DaemonAddress("n1", 7100, 0));
        assertThat(plan.names()).containsExactly(new DaemonAddress("all.example.org", 7101, 0));
        assertThat(plan.silence()).isEqualTo(Duration.ofSeconds(5));
        assertThat(moide("monitor", "--silence", "1")).isEqualTo(2);
        assertThat(moide("monitor", "--silence", "NaN")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--silence: expected 3 to 300 seconds, found 1.0");
    }

    @Test
    void shouldTakeTheHostsOfARunFromAMonitor() {
        actions.answers = List.of(
                HostAnswer.usable("10.0.0.1:7100", new Candidate("10.0.0.1:7100", "a", "a", 2, 100, 2, 1L << 30, 0)),
                HostAnswer.unusable("10.0.0.2:7100", "silent for 12 s"),
                HostAnswer.nonsense("10.0.0.3:7100", "c: 1000000000 processors"));

        assertThat(moide("run", "--monitor", "head", "cg")).isZero();

        assertThat(actions.plan().placement().daemons()).containsExactly(new DaemonAddress("10.0.0.1", 7100, 0));
        assertThat(moide("hosts", "--monitor", "head")).isZero();
        assertThat(out.toString(UTF_8)).contains("down").contains("nonsense").contains("1000000000 processors");
        variables.put("MOIDE_MONITOR", "head");
        assertThat(moide("run", "--hosts", "n9", "cg")).isZero();
        assertThat(actions.plan().placement().daemons()).containsExactly(new DaemonAddress("n9", 7100, 0));
    }

    @Test
    void shouldGoOnWithTheHostsThatAreNamedWhenNoMonitorAnswers() {
        actions.noMonitor = new NoHostsException("no cluster monitor answers: head:7090: refused");

        assertThat(moide("run", "--monitor", "head", "--hosts", "n9", "cg")).isZero();
        assertThat(actions.plan().placement().daemons()).containsExactly(new DaemonAddress("n9", 7100, 0));
        assertThat(moide("run", "--monitor", "head", "cg")).isEqualTo(3);
        assertThat(moide("hosts", "--monitor", "head")).isEqualTo(3);
        assertThat(err.toString(UTF_8)).isEqualTo("""
                        moide: goes on with the hosts that are named: no cluster monitor answers: head:7090: refused
                        moide run: no cluster monitor answers: head:7090: refused
                        moide hosts: no cluster monitor answers: head:7090: refused
                        """);
    }

    @Test
    void shouldSayThatAMonitorKnowsNoHostThatCanBeUsed() {
        actions.answers = List.of(HostAnswer.unusable("a:7100", "silent for 12 s"));

        assertThat(moide("run", "--monitor", "head", "cg")).isEqualTo(3);

        assertThat(err.toString(UTF_8)).contains("the cluster monitor knows no host that can be used");
    }

    @Test
    void shouldShowWhereHostsAreAndNumberTheirEnginesInThatOrder() throws Exception {
        Path places = Files.writeString(folder.resolve("places.txt"), "a* paris/r1\nb lyon\n");
        actions.answers = List.of(
                HostAnswer.usable("a1:7100", new Candidate("a1:7100", "a1", "a1", 2, 100, 1, 1L << 30, 0)),
                HostAnswer.usable("b:7100", new Candidate("b:7100", "b", "b", 2, 90, 1, 1L << 30, 0)),
                HostAnswer.usable("a2:7100", new Candidate("a2:7100", "a2", "a2", 2, 80, 1, 1L << 30, 0)),
                HostAnswer.usable("x:7100", new Candidate("x:7100", "x", "x", 2, 70, 1, 1L << 30, 0)));
        assertThat(moide(
                        "hosts",
                        "--hosts",
                        "a1,b,a2,x",
                        "--explain",
                        "--no-own-engine",
                        "--topology",
                        places.toString()))
                .isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("""
                        rank  daemon   host  place              power  workload  promise  engine  why
                           1  a1:7100  a1    paris/r1             100      1.00      100       0  the best of those left
                           2  b:7100   b     lyon                90.0      1.00     90.0       2  the best of those left
                           3  a2:7100  a2    paris/r1            80.0      1.00     80.0       1  the best of those left
                           4  x:7100   x     a site of its own   70.0      1.00     70.0       3  the best of those left
                        """);
    }

    @Test
    void shouldShowHostsAndEndWithThreeWhenNoneCanBeUsed() {
        actions.answers =
                List.of(HostAnswer.usable("a:7100", new Candidate("a:7100", "a", "a", 2, 100, 2, 1L << 30, 0)));
        assertThat(moide("hosts", "--hosts", "a")).isZero();
        assertThat(out.toString(UTF_8)).contains("performance").contains("50.0");
        assertThat(actions.hosts.get(0).daemons()).containsExactly(new DaemonAddress("a", 7100, 0));

        actions.answers = List.of(HostAnswer.unusable("a:7100", "does not answer"));
        assertThat(moide("hosts", "--hosts", "a")).isEqualTo(3);
        assertThat(out.toString(UTF_8)).contains("down").contains("does not answer");
        assertThat(err.toString(UTF_8))
                .isEqualTo("moide hosts: expected at least one host that can be used, found none\n");
    }

    @Test
    void shouldSayWhichHostsARunWouldTakeAndWhyNotTheOthers() {
        Candidate small = new Candidate("a:7100", "a", "a", 2, 100, 2, 1L << 30, 0, List.of("gpu"), List.of());
        Candidate large = new Candidate(
                "b:7100",
                "b",
                "b",
                4,
                200,
                1,
                8L << 30,
                0,
                List.of(),
                List.of(NumaNode.of(0, "0-1", 4L << 30), NumaNode.of(1, "2-3", 0)));
        actions.answers = List.of(
                HostAnswer.usable("a:7100", small, List.of(new HostAnswer.HostedRun("4k2", 2))),
                HostAnswer.usable("b:7100", large));
        assertThat(moide("hosts", "--hosts", "a,b", "--explain", "--engines", "1", "--no-own-engine"))
                .isZero();
        assertThat(actions.hosts.get(0).ownToo()).isFalse();
        assertThat(out.toString(UTF_8)).isEqualTo("""
                        rank  daemon  host  power  workload  promise  engine  why
                           1  b:7100  b       200      1.00      200       0  the best of those left
                           2  a:7100  a       100      2.00     50.0          not used: not needed: --engines 1
                        b has 2 NUMA nodes: 0 (processors 0-1, 4.0 GiB), 1 (processors 2-3)
                        """);
        out.reset();

        assertThat(moide("hosts", "--hosts", "a,b", "--json")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("\"state\": \"busy\"", "run 4k2: 2 engines", "\"gpu\"", "\"processors\": \"2-3\"");
        out.reset();

        assertThat(moide("hosts", "--hosts", "a,b", "--label", "gpu", "--min-memory", "4g"))
                .isEqualTo(3);
        assertThat(out.toString(UTF_8)).contains("--label gpu: the host has no labels", "--min-memory 4.0 GiB");
        assertThat(moide("hosts", "--hosts", "a", "--engines", "2")).isEqualTo(2);
        assertThat(moide("hosts", "--hosts", "a", "--watch", "0.01")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains(
                        "--engines: expected with --explain, --min-memory, --label or --exclude",
                        "--watch: expected 0.1 to 3600");
    }

    @Test
    void shouldListTheSamplesAndShowWhatOneTakes() {
        assertThat(moide("samples")).isZero();
        assertThat(out.toString(UTF_8))
                .isEqualTo(
                        "hello     does nothing, well\ncg        does nothing, well\nraytrace  does nothing, well\nbag\nfarm\nsaving\nworkers\n");
        out.reset();

        assertThat(moide("run", "cg", "--help")).isZero();
        assertThat(out.toString(UTF_8))
                .isEqualTo(
                        "Usage: moide run [options] cg [arguments]\ndoes nothing, well\n\n  --often n   how often\n");
        assertThat(actions.plans).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"run", "engine", "up", "down", "new", "hosts", "samples", "key", "completion", "help", "version"
            })
    void shouldHelpWithEveryCommand(String command) {
        assertThat(moide(command, "--help")).isZero();
        assertThat(out.toString(UTF_8)).contains("Usage: moide " + command).contains("Examples:");
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void shouldPrintACompletionScriptThatKnowsTheOptions() {
        assertThat(moide("completion")).isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("#!")
                .contains("--local-engines")
                .contains("\"most-loaded\" \"neighbours\"") // strategies
                .contains("complete -F");
    }

    @Test
    void shouldMakeTheSecretOnceAndNotShowItUnasked() throws IOException {
        String file = folder.resolve("secrets/secret").toString();
        assertThat(moide("key", "--secret-file", file)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("found none yet: 'moide key create' makes one");

        assertThat(moide("key", "create", "--secret-file", file)).isZero();
        String made = out.toString(UTF_8);
        assertThat(made).matches("made " + file + "  ID [0-9a-f]{8}\n");
        String secret = Files.readString(Path.of(file)).strip();
        out.reset();

        assertThat(moide("key", "create", "--secret-file", file)).isZero();
        assertThat(moide("key", "show", "--secret-file", file)).isZero();
        assertThat(out.toString(UTF_8))
                .isEqualTo(made.substring("made ".length()).repeat(2));
        out.reset();

        assertThat(moide("key", "--reveal", "--secret-file", file)).isZero();
        assertThat(out.toString(UTF_8)).contains(secret);
        assertThat(moide("key", "steal", "--secret-file", file)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected show or create, found 'steal'");
    }

    @Test
    void shouldShowTheSameHelpWhereverOneAsksForIt() {
        assertThat(moide("bench", "comm", "--help")).isZero();
        String help = out.toString(UTF_8);
        out.reset();
        assertThat(moide("help", "bench", "comm")).isZero();
        assertThat(out.toString(UTF_8)).isEqualTo(help);
        out.reset();
        assertThat(moide("help")).isZero();
        assertThat(out.toString(UTF_8)).contains("Run something:", "Hosts:", "version", "143 ended by SIGTERM");
        assertThat(moide("help", "rum")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("moide: unknown command 'rum': did you mean run or runs?");
    }

    @Test
    void shouldShowTheVersionWhenItIsAskedForAsACommand() {
        assertThat(moide("version")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("moide ").contains("Java " + Runtime.version());
    }

    @Test
    void shouldShowTheVersion() {
        assertThat(moide("--version")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("moide ").contains("Java " + Runtime.version());
    }

    private void assertWrong(String expected, String... words) {
        err.reset();
        assertThat(moide(words)).as(String.join(" ", words)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith(expected);
        assertThat(err.toString(UTF_8).lines().count()).as(err.toString(UTF_8)).isLessThanOrEqualTo(2);
        assertThat(actions.plans).isEmpty();
    }

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
                .contains("latency, engine 0", "8 B  0.15 µs  0.40 µs  1.20 ms  53.3 MB        1,000");
        assertThat(json).content().contains("\"p50Nanos\": 150.0");
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

    private int failing(Exception failure) {
        actions.failures.clear();
        actions.failures.add(failure);
        return moide("run", "hello");
    }

    @Test
    void shouldShowRunsThatHaveEnded() throws IOException {
        assertThat(moide("history")).isZero();
        assertThat(err.toString(UTF_8)).contains("no run has ended on this machine yet");
        assertThat(moide("history", "4k2")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected a run that has ended, called 4k2, found none in ");
        assertThat(moide("history", "--html", folder.resolve("r.html").toString()))
                .isEqualTo(2);

        KeptRun head = new KeptRun("4k2", Instant.EPOCH, "done", "cg --class S", 1.5, 2, 1, 0.5);
        actions.history.keep(new KeptReport(head, WholeReport.report(), List.of()));

        assertThat(moide("history")).isZero();
        assertThat(out.toString(UTF_8)).contains("4k2  1970-01-01", "50.0%", "cg --class S");
        assertThat(moide("history", "4", "--html", folder.resolve("r.html").toString()))
                .isZero();
        assertThat(folder.resolve("r.html")).content().contains("run 4k2, ended", "8.5971775078648");
        out.reset();
        assertThat(moide("history", "last", "--json")).isZero();
        assertThat(RunSchema.problems(out.toString(UTF_8))).isEmpty();
    }

    @Test
    void shouldTraceARunAndReadTheTrace() throws IOException {
        assertThat(moide("run", "cg")).isZero();
        assertThat(actions.plan().tasks().traced()).isFalse();
        assertThat(moide("run", "--trace", folder.resolve("t.json").toString(), "cg"))
                .isZero();
        assertThat(actions.plan().tasks().traced()).isTrue();
        assertThat(actions.plan().output().written().trace()).isEqualTo(folder.resolve("t.json"));
        assertThat(moide("run", "--trace", folder.resolve("t.txt").toString(), "cg"))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--trace: expected a file name that ends in .json");

        Path file = folder.resolve("half.json");
        Files.writeString(
                file, "[\n{\"ph\":\"X\",\"pid\":0,\"tid\":1,\"cat\":\"wait\",\"ts\":1,\"dur\":2500000},\n{\"ph\":");
        assertThat(moide("trace", file.toString())).isZero();
        assertThat(out.toString(UTF_8)).contains("0/1                 1  2.50 s");
        assertThat(err.toString(UTF_8)).contains("moide trace: " + file + " is not whole: it has no end; shown is");
        assertThat(moide("trace", folder.resolve("none.json").toString())).isEqualTo(2);
        assertThat(moide("trace")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected one file, found 0: moide trace <file>");
    }

    @Test
    void shouldCompareTwoRuns() throws IOException {
        KeptRun head = new KeptRun("4k2", Instant.EPOCH, "done", "cg --class S", 1.5, 2, 1, 0.5);
        actions.history.keep(new KeptReport(head, WholeReport.report(), List.of()));
        Path file = folder.resolve("a.json");
        Files.writeString(file, RunJson.text(WholeReport.report()));

        assertThat(moide("compare", file.toString(), "4k2")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("time ", "1.00")
                .doesNotContain("not comparable", "What was different");
        assertThat(moide("compare", file.toString())).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected two runs, found 1: moide compare <first> <second>");
        Path more = folder.resolve("more.json");
        Files.writeString(more, Files.readString(file).replaceFirst("\\{", "{\"mood\": 7,"));
        assertThat(moide("compare", file.toString(), more.toString())).isZero();
        assertThat(err.toString(UTF_8))
                .contains("moide compare: " + more + ": passed over mood, which no report of this version has");
        Path half = folder.resolve("half.json");
        Files.writeString(half, Files.readString(file).substring(0, 300));
        assertThat(moide("compare", file.toString(), half.toString())).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains("expected a report of 'moide run --report' in " + half + ", found something else: ");
        assertThat(moide("compare", file.toString(), folder.resolve("none.json").toString()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("cannot read " + folder.resolve("none.json"));
    }

    @Test
    void shouldDrawWhereTheTimeOfRunsWent() throws IOException {
        Path file = folder.resolve("a.json");
        Files.writeString(file, RunJson.text(WholeReport.report()));
        Path picture = folder.resolve("parts.svg");

        assertThat(moide("compare", "--breakdown", picture.toString(), file.toString(), file.toString()))
                .isZero();
        assertThat(picture).content().contains("cg --class S", "1 thread<");
        assertThat(out.toString(UTF_8)).contains("1 thread of 2 engines  1.75 s   1.00 s");
        assertThat(moide("compare", "--per", "thread", "--breakdown", picture.toString(), file.toString()))
                .isZero();
        assertThat(picture).content().contains("a bar: a thread");

        assertThat(moide("compare", "--breakdown", picture.toString())).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--breakdown: expected 1 to 64 runs, found 0");
        assertThat(moide("compare", "--breakdown", picture.toString(), "--per", "host", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--per: expected run or thread, found host");
        assertThat(moide("compare", "--breakdown", folder.resolve("parts.pdf").toString(), file.toString()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--breakdown: expected a file name that ends in .svg or .png");
        assertThat(moide("compare", "--per", "run", file.toString(), file.toString()))
                .isEqualTo(2);
    }

    @Test
    void shouldPrintTheSchemaAndKeepNoHistoryIfNobodyWantsOne() {
        assertThat(moide("schema")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("{").contains("\"urn:moide:run:1\"");

        assertThat(moide("run", "cg")).isZero();
        assertThat(actions.plan().output().written().unkept()).isFalse();
        assertThat(moide("run", "--no-history", "cg")).isZero();
        assertThat(actions.plan().output().written().unkept()).isTrue();
        variables.put("MOIDE_HISTORY", "false");
        assertThat(moide("run", "cg")).isZero();
        assertThat(actions.plan().output().written().unkept()).isTrue();
    }

    @Test
    void shouldSayWhatIsWrongAndFailIfSomethingFails() {
        actions.checkup =
                new Checkup(List.of(new Checkup.Host("this machine", List.of(Finding.warn("home", "full", "tidy")))));
        assertThat(moide("doctor", "--hosts", "a,b:7101")).isZero();
        assertThat(actions.hosts.get(0).daemons()).hasToString("[a:7100, b:7101]");
        assertThat(out.toString(UTF_8)).contains("-> tidy", "0 OK, 1 WARN, 0 FAIL");

        actions.checkup =
                new Checkup(List.of(new Checkup.Host("this machine", List.of(Finding.fail("home", "full", "tidy")))));
        out.reset();
        assertThat(moide("doctor", "--json")).isEqualTo(1);
        assertThat(JsonParser.parseString(out.toString(UTF_8))
                        .getAsJsonObject()
                        .get("fail")
                        .getAsInt())
                .isEqualTo(1);
    }

    private int moide(String... words) {
        TerminalConsole console =
                new TerminalConsole(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80);
        SettingsProvider settings = new SettingsProvider(variables, List.of(folder.resolve("moide.properties")));
        return new MoideCommand(actions, console, () -> samples, settings).execute(words);
    }

    /** Remembers what it was asked to do. */
    private static final class Recorder implements MoideActions {
        private final RunFolders folders;
        private final List<String> orders = new ArrayList<>();
        private RunStatus status = RunStatus.of(RunStatus.State.STARTING);
        private ChangeAnswer changed = new ChangeAnswer(true, List.of("engine-1 on a has joined"));
        private final Map<String, Object> measured = new HashMap<>();
        private final List<RunPlan> plans = new ArrayList<>();
        private final List<SshPlan> overSsh = new ArrayList<>();
        private final List<SlurmPlan> onSlurm = new ArrayList<>();
        private final List<EngineDaemonPlan> daemons = new ArrayList<>();
        private final List<HostsPlan> hosts = new ArrayList<>();
        private final List<Exception> failures = new ArrayList<>();
        private List<HostAnswer> answers = new ArrayList<>();
        private int exitCode;
        private RunHistory history;

        private final List<MonitorPlan> monitors = new ArrayList<>();
        private @Nullable NoHostsException noMonitor;
        private Checkup checkup = new Checkup(List.of());

        Recorder(RunFolders folders, RunHistory history) {
            this.folders = folders;
            this.history = history;
        }

        @Override
        public int monitor(MonitorPlan plan, Console console) {
            monitors.add(plan);
            return exitCode;
        }

        @Override
        public List<HostAnswer> monitored(List<DaemonAddress> asked, NetworkSettings network, int seconds) {
            if (noMonitor != null) {
                throw noMonitor;
            }
            return answers;
        }

        @Override
        public Checkup checkup(HostsPlan plan) {
            hosts.add(plan);
            return checkup;
        }

        RunPlan plan() {
            return plans.get(plans.size() - 1);
        }

        @Override
        public int run(RunPlan plan, Console console) throws Exception {
            if (!failures.isEmpty()) {
                throw failures.get(0);
            }
            plans.add(plan);
            return exitCode;
        }

        @Override
        public int measure(RunPlan plan, Consumer<RunReport> done, Console console) {
            plans.add(plan);
            Map<String, Object> rows = new HashMap<>(measured);
            rows.put("latency/engine 0/8", new double[] {1000, 150, 150, 400, 1_200_000, 53.3e6});
            done.accept(new RunReport(
                    "bench comm",
                    List.of(),
                    rows,
                    1,
                    List.of(),
                    RunReport.Messages.none(),
                    RunReport.Loans.none(),
                    List.of()));
            return exitCode;
        }

        @Override
        public int engine(EngineDaemonPlan plan, @Nullable MetricsPlace metrics, Console console) {
            daemons.add(plan);
            return 0;
        }

        @Override
        public RunFolders runs() {
            return folders;
        }

        @Override
        public RunHistory history() {
            return history;
        }

        @Override
        public RunStatus status(RunFolder run) {
            return status;
        }

        @Override
        public LiveRun live(RunFolder run) {
            return new LiveRun(status, List.of());
        }

        @Override
        public ChangeAnswer change(RunFolder run, ChangeOrder order) {
            orders.add(run.id() + " " + order);
            return changed;
        }

        @Override
        public boolean stop(RunFolder run) {
            orders.add("stop " + run.id());
            return exitCode == 0;
        }

        @Override
        public String stop(List<DaemonAddress> daemons, @Nullable String name, NetworkSettings network)
                throws StillThereException {
            orders.add("stop " + name + " through " + daemons);
            if (exitCode != 0) {
                throw new StillThereException("4k2x");
            }
            return "4k2x";
        }

        @Override
        public int up(SshPlan plan, Console console) {
            overSsh.add(plan);
            return exitCode;
        }

        @Override
        public int down(DownPlan plan, Console console) {
            orders.add("down " + plan);
            return exitCode;
        }

        @Override
        public int run(SlurmPlan slurm, Planner plan, Console console) {
            onSlurm.add(slurm);
            plans.add(plan.on(List.of(new DaemonAddress("found", 4711, 0))));
            return exitCode;
        }

        @Override
        public int run(SshPlan ssh, Planner plan, Console console) {
            overSsh.add(ssh);
            plans.add(plan.on(List.of(new DaemonAddress("found", 4711, 0))));
            return exitCode;
        }

        private static String shown(RunFolder run, UnaryOperator<OutputSettings> shown) {
            OutputSettings was = run.description().plan().output();
            OutputSettings now = shown.apply(was);
            return now.equals(was) ? "" : " " + now.printing();
        }

        @Override
        public int resume(RunFolder run, boolean strict, UnaryOperator<OutputSettings> shown, Console console) {
            orders.add("resume " + run.id() + (strict ? " strictly" : "") + shown(run, shown));
            return exitCode;
        }

        @Override
        public int resume(RunFolder run, List<DaemonAddress> daemons, Path secretFile, Console console) {
            orders.add("resume " + run.id() + " on " + daemons);
            return exitCode;
        }

        @Override
        public List<HostAnswer> hosts(HostsPlan plan, Console console) {
            hosts.add(plan);
            return answers;
        }
    }
}
