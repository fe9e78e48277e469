package org.moide.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.WholeFile;

/** Files that are written at the end: what is wrong with them is said at the start. */
final class OutputFile {
    private OutputFile() {}

    /**
     * Looks whether it can be written.
     *
     * @param endings one of which its name has
     * @throws PlanException if not
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
