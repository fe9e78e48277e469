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
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostList.NamedHost;
import org.moide.coordinator.plan.LogSettings;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.slurm.SlurmSettings;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;

class StartedHostsTest extends CommandRig {
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
}
