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
 * Plans that the words of earlier runs led to, for runs with the same words but for the application's arguments: to
 * understand words takes longer than a short run. A plan is known as long as the settings, and what is on the
 * application's class path, look the same. A plan that names hosts is not kept. One thread.
 */
final class KnownPlans {
    /** Word that the application's arguments follow. */
    private static final String ARGUMENTS = "--";

    /** Most plans that are kept: as many as programs run in turn. When there are more, all are forgotten. */
    private static final int MOST = 64;

    private static final FileLook ABSENT = new FileLook(-1, Instant.EPOCH, null);

    private final List<Path> settings;
    private final InstantSource clock;
    private final Map<List<String>, Known> known = new HashMap<>();

    private record Known(RunPlan plan, List<Path> files, List<FileLook> looks) {}

    /**
     * Knows none yet.
     *
     * @param settings the files that settings are read from, if they are there
     * @param clock tells the time as files carry it
     */
    KnownPlans(List<Path> settings, InstantSource clock) {
        this.settings = List.copyOf(settings);
        this.clock = clock;
    }

    /** Returns the plan that these words lead to; null if that must be found out. */
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

    /** Remembers that these words led to this plan. None of the words may name a file besides the class path. */
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

    /** Returns how a file looks. Of a folder only its identity counts: its content has no part in a plan. */
    private static FileLook look(Path file) {
        try {
            BasicFileAttributes told = Files.readAttributes(file, BasicFileAttributes.class);
            return told.isDirectory() ? new FileLook(-2, Instant.EPOCH, told.fileKey()) : FileLook.of(told);
        } catch (IOException absent) {
            return ABSENT;
        }
    }

    /** Returns whether each run must look at something besides settings, class path and files that options name. */
    private static boolean namesMore(RunPlan plan) {
        return !plan.placement().daemons().isEmpty()
                || !plan.assistance().from().isEmpty()
                || plan.output().pages().live();
    }
}
