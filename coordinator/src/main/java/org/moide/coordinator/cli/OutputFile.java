package org.moide.coordinator.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;

/** Files that are written at the end: what is wrong with them is said at the start. */
final class OutputFile {
    private OutputFile() {}

    static void mustBeWritable(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !folder.toFile().isDirectory() || file.toFile().isDirectory()) {
            throw new PlanException(option + ": expected a file name in a folder that exists, found " + file);
        }
    }
}
