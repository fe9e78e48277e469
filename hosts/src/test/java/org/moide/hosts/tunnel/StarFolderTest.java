package org.moide.hosts.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StarFolderTest {
    private static final String OWN = "rwx------";

    @TempDir
    Path above;

    private Path left(String name, String permissions) throws IOException {
        Path folder = Files.createDirectory(above.resolve(name));
        Files.createFile(folder.resolve("socket"));
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    }

    private static long gone() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }

    @Test
    void shouldRemoveWhatProcessesThatAreNoMoreHaveLeft() throws Exception {
        Path killed = left("moide-tunnel-" + gone() + "-17", OWN);

        StarFolder.makeIn(above);

        assertThat(killed).doesNotExist();
    }

    @Test
    void shouldLeaveWhatIsInUseOrOthersOrNoneOfThese() throws Exception {
        long gone = gone();
        Path used = left("moide-tunnel-" + ProcessHandle.current().pid() + "-17", OWN);
        Path open = left("moide-tunnel-" + gone + "-18", "rwxr-xr-x");
        Path unlike = left("moide-tunnel-" + gone + "-old", OWN);
        Path other = left("other-" + gone + "-17", OWN);

        StarFolder.makeIn(above);

        assertThat(used.resolve("socket")).exists();
        assertThat(open.resolve("socket")).exists();
        assertThat(unlike.resolve("socket")).exists();
        assertThat(other.resolve("socket")).exists();
    }

    @Test
    void shouldBeForItsUserOnlyAndNameTheProcessUntilItIsRemoved() throws Exception {
        StarFolder made = StarFolder.makeIn(above);
        Files.createFile(made.folder().resolve("socket"));

        assertThat(made.folder()).hasParent(above);
        assertThat(made.folder().getFileName().toString())
                .startsWith("moide-tunnel-" + ProcessHandle.current().pid() + "-");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.folder())))
                .isEqualTo(OWN);

        made.remove();

        assertThat(above).isEmptyDirectory();
    }
}
