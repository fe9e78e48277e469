package org.moide.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.RunPlan;
import org.moide.engine.Arguments;
import org.moide.engine.loading.FileLook;

/**
 * A cache of run plans by command line, for repeated runs that differ only in the arguments of the application. Parsing
 * takes longer than a short run. A plan is valid while the settings files and the application's class path are
 * unchanged. A plan that names hosts is not kept. Used by one thread.
 */
final class KnownPlans {
    /** The argument {@code --}, after which the application's arguments begin. */
    private static final String ARGUMENTS = "--";

    /** The greatest number of plans in the cache. If more are added, all are dropped. */
    private static final int MOST = 64;

    private static final FileLook ABSENT = new FileLook(-1, Instant.EPOCH, null);

    private final List<Path> settings;
    private final InstantSource clock;
    private final Map<List<String>, Known> known = new HashMap<>();

    private record Known(RunPlan plan, List<Path> files, List<FileLook> looks) {}

    /**
     * Creates an empty cache.
     *
     * @param settings the settings files, which need not exist
     * @param clock the clock for comparison with file times
     */
    KnownPlans(List<Path> settings, InstantSource clock) {
        this.settings = List.copyOf(settings);
        this.clock = clock;
    }

    /** Returns the plan for a command line; null if it is not known or no longer valid. */
    @Nullable
    RunPlan of(List<String> words) {
        int end = words.indexOf(ARGUMENTS);
        Known found = end < 0 ? null : known.get(words.subList(0, end));
        if (found == null || !found.looks().equals(looks(found.files()))) {
            return null;
        }
        RunPlan plan = found.plan();
        ApplicationPlan application = plan.application();
        return plan.withApplication(new ApplicationPlan(
                application.name(),
                application.className(),
                application.classPath(),
                new Arguments(words.subList(end + 1, words.size()))));
    }

    /** Adds the plan of a command line, which may name no file other than the class path. */
    void keep(List<String> words, RunPlan plan) {
        int end = words.indexOf(ARGUMENTS);
        if (end < 0 || namesMore(plan)) {
            return;
        }
        List<Path> files = new ArrayList<>(settings);
        files.addAll(plan.application().classPath());
        List<FileLook> looks = looks(files);
        Instant now = clock.instant();
        if (looks.stream().allMatch(look -> look.isSettled(now))) {
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(List.copyOf(words.subList(0, end)), new Known(plan, List.copyOf(files), looks));
        }
    }

    private static List<FileLook> looks(List<Path> files) {
        return files.stream().map(KnownPlans::look).toList();
    }

    /**
     * Returns values by which a change of a file is noticed. For a folder only its identity counts, since its content
     * does not affect a plan.
     */
    private static FileLook look(Path file) {
        try {
            BasicFileAttributes told = Files.readAttributes(file, BasicFileAttributes.class);
            return told.isDirectory() ? new FileLook(-2, Instant.EPOCH, told.fileKey()) : FileLook.of(told);
        } catch (IOException absent) {
            return ABSENT;
        }
    }

    /**
     * Returns whether the plan depends on any files other than the settings files, the class path and the files in
     * {@code look}.
     */
    private static boolean namesMore(RunPlan plan) {
        return !plan.placement().daemons().isEmpty()
                || !plan.assistance().from().isEmpty()
                || plan.output().pages().live();
    }
}
