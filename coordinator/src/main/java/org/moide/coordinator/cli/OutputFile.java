package org.moide.coordinator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.WholeFile;

/** Files that are written at the end: what is wrong with them is said at the start. */
final class OutputFile {
    private OutputFile() {}

    static void mustBeWritable(String option, @Nullable Path file) {
        if (file == null) {
            return;
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

    /**
     * Looks whether each file is another than those before it.
     *
     * @param options their options, in their order
     * @param files null for those that are not wanted
     */
    static void mustDiffer(List<String> options, List<@Nullable Path> files) {
        Map<Path, String> seen = new HashMap<>();
        for (int index = 0; index < files.size(); index++) {
            Path file = files.get(index);
            String first =
                    file == null ? null : seen.putIfAbsent(file.toAbsolutePath().normalize(), options.get(index));
            if (first != null) {
                throw new PlanException(
                        options.get(index) + ": expected another file than " + first + ", found " + file + " for both");
            }
        }
    }

    /** As the other, for a file whose name says what it holds. */
    static void mustBeWritable(String option, @Nullable Path file, String... endings) {
        if (file != null && Arrays.stream(endings).noneMatch(file.toString()::endsWith)) {
            throw new PlanException(
                    option + ": expected a file name that ends in " + String.join(" or ", endings) + ", found " + file);
        }
        mustBeWritable(option, file);
    }
}
