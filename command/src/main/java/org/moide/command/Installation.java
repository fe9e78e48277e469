package org.moide.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Folder of this MOIDE: a tree of sources with the script at its top, or an archive with {@code bin}, {@code lib} and
 * {@code conf}. The script names it; a JVM that was started without the script has no installation. Any thread.
 *
 * @param folder the folder with all of it; null if there is none
 */
record Installation(@Nullable Path folder) {
    private static final String PROPERTY = "moide.installation";

    /** Returns the installation that this process was started from. */
    static Installation ofThisProcess() {
        String named = System.getProperty(PROPERTY, "");
        return new Installation(named.isEmpty() ? null : Path.of(named));
    }

    /** Returns what the user types for the command. */
    String command() {
        if (folder == null) {
            return "moide";
        }
        Path inArchive = folder.resolve("bin/moide");
        return (Files.exists(inArchive) ? inArchive : folder.resolve("moide")).toString();
    }

    /** Returns the Maven repository that came with the installation; null if it has none. */
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
     * Returns the files of settings that count, the strongest first: of this folder, of the user, of all who use this
     * installation.
     */
    List<Path> settings(Path userFolder) {
        Path own = userFolder.resolve(SettingsProvider.FILE).toAbsolutePath();
        List<Path> files = new ArrayList<>();
        if (!Path.of(SettingsProvider.FILE).toAbsolutePath().equals(own)) {
            files.add(Path.of(SettingsProvider.FILE)); // relative: it may be anybody's
        }
        files.add(own);
        if (folder != null) {
            files.add(folder.resolve("conf").resolve(SettingsProvider.FILE).toAbsolutePath());
        }
        return files;
    }
}
