package org.moide.coordinator.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.Constraints;
import org.moide.engine.Application.Mode;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.loading.FileReference;

/**
 * Everything that {@code moide run} was told, by options, variables and properties. Immutable and checked as a whole:
 * its users need not check again. Any thread.
 *
 * @param application what to run
 * @param placement where
 * @param assistance whether overloaded engines are given assistants
 * @param engines with what
 * @param mode overrides {@code Application.mode()}; null to leave it
 * @param strategy how to balance
 * @param tasks how tasks are treated
 * @param collectives by which lengths collectives take their ways
 * @param files what to ship once to every host beside the application's classes
 * @param network how this process is reached
 * @param output what to show and write
 */
public record RunPlan(
        ApplicationPlan application,
        Placement placement,
        Assistance assistance,
        EngineSettings engines,
        @Nullable Mode mode,
        StrategyChoice strategy,
        TaskSettings tasks,
        CommProfile collectives,
        List<Path> files,
        NetworkSettings network,
        OutputSettings output) {

    /** @throws PlanException if parts do not go together */
    public RunPlan {
        assistance = Objects.requireNonNullElse(assistance, Assistance.NONE); // what was written down earlier has none
        files = List.copyOf(files);
        if (!placement.ownEngine()
                && placement.localEngines() == 1
                && placement.daemons().isEmpty()) {
            throw new PlanException("--no-own-engine: nobody else is named to compute; add --hosts, --hostfile or"
                    + " --local-engines 2");
        }
        Set<String> names = new LinkedHashSet<>();
        for (Path file : files) {
            if (!names.add(String.valueOf(file.getFileName()))) {
                throw new PlanException("--files: two files are called " + file.getFileName()
                        + ", and applications find them by that name: rename one");
            }
        }
    }

    /**
     * Looks whether the files and folders that are named are there, which a run that was is told of without.
     *
     * @return this
     * @throws PlanException if one is not
     */
    public RunPlan requireFiles() {
        mustBeFile("--strategy-file", strategy.file());
        mustBeFile("--secret-file", network.secretFile());
        files.forEach(file -> mustBeReadable("--files", file));
        output.requirePlaces();
        return this;
    }

    /** The same with another application. */
    public RunPlan withApplication(ApplicationPlan other) {
        return copy(other, placement, engines, network, output);
    }

    /** The same on daemons that were started anew, and are reached so. */
    public RunPlan on(List<DaemonAddress> daemons, NetworkSettings reached) {
        return copy(application, placement.on(daemons), engines, reached, output);
    }

    /**
     * What to tell the user: which names of {@code --power} and {@code --exclude} are those of no host. No line of
     * {@code --topology} is meant: its file describes a cluster, of which a run uses a part.
     *
     * @param hosts those that answered, the excluded ones too
     */
    public List<String> notes(List<Candidate> hosts) {
        List<String> notes = new ArrayList<>();
        engines.powers().keySet().stream()
                .filter(name -> !name.equals(EngineSettings.OWN_HOST) && isNoDaemon(name))
                .filter(name -> hosts.stream().noneMatch(host -> name.equals(host.host())))
                .sorted()
                .forEach(name -> notes.add("--power " + name + nobody(name)));
        placement.constraints().excluded().stream()
                .filter(this::isNoDaemon)
                .filter(name -> hosts.stream().noneMatch(host -> Constraints.isNamed(name, host)))
                .forEach(name -> notes.add("--exclude " + name + nobody(name)));
        return notes;
    }

    /** Such as one that does not answer. */
    private boolean isNoDaemon(String name) {
        return placement.daemons().stream()
                .noneMatch(daemon -> name.equals(daemon.host()) || name.equals(daemon.toString()));
    }

    private static String nobody(String name) {
        return ": no host of this run is called " + name + "; 'moide hosts' shows how they are called";
    }

    /** The same, but for what it shows and writes. */
    public RunPlan with(OutputSettings now) {
        return copy(application, placement, engines, network, now);
    }

    /** The same, whose engines have so much memory each unless the user has said how much. */
    public RunPlan withUsualMemory(long bytes) {
        EngineSettings settings = engines.memoryBytes() > 0 || bytes < EngineSettings.LEAST_MEMORY_BYTES
                ? engines
                : new EngineSettings(engines.threads(), bytes, engines.jvmArguments(), engines.powers());
        return copy(application, placement, settings, network, output);
    }

    private RunPlan copy(
            ApplicationPlan itsApplication,
            Placement itsPlacement,
            EngineSettings itsEngines,
            NetworkSettings itsNetwork,
            OutputSettings itsOutput) {
        return new RunPlan(
                itsApplication,
                itsPlacement,
                assistance,
                itsEngines,
                mode,
                strategy,
                tasks,
                collectives,
                files,
                itsNetwork,
                itsOutput);
    }

    /** One setting a line, {@code name: value}, for the start of a verbose run and for reports of faults. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        settings().forEach((name, value) -> lines.add(name + ": " + value));
        return lines;
    }

    /** All of it as texts, by name. */
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("application", application.toString());
        settings.put("engines on", placement.toString());
        settings.put("assistants", assistance.toString());
        settings.put("each engine", engines.toString());
        settings.put("mode", mode == null ? "the application's" : mode.name().toLowerCase(Locale.ROOT));
        settings.put("strategy", strategy.toString());
        settings.put("tasks", tasks.toString());
        settings.put("collectives", collectives.toString());
        settings.put("files", files.toString());
        settings.put("network", network.toString());
        settings.put(
                "checkpoints",
                "in memory"
                        + (output.kept().checkpoints() == null
                                ? ""
                                : ", and in " + output.kept().checkpoints()) + ", in at most "
                        + output.kept().checkpointPercent() + "% of the time");
        settings.put(
                "output",
                "report "
                        + (output.written().report() == null
                                ? "none"
                                : output.written().report()) + ", progress "
                        + output.printing().progress().name().toLowerCase(Locale.ROOT));
        return settings;
    }

    @Override
    public String toString() {
        return String.join("; ", lines());
    }

    /** What engines are to read: that it can be read is known before anything starts. */
    private static void mustBeReadable(String option, Path file) {
        if (Files.isDirectory(file)) {
            throw new PlanException(option + ": expected files, found the folder " + file.toAbsolutePath()
                    + "; name the files that are in it, with commas between them, or pack it into one");
        }
        mustBeFile(option, file);
        String name = String.valueOf(file.getFileName());
        if (!FileReference.isPlain(name)) {
            throw new PlanException(option + ": expected a name that every host can give a file, found '"
                    + name.replaceAll("\\p{Cntrl}", "?") + "'; rename it");
        }
        try (InputStream content = Files.newInputStream(file)) {
            var unused = content.read();
        } catch (AccessDeniedException forbidden) {
            throw new PlanException(option + ": cannot read " + file.toAbsolutePath() + ": permission denied");
        } catch (IOException unreadable) {
            throw new PlanException(option + ": cannot read " + file.toAbsolutePath() + ": " + unreadable.getMessage());
        }
    }

    private static void mustBeFile(String option, @Nullable Path file) {
        if (file != null && !Files.isRegularFile(file)) {
            throw new PlanException(option + ": expected a file, found "
                    + (Files.exists(file) ? "something else at " : "nothing at ") + file.toAbsolutePath());
        }
    }
}
