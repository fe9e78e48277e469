package org.moide.commlib.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests the cluster's secret and its file. */
class ClusterSecretTest {
    private final SecureRandom random = new SecureRandom();

    @TempDir
    Path folder;

    @Test
    void shouldMakeAFileForItsOwnerOnlyWhenThereIsNone() throws Exception {
        Path parent = folder.resolve("new");
        Path file = parent.resolve("secret");
        ClusterSecret made = ClusterSecret.loadOrCreate(file, random);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(parent)))
                .isEqualTo("rwx------");
        assertThat(parent.toFile().list()).containsExactly("secret");
        assertThat(ClusterSecret.load(file).toText()).isEqualTo(made.toText());
        assertThat(made.toText()).hasSize(64);
        assertThat(ClusterSecret.fromText(made.toText()).keyId()).isEqualTo(made.keyId());
        assertThat(made.toString()).doesNotContain(made.toText()).hasSize("secret ".length() + 8);
    }

    @Test
    void shouldBeTheSameForAllWhenSeveralMakeItAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                Path file = folder.resolve("secret" + round);
                Set<String> found = ConcurrentHashMap.newKeySet();
                List<Callable<Boolean>> makers = new ArrayList<>();
                for (int maker = 0; maker < 8; maker++) {
                    makers.add(() ->
                            found.add(ClusterSecret.loadOrCreate(file, random).toText()));
                }
                for (Future<Boolean> maker : threads.invokeAll(makers)) {
                    maker.get();
                }
                assertThat(found).hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldRefuseAFileThatOthersMayRead() throws Exception {
        Path file = folder.resolve("secret");
        ClusterSecret.loadOrCreate(file, random);
        for (String mode : List.of("rw-r-----", "rw----r--", "rwx------", "rw-----w-")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            assertThatThrownBy(() -> ClusterSecret.load(file))
                    .isInstanceOf(GateException.class)
                    .hasMessageContaining("expected that only the owner may read " + file)
                    .hasMessageContaining("found " + mode)
                    .hasMessageContaining("chmod 600");
        }
    }

    static boolean mayGiveFilesAway() {
        return "root".equals(System.getProperty("user.name"));
    }

    @Test
    @EnabledIf("mayGiveFilesAway")
    void shouldRefuseAFileThatBelongsToAnotherUser() throws Exception {
        Path file = folder.resolve("secret");
        ClusterSecret.loadOrCreate(file, random);
        Files.setAttribute(file, "unix:uid", 65534);
        assertThatThrownBy(() -> ClusterSecret.load(file))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("expected that this user owns " + file);
    }

    @Test
    void shouldNotMakeOneWhenOthersAreToConnect() {
        Path file = folder.resolve("secret");
        assertThatThrownBy(() -> ClusterSecret.forListening(file, true, random))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("copy the file from another host");
        assertThat(file).doesNotExist();
        ClusterSecret made = ClusterSecret.forListening(file, false, random);
        assertThat(ClusterSecret.forListening(file, true, random).keyId()).isEqualTo(made.keyId());
    }

    @Test
    void shouldSayWhatToDoWhenTheFileIsMissingOrNoSecret() throws Exception {
        Path file = folder.resolve("secret");
        assertThatThrownBy(() -> ClusterSecret.load(file))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("no such file: make one with 'moide key'");
        for (String text : List.of("", "abc", "not a secret at all, but long enough", "00ff")) {
            Files.writeString(file, text);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            assertThatThrownBy(() -> ClusterSecret.load(file))
                    .isInstanceOf(GateException.class)
                    .hasMessageContaining("hexadecimal digits in " + file);
        }
        Files.write(file, new byte[10_000]);
        assertThatThrownBy(() -> ClusterSecret.load(file))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("is it another file?");
    }
}
