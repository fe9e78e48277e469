package org.moide.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of this MOIDE's installation: a source tree with the script at its top, or an archive with {@code bin},
 * {@code lib} and {@code conf}. The script passes the folder to the JVM; a JVM that was started without the script has
 * none. Thread-safe.
 *
 * @param folder the installation's folder; null if there is none
 */
record Installation(@Nullable Path folder) {
    private static final String PROPERTY = "moide.installation";

    /** Returns the installation that started this process. */
    static Installation ofThisProcess() {
        String named = System.getProperty(PROPERTY, "");
        return new Installation(named.isEmpty() ? null : Path.of(named));
    }

    /** Returns the command {@code moide} as the user has to type it to start this installation. */
    String command() {
        if (folder == null) {
            return "moide";
        }
        Path inArchive = folder.resolve("bin/moide");
        return (Files.exists(inArchive) ? inArchive : folder.resolve("moide")).toString();
    }

    /** Returns the Maven repository of the installation; null if it has none. */
    @Nullable
    Path repository() {
        if (folder == null) {
            return null;
        }
        for (String place : List.of("target/repository", "lib/repository", "repository")) {
            Path found = folder.resolve(place);
            if (Files.isDirectory(found.resolve("org/moide/moide"))) {
                return found;
            }
        }
        return null;
    }

    /**
     * Returns the paths of the settings files in order of precedence: the file of the current folder, the user's, the
     * installation's.
     */
    List<Path> settings(Path userFolder) {
        Path own = userFolder.resolve(SettingsProvider.FILE).toAbsolutePath();
        List<Path> files = new ArrayList<>();
        if (!Path.of(SettingsProvider.FILE).toAbsolutePath().equals(own)) {
            files.add(Path.of(SettingsProvider.FILE)); // relative, to mark it as the current folder's
        }
        files.add(own);
        if (folder != null) {
            files.add(folder.resolve("conf").resolve(SettingsProvider.FILE).toAbsolutePath());
        }
        return files;
    }
}
