package org.moide.command.runs;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.coordinator.control.DetachedOrder;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.run.assembly.PackedFolders;
import org.moide.coordinator.run.assembly.ShippedApplication;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarReceiver;

/**
 * A run's plan for a coordinator on another host, with everything that has to be sent there: jars and files with their
 * contents. Paths are relative to the run's working folder there. Used by one thread.
 */
public final class DetachedPlan implements AutoCloseable {
    private static final String STRATEGY = "moide-strategy-";

    private final RunPlan plan;
    private final RunPlan there;
    private final List<FileReference> files;
    private final ShippedApplication shipped;

    /**
     * Reads the files and computes their digests.
     *
     * @param folders packs folders of classes
     * @throws PlanException if a file cannot be read, or if the plan is impossible on another host
     */
    public DetachedPlan(RunPlan plan, PackedFolders folders) {
        this.plan = plan.requireSentFiles();
        requireNoPlaceOfThisHost(plan);
        List<Path> sent = new ArrayList<>(plan.files());
        Path strategy = plan.strategy().file();
        RunFiles named = RunFiles.read(sent);
        List<FileReference> references = new ArrayList<>(named.references());
        RunFiles all = named;
        if (strategy != null) {
            RunFiles more = RunFiles.read(List.of(strategy));
            FileReference file = more.references().get(0);
            references.add(new FileReference(STRATEGY + file.name(), file.digest(), file.bytes()));
            sent.add(strategy);
            all = RunFiles.read(sent);
        }
        this.files = List.copyOf(references);
        this.shipped = new ShippedApplication(plan.application().classPath(), all, folders);
        this.there = relocated();
    }

    /** Refuses options that have a meaning only on this host. */
    private static void requireNoPlaceOfThisHost(RunPlan plan) {
        NetworkSettings network = plan.network();
        if (network.bind() != null
                || network.port() != 0
                || !network.advertise().isEmpty()) {
            throw new PlanException(
                    "--bind, --port and --advertise: expected without --detach, since the coordinator listens as the"
                            + " daemon on its host does; found one of them");
        }
        mustBeAbsolute("--checkpoint-dir", plan.output().kept().checkpoints());
        mustBeAbsolute("--data-dir", plan.output().kept().dataFolder());
    }

    private static void mustBeAbsolute(String option, @Nullable Path folder) {
        if (folder != null && !folder.isAbsolute()) {
            throw new PlanException(option + ": expected a folder on the coordinator's host by its whole path, as"
                    + " /scratch/" + folder.getFileName() + ", with --detach, found " + folder);
        }
    }

    private RunPlan relocated() {
        List<Path> classPath = new ArrayList<>();
        for (int jar = 0; jar < shipped.jars().size(); jar++) {
            classPath.add(
                    Path.of(DetachedOrder.jarPath(jar, shipped.jars().get(jar).name())));
        }
        ApplicationPlan application = plan.application();
        List<Path> sent = plan.files().stream()
                .map(file -> file.toAbsolutePath().normalize().getFileName())
                .toList();
        Path strategy = plan.strategy().file() == null
                ? null
                : Path.of(files.get(files.size() - 1).name());
        OutputSettings output = plan.output();
        OutputSettings.Written written = output.written();
        return new RunPlan(
                new ApplicationPlan(application.name(), application.className(), classPath, application.arguments()),
                plan.placement().withoutOwnEngine(),
                plan.assistance(),
                plan.engines(),
                plan.mode(),
                new StrategyChoice(plan.strategy().name(), strategy),
                plan.tasks(),
                plan.collectives(),
                sent,
                new NetworkSettings(null, 0, List.of(), plan.network().plain(), null),
                new OutputSettings(
                        output.verbose(),
                        output.displayMap(),
                        output.stallAfterSeconds(),
                        new OutputSettings.Printing(
                                output.printing().progress(),
                                output.printing().tagged(),
                                inWork("--output-filename", output.printing().folder())),
                        new OutputSettings.Pages(
                                inWork("--html", output.pages().report()),
                                output.pages().port(),
                                output.pages().metrics()),
                        new OutputSettings.Written(
                                inWork("--report", written.report()),
                                inWork("--record-workload", written.workload()),
                                inWork("--trace", written.trace()),
                                written.unrecorded(),
                                written.unkept()),
                        output.kept()));
    }

    /**
     * Returns the path in the remote working folder for a file in or below the current folder.
     *
     * @param option the option that names the file, for the error
     */
    private static @Nullable Path inWork(String option, @Nullable Path named) {
        if (named == null) {
            return null;
        }
        Path here = Path.of("").toAbsolutePath();
        Path whole = named.toAbsolutePath().normalize();
        if (!whole.startsWith(here) || whole.equals(here)) {
            throw new PlanException(
                    option + ": expected a file below the current folder with --detach, since it is written on the"
                            + " coordinator's host and 'moide fetch' brings it, found " + named);
        }
        return here.relativize(whole);
    }

    /**
     * Returns the order for the host that is to coordinate the run.
     *
     * @param kept whether the run's folder stays until somebody removes it
     * @param onEnd a command to execute there when the run has ended; empty for none
     */
    public DetachedOrder order(String run, String owner, boolean kept, String onEnd) {
        return new DetachedOrder(
                run,
                DetachedFolder.text(there),
                plan.application().line(),
                owner,
                shipped.jars(),
                files,
                kept,
                onEnd,
                SoftwareVersion.travelling());
    }

    /** Sends the files that the host lacks. Blocks until the host has all of them. */
    public void sendTo(JarReceiver host, String run) {
        shipped.send(host, run, shipped.missingAt(host));
    }

    /**
     * Returns arguments of the application that name files here which are not sent, so that the user can be warned.
     *
     * @return the arguments, such as "scene.txt"
     */
    public List<String> unsentFiles() {
        return plan.application().arguments().words().stream()
                .map(word ->
                        word.startsWith("-") && word.indexOf('=') > 0 ? word.substring(word.indexOf('=') + 1) : word)
                .filter(DetachedPlan::isFile)
                .filter(word -> plan.files().stream()
                        .noneMatch(sent -> Path.of(word)
                                .toAbsolutePath()
                                .normalize()
                                .startsWith(sent.toAbsolutePath().normalize())))
                .distinct()
                .toList();
    }

    private static boolean isFile(String word) {
        try {
            return Files.isRegularFile(Path.of(word));
        } catch (InvalidPathException none) {
            return false;
        }
    }

    /** Returns where the run's engines are to run. */
    public Placement placement() {
        return there.placement();
    }

    @Override
    public void close() {
        shipped.close();
    }
}
