package org.moide.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.WholeFile;

/** Early checks of files that are written at the end, so that errors are reported before the work. */
final class OutputFile {
    private OutputFile() {}

    /**
     * Checks that a file can be written.
     *
     * @param endings the allowed endings of its name
     * @throws PlanException if it cannot
     */
    static void mustBeWritable(String option, Path file, String... endings) {
        if (Arrays.stream(endings).noneMatch(file.toString()::endsWith)) {
            throw new PlanException(
                    option + ": expected a file name that ends in " + String.join(" or ", endings) + ", found " + file);
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new PlanException(option + ": expected a file name in a folder that exists, found "
                    + (Files.isDirectory(file) ? "the folder " : "") + file);
        }
        try {
            WholeFile.tryOut(file);
        } catch (IOException cannot) {
            throw new PlanException(
                    option + ": expected a file that can be written, found that " + file + " cannot: "
                            + FileTrouble.whenWriting(cannot),
                    cannot);
        }
    }
}
