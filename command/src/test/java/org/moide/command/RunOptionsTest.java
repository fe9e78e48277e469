package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.engine.Application;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.TaskSettings;

class RunOptionsTest extends CommandRig {
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
        assertThat(actions.plan().assistance()).isEqualTo(new Assistance(Permission.GIVEN, List.of(), false));
        assertThat(moide("run", "--hosts", "a", "--assist-from", "b:7101", "bag"))
                .isZero();
        List<DaemonAddress> kept = List.of(new DaemonAddress("b", 7101, 0));
        assertThat(actions.plan().assistance()).isEqualTo(new Assistance(Permission.GIVEN, kept, true));
        assertThat(moide("run", "--hosts", "a", "--assist-from", "b:7101", "--no-assist", "bag"))
                .isZero();
        assertThat(actions.plan().assistance().attaching()).isEqualTo(Permission.REFUSED);
        assertThat(moide("run", "--local-engines", "2", "--assist", "bag")).isZero();
        assertThat(actions.plan().assistance()).isEqualTo(new Assistance(Permission.GIVEN, List.of(), true));
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
                                + " --task-failures ignore --task-time-limit 1.5m --second-copies off --verify-merge --strategy s --strategy-file "
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
                        .secondCopies(false)
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
    void shouldTakeProcessorsOfOtherRunsOnlyIfItIsTold() {
        assertThat(moide("run", "--local-engines", "2", "cg")).isZero();
        assertThat(actions.plan().engines().overcommit()).isFalse();
        assertThat(moide("run", "--hosts", "a", "--overcommit", "cg")).isZero();
        assertThat(actions.plan().engines().overcommit()).isTrue();
        assertThat(actions.plan().engines()).asString().endsWith("beside other runs");
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
            --second-copies maybe  | --second-copies: expected on or off, found 'maybe'
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
            --hosts a,b --elastic 1:3                       | 1 | 3 | GIVEN   | 1.25 | 1
            --hosts a,b --elastic 1:3 --engines 2           | 1 | 3 | GIVEN   | 1.25 | 2
            --hosts a,b --elastic 2:3 --no-replace-slow     | 2 | 3 | REFUSED | 1.25 | 2
            --hosts a,b --engines 2 --replace-slow          | 0 | 0 | GIVEN   | 1.25 | 2
            --hosts a,b --engines 2 --reselect              | 0 | 0 | GIVEN   | 1.25 | 2
            --hosts a,b --elastic 2:3 --no-reselect         | 2 | 3 | REFUSED | 1.25 | 2
            --local-engines 1 --elastic 1:3                 | 1 | 3 | OPEN    | 1.25 | 0
            --hosts a --elastic 1:1 --idle-workload 2       | 1 | 1 | GIVEN   | 2    | 1
            --hosts a                                       | 0 | 0 | OPEN    | 1.25 | 0
            --hosts a --no-replace-slow                     | 0 | 0 | REFUSED | 1.25 | 0
            """)
    void shouldKnowHowElasticARunIs(
            String words, int least, int most, Permission replacing, double idleWorkload, int firstEngines) {
        assertThat(moide(("run " + words + " saving").split(" +"))).isZero();
        Placement placement = actions.plan().placement();
        assertThat(placement.elasticity()).isEqualTo(new Elasticity(least, most, replacing, idleWorkload));
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
            --second-copies off workers               | --second-copies: expected a bag of tasks
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
}
