package org.moide.coordinator.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.gate.SoftwareVersion;
import org.moide.engine.loading.Digests;
import org.moide.engine.loading.FolderJar;

/** What tells one build of an application from another. */
final class Fingerprint {
    private Fingerprint() {}

    /** The same classes have the same, and others have not. */
    static String of(List<Path> classPath) throws IOException {
        List<String> digests = new ArrayList<>();
        digests.add(SoftwareVersion.current());
        for (Path entry : classPath) {
            digests.add(
                    Files.isDirectory(entry)
                            ? FolderJar.pack(entry, OutputStream.nullOutputStream())
                            : Digests.of(entry));
        }
        return String.join(" ", digests);
    }
}
