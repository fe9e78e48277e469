package org.moide.coordinator.run.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.engine.loading.Digests;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.KnownDigests;

/**
 * Computes the fingerprint of an application: a digest of its classes, of the files that it reads, and of MOIDE's
 * version.
 */
final class Fingerprint {
    private Fingerprint() {}

    /**
     * Returns the fingerprint. Two fingerprints are equal only if the classes, the files and the version are the same.
     */
    public static String of(List<Path> classPath, KnownDigests known, RunFiles files) throws IOException {
        List<String> digests = new ArrayList<>();
        Set<String> named = new TreeSet<>();
        digests.add(SoftwareVersion.current());
        for (Path entry : classPath) {
            digests.add(known.of(entry));
        }
        for (FileReference file : files.references()) {
            // The order of the files does not matter. Hashing keeps names with spaces apart.
            named.add("file " + Digests.of((file.name() + "\n" + file.digest()).getBytes(StandardCharsets.UTF_8)));
        }
        digests.addAll(named);
        return String.join(" ", digests);
    }
}
