package org.moide.coordinator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.RunPlan;
import org.moide.engine.Arguments;

/**
 * What the words of earlier runs came to, for runs with the same words but for the application's arguments: to understand words
 * takes longer than a short run. A plan is known as long as the settings, and what is on the application's class path,
 * look the same; one that names other files or hosts is not kept. One thread.
 */
final class KnownPlans {
    /** The application's arguments follow. */
    private static final String ARGUMENTS = "--";

    /** No file system tells times less exactly: what is younger may be written again and look the same. */
    private static final Duration EXACT = Duration.ofSeconds(2);

    /** As many as programs run in turn; beyond that all is forgotten. */
    private static final int MOST = 64;

    private final List<Path> settings;
    private final InstantSource clock;
    private final Map<List<String>, Known> known = new HashMap<>();

    private record Known(RunPlan plan, List<Path> files, List<Look> looks) {}

    /** What can be told of a file without reading it. Of a folder it is only that it is one. */
    private record Look(long size, Instant time, @Nullable Object key) {
        private static final Look ABSENT = new Look(-1, Instant.EPOCH, null);

        static Look at(Path file) {
            try {
                BasicFileAttributes told = Files.readAttributes(file, BasicFileAttributes.class);
                return told.isDirectory()
                        ? new Look(-2, Instant.EPOCH, told.fileKey())
                        : new Look(told.size(), told.lastModifiedTime().toInstant(), told.fileKey());
            } catch (IOException absent) {
                return ABSENT;
            }
        }
    }

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

    /** What these words would come to; null if that must be found out. */
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

    /** These words have come to this. */
    void keep(List<String> words, RunPlan plan) {
        int end = words.indexOf(ARGUMENTS);
        if (end < 0 || namesMore(plan)) {
            return;
        }
        List<Path> files = new ArrayList<>(settings);
        files.addAll(plan.application().classPath());
        List<Look> looks = looks(files);
        Instant surely = clock.instant().minus(EXACT);
        if (looks.stream().allMatch(look -> look.time().isBefore(surely))) {
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(List.copyOf(words.subList(0, end)), new Known(plan, List.copyOf(files), looks));
        }
    }

    private static List<Look> looks(List<Path> files) {
        return files.stream().map(Look::at).toList();
    }

    /** Whether something must be looked at before each run besides settings and class path. */
    private static boolean namesMore(RunPlan plan) {
        return !plan.placement().daemons().isEmpty()
                || !plan.assistance().from().isEmpty()
                || !plan.files().isEmpty()
                || plan.output().pages().live()
                || Stream.of(
                                plan.strategy().file(),
                                plan.collectives().file(),
                                plan.network().secretFile(),
                                plan.output().report(),
                                plan.output().workload(),
                                plan.output().checkpoints(),
                                plan.output().dataFolder(),
                                plan.output().printing().folder(),
                                plan.output().pages().report(),
                                plan.output().trace())
                        .anyMatch(Objects::nonNull);
    }
}
