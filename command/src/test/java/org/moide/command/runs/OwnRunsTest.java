package org.moide.command.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.command.history.RunHistory;
import org.moide.commlib.RefusedException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.folder.DetachedFolders;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.engine.host.RunOwner;
import org.moide.engine.host.RunView;

class OwnRunsTest {
    @TempDir
    Path home;

    private final List<String> asked = new ArrayList<>();

    private OwnRuns runs(String... hosted) {
        RunFolders folders = new RunFolders(home.resolve("runs"), "h1");
        ObjectSpace space = (ObjectSpace) Proxy.newProxyInstance(
                ObjectSpace.class.getClassLoader(), new Class<?>[] {ObjectSpace.class}, (proxy, method, arguments) -> {
                    asked.add(arguments[0] + " " + arguments[2]);
                    throw new RefusedException("nobody is there", null);
                });
        return new OwnRuns(
                folders,
                new DetachedFolders(home.resolve("detached"), folders, "h1"),
                new RunHistory(home.resolve("history")),
                () -> {
                    throw new AssertionError("nothing is kept");
                },
                new CoordinatorStarter("none", NetworkSettings.usual(), new NoJobs()),
                () -> List.of(hosted).stream()
                        .map(name -> new RunView(
                                name,
                                new NodeReference("of-" + name, List.of("h2"), 7),
                                List.of(),
                                RunOwner.UNKNOWN,
                                0))
                        .toList(),
                space);
    }

    @Test
    void shouldKnowARunThatWasTakenUpByItsIdAndAskItsLatestCoordinatorOnly() {
        OwnRuns runs = runs("4k2", "4k2.3", "4k2.2", "5m3");
        assertThat(runs.runs()).extracting(RunSight::run).containsExactly("4k2", "5m3");
        asked.clear();
        assertThat(runs.sight("4k2").run()).isEqualTo("4k2");
        assertThatThrownBy(() -> runs.status("4k2")).isInstanceOf(RefusedException.class);
        assertThat(asked).hasSize(2).allMatch(one -> one.contains("of-4k2.3") && one.endsWith("run-control-of-4k2.3"));
    }

    @Test
    void shouldSayWhenItKnowsNoSuchRun() {
        for (String name : List.of("nope", "4k", "../runs", "")) {
            assertThatThrownBy(() -> runs("4k2").sight(name)).as(name).isInstanceOf(PlanException.class);
            assertThatThrownBy(() -> runs("4k2").stop(name, "")).as(name).isInstanceOf(PlanException.class);
        }
        assertThat(asked).isEmpty();
    }

    /** A machine without a batch system. */
    private static final class NoJobs implements CoordinatorJobs {
        @Override
        public boolean isFor(RunPlan plan) {
            return false;
        }

        @Override
        public long submit(DetachedFolder folder, RunPlan plan, List<String> command, String how) {
            throw new AssertionError("nothing is submitted");
        }

        @Override
        public boolean isThere(String run, long job) {
            return false;
        }

        @Override
        public void cancel(String run, long job) {
            throw new AssertionError("nothing is cancelled");
        }
    }
}
