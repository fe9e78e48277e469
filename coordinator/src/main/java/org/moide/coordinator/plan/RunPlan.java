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
 * The settings of {@code moide run}, from options, environment variables and properties. They were checked as a whole,
 * so their users need not check them again. Immutable.
 *
 * @param placement the places of the engines
 * @param assistance whether and where overloaded engines get assistants
 * @param engines the settings of each engine
 * @param mode the mode that replaces {@code Application.mode()}; null not to replace it
 * @param strategy the strategy that balances the work
 * @param tasks how a bag's tasks are executed
 * @param collectives the tuning of collective operations
 * @param files the files that the run ships once to every host, besides the application's classes
 * @param network how others reach this process
 * @param output what the run shows, writes and keeps
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

    /**
     * Checks that the parts fit each other.
     *
     * @throws PlanException if they do not
     */
    public RunPlan {
        // A plan of an earlier version has no assistance.
        assistance = Objects.requireNonNullElse(assistance, Assistance.NONE);
        files = List.copyOf(files);
        Set<String> names = new LinkedHashSet<>();
        for (Path file : files) {
            if (!names.add(String.valueOf(file.getFileName()))) {
                throw new PlanException("--files: two files are called " + file.getFileName()
                        + ", and applications find them by that name: rename one");
            }
        }
    }

    /**
     * Checks that all files and folders that the plan names exist. A plan that is read back from an earlier run is not
     * checked.
     *
     * @return this
     * @throws PlanException if one does not exist
     */
    public RunPlan requireFiles() {
        requireSentFiles();
        output.requirePlaces();
        return this;
    }

    /**
     * Checks that the files that go to other hosts exist and can be read.
     *
     * @return this
     * @throws PlanException if one does not exist
     */
    public RunPlan requireSentFiles() {
        mustBeFile("--strategy-file", strategy.file());
        mustBeFile("--secret-file", network.secretFile());
        files.forEach(file -> mustBeReadable("--files", file));
        return this;
    }

    public RunPlan withApplication(ApplicationPlan other) {
        return copy(other, placement, engines, network, output);
    }

    /**
     * Returns a copy with daemons that were started anew, and with network settings by which they reach this process.
     */
    public RunPlan on(List<DaemonAddress> daemons, NetworkSettings reached) {
        return copy(application, placement.on(daemons), engines, reached, output);
    }

    /**
     * Returns notes for the user about names in {@code --power} and {@code --exclude} that no host has. Names in the
     * file of {@code --topology} are not checked, since that file describes a whole cluster.
     *
     * @param hosts the hosts that answered, also those that {@code --exclude} names
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

    /**
     * Returns whether this name is probably misspelt, since no daemon of the plan has it. Daemons that do not answer
     * are considered too.
     */
    private boolean isNoDaemon(String name) {
        return placement.daemons().stream()
                .noneMatch(daemon -> name.equals(daemon.host()) || name.equals(daemon.toString()));
    }

    private static String nobody(String name) {
        return ": no host of this run is called " + name + "; 'moide hosts' shows how they are called";
    }

    /** Returns a copy with other settings for what the run shows, writes and keeps. */
    public RunPlan with(OutputSettings now) {
        return copy(application, placement, engines, network, now);
    }

    /**
     * Returns a copy with this heap for each engine. Returns this plan if the user has given a heap, or if this heap is
     * too small.
     */
    public RunPlan withUsualMemory(long bytes) {
        EngineSettings settings = engines.memoryBytes() > 0 || bytes < EngineSettings.LEAST_MEMORY_BYTES
                ? engines
                : new EngineSettings(engines.threads(), bytes, engines.jvmArguments(), engines.powers());
        return copy(application, placement, settings, network, output);
    }

    /** Returns the same plan with a coordinator that computes nothing: {@link Placement#withoutOwnEngine}. */
    public RunPlan withoutOwnEngine() {
        return copy(application, placement.withoutOwnEngine(), engines, network, output);
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

    /** Returns the settings as lines of {@code name: value}, for the start of a verbose run and for fault reports. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        settings().forEach((name, value) -> lines.add(name + ": " + value));
        return lines;
    }

    /** Returns all settings as texts by name, for the user and the report. */
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

    /** Checks that a file for engines can be read, before anything starts. */
    private static void mustBeReadable(String option, Path file) {
        String name = String.valueOf(file.toAbsolutePath().normalize().getFileName());
        if (!FileReference.isPlain(name)) {
            throw new PlanException(option + ": expected a name that every host can give a file, found '"
                    + name.replaceAll("\\p{Cntrl}", "?") + "'; rename it");
        }
        if (Files.isDirectory(file)) {
            return; // the content is checked when it is read
        }
        mustBeFile(option, file);
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
