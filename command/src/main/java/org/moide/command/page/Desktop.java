package org.moide.command.page;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.OwnProcesses;

/**
 * The desktop of this process, if there is one, whose browser is to show a page. The page's address contains a secret,
 * and every user of the machine can read a process's arguments. So the browser is started with a file that only the
 * user can read and that redirects to the address.
 */
final class Desktop {
    private static final String OPENER = "xdg-open";

    private final Map<String, String> environment;

    /**
     * Creates the object.
     *
     * @param environment the process's environment variables
     */
    Desktop(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Opens the address in the desktop's browser.
     *
     * @return the file that redirects to it, which is not needed once the page has loaded; null if nothing was opened
     */
    @Nullable
    Path open(String address) throws IOException {
        Path opener = opener();
        if (opener == null || !hasScreen()) {
            return null;
        }
        Path file = redirect(address, folder());
        try {
            OwnProcesses.start(new ProcessBuilder(opener.toString(), file.toString())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD));
            return file;
        } catch (IOException impossible) {
            Files.deleteIfExists(file);
            throw impossible;
        }
    }

    private boolean hasScreen() {
        return !environment.getOrDefault("DISPLAY", "").isEmpty()
                || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
    }

    private @Nullable Path opener() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(environment.getOrDefault("PATH", ""))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, OPENER))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /** Returns the user's runtime folder if it exists, otherwise the folder for temporary files. */
    private Path folder() {
        Path own = Path.of(environment.getOrDefault("XDG_RUNTIME_DIR", ""));
        return own.isAbsolute() && Files.isDirectory(own) && Files.isWritable(own)
                ? own
                : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Creates the file that redirects to the address. Only its owner can read it, from its creation on. */
    static Path redirect(String address, Path folder) throws IOException {
        Path file = Files.createTempFile(
                folder,
                "moide-page-",
                ".html",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                file,
                "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
                        + "<meta http-equiv=\"refresh\" content=\"0;url=" + address + "\"><title>MOIDE</title></head>"
                        + "<body><a href=\"" + address + "\">The run</a></body></html>\n");
        return file;
    }
}
