package org.moide.coordinator.run;

import java.util.List;
import org.moide.commlib.contract.StreamCodec;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.run.assembly.RunContext;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.loading.ApplicationFiles;

/** Creates plans and contexts for tests, of runs whose application consists of no files. */
public final class RunContexts {
    private RunContexts() {}

    /** Returns a plan in which all settings have their defaults. */
    public static RunPlan plan() {
        return new RunPlan(
                new ApplicationPlan("simulated", "simulated", List.of(), Arguments.of()),
                Placement.alone(),
                Assistance.NONE,
                EngineSettings.measured(),
                null,
                StrategyChoice.usual(),
                TaskSettings.DEFAULT,
                CommProfile.usual(),
                List.of(),
                NetworkSettings.usual(),
                OutputSettings.usual());
    }

    public static RunContext of(String runId, RunPorts ports, Program program) {
        ClassLoader classes = RunContexts.class.getClassLoader();
        LoadedApplication application = new LoadedApplication(
                new ApplicationFiles("simulated", List.of("none")),
                RunFiles.NONE,
                classes,
                null, // engines create their own
                program,
                new StreamCodec(classes));
        return new RunContext(runId, plan(), application, ports, "coordinator");
    }
}
