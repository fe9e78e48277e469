package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class JarCacheTest {
    private static final int PIECE = 1_000;

    @TempDir
    Path home;

    private final byte[] jar = new byte[10 * PIECE];
    private String digest = "";

    @BeforeEach
    void makeBytes() {
        new Random(1).nextBytes(jar);
        digest = HexFormat.of().formatHex(Digests.sha256().digest(jar));
    }

    @Test
    void shouldKeepAJarForEveryDaemonOfTheHost() throws IOException {
        try (JarCache cache = cache();
                JarCache neighbour = cache()) {
            assertThat(cache.missing(List.of(digest, digest))).containsExactly(digest);
            send(cache, "r1", jar);
            assertThat(cache.missing(List.of(digest))).isEmpty();
            assertThat(neighbour.missing(List.of(digest))).isEmpty();
            assertThat(neighbour.path(digest)).hasBinaryContent(jar);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
                    .isEqualTo("rwx------");
            assertThat(files()).containsExactly(digest + ".jar");
        }
    }

    @Test
    void shouldUnpackNothingOfAJar() throws Exception {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (java.util.zip.ZipOutputStream zip = new java.util.zip.ZipOutputStream(bytes)) {
            for (String name :
                    List.of("../evil", "../../evil", home.resolve("evil").toString(), "..\\evil", "a/../../evil")) {
                zip.putNextEntry(new java.util.zip.ZipEntry(name));
                zip.write(1);
            }
            zip.putNextEntry(new java.util.zip.ZipEntry("bomb"));
            byte[] zeros = new byte[1 << 20];
            for (int mebibyte = 0; mebibyte < 256; mebibyte++) {
                zip.write(zeros);
            }
        }
        assertThat(bytes.size()).isLessThan(1 << 20);
        String name = Digests.of(bytes.toByteArray());
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try (JarCache cache = cache()) {
            cache.append(new JarChunk("r1", name, bytes.size(), 0, bytes.toByteArray()));
            ApplicationFiles files =
                    new ApplicationFiles("a.B", List.of(cache.path(name).toString()));
            try (ApplicationLoader loader = new ApplicationLoader(files)) {
                assertThatThrownBy(() -> loader.loadClass("a.B")).isInstanceOf(ClassNotFoundException.class);
            }
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(64L << 20);
        assertThat(files()).containsExactly(name + ".jar");
        try (java.util.stream.Stream<Path> all = Files.walk(home)) {
            assertThat(all.filter(Files::isRegularFile)).hasSize(1);
        }
    }

    @Test
    void shouldRefuseAJarWithOneFlippedBit() throws IOException {
        try (JarCache cache = cache()) {
            byte[] flipped = jar.clone();
            flipped[5_555] ^= 1;
            assertThatThrownBy(() -> send(cache, "r1", flipped))
                    .isInstanceOf(JarException.class)
                    .hasMessageContaining("expected jar " + digest + ", found bytes of ");
            assertThat(cache.missing(List.of(digest))).containsExactly(digest);
            assertThat(files()).isEmpty();
            send(cache, "r1", jar);
            assertThat(cache.path(digest)).hasBinaryContent(jar);
        }
    }

    @Test
    void shouldNotUseAJarThatWasDamagedOnDisk() throws IOException {
        try (JarCache cache = cache()) {
            send(cache, "r1", jar);
        }
        byte[] flipped = jar.clone();
        flipped[0] ^= 1;
        Files.write(folder().resolve(digest + ".jar"), flipped);
        try (JarCache cache = cache()) {
            assertThatThrownBy(() -> cache.path(digest)).hasMessageContaining("send it first");
            assertThat(cache.missing(List.of(digest))).containsExactly(digest);
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void shouldTakeNoPathForAName() throws IOException {
        try (JarCache cache = cache()) {
            for (String name : List.of(
                    "../../etc/passwd",
                    "..",
                    "",
                    digest.substring(1),
                    digest.toUpperCase(java.util.Locale.ROOT),
                    digest + "\n",
                    "../" + digest.substring(3))) {
                assertThatThrownBy(() -> cache.missing(List.of(name))).isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> cache.path(name)).isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> new JarChunk("r1", name, 1, 0, new byte[1]))
                        .isInstanceOf(IllegalArgumentException.class);
            }
            cache.append(new JarChunk("../../x/r1", digest, jar.length, 0, Arrays.copyOf(jar, PIECE)));
            assertThat(files()).hasSize(1);
            assertThat(home.toFile().list()).containsExactly("jars");
        }
    }

    @Test
    void shouldRefuseAJarThatIsTooLarge() throws IOException {
        try (JarCache cache = new JarCache(folder(), jar.length - 1)) {
            assertThatThrownBy(() -> send(cache, "r1", jar))
                    .hasMessageContaining("has 10000 bytes, at most 9999 are taken");
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void shouldBoundWhatAPieceCanBe() {
        assertThatThrownBy(() -> new JarChunk("r1", digest, 10, 5, new byte[6])).hasMessageContaining("10 bytes");
        assertThatThrownBy(() -> new JarChunk("r1", digest, Long.MAX_VALUE, Long.MAX_VALUE, new byte[6]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JarChunk("r1", digest, 10, -1, new byte[6]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JarChunk("r1", digest, 10, 0, new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JarChunk("r1", digest, 1 << 21, 0, new byte[JarChunk.MOST_BYTES + 1]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTakeRepeatsAndRefuseGaps() throws IOException {
        try (JarCache cache = cache()) {
            cache.append(piece("r1", 0));
            cache.append(piece("r1", 0));
            assertThatThrownBy(() -> cache.append(piece("r1", 2)))
                    .hasMessageContaining("expected the piece at 1000, found the one at 2000");
            assertThat(files()).isEmpty();
            send(cache, "r1", jar);
            cache.append(piece("r1", 9));
            assertThat(cache.path(digest)).hasBinaryContent(jar);
        }
    }

    @Test
    void shouldNotLetTwoUploadersDisturbEachOther() throws IOException {
        try (JarCache cache = cache()) {
            for (int i = 0; i < 10; i++) {
                cache.append(piece("r1", i));
                if (i < 9) {
                    cache.append(piece("r2", i));
                }
            }
            cache.append(piece("r2", 9));
            cache.abandonUploadsOf("r2");
            assertThat(cache.path(digest)).hasBinaryContent(jar);
            assertThat(files()).containsExactly(digest + ".jar");
        }
    }

    @Test
    void shouldBoundTheUploadsUnderWay() throws IOException {
        try (JarCache cache = cache()) {
            for (int i = 0; i < 64; i++) {
                cache.append(piece("run" + i, 0));
            }
            assertThatThrownBy(() -> cache.append(piece("one more", 0)))
                    .hasMessageContaining("64 jars are on their way");
            cache.abandonUploadsOf("run7");
            cache.append(piece("one more", 0));
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldServeManyAtOnce() throws Exception {
        ExecutorService senders = Executors.newFixedThreadPool(4);
        try (JarCache cache = cache();
                JarCache neighbour = cache()) {
            List<Callable<Object>> sends = List.of(
                    () -> send(cache, "r1", jar),
                    () -> send(cache, "r2", jar),
                    () -> send(neighbour, "r1", jar),
                    () -> send(neighbour, "r2", jar));
            for (int round = 0; round < 20; round++) {
                for (Future<Object> sent : senders.invokeAll(sends)) {
                    sent.get();
                }
                assertThat(files()).containsExactly(digest + ".jar");
                assertThat(cache.path(digest)).hasBinaryContent(jar);
                Files.delete(folder().resolve(digest + ".jar"));
            }
        } finally {
            senders.shutdownNow();
        }
    }

    @Test
    void shouldRemoveWhatAKilledProcessLeftAndNotWhatALivingOneWrites() throws IOException {
        try (JarCache cache = cache()) {
            cache.append(piece("r1", 0));
            Path left = Files.writeString(folder().resolve("0123-1.part"), "left");
            Path foreign = Files.writeString(folder().resolve("0123-2.part"), "being written");
            try (FileChannel writer = FileChannel.open(foreign, StandardOpenOption.WRITE);
                    var held = writer.lock()) {
                assertThat(held.isValid()).isTrue();
                try (JarCache second = cache()) {
                    assertThat(second.missing(List.of(digest))).isNotEmpty();
                    assertThat(left).doesNotExist();
                    assertThat(foreign).exists();
                }
            }
            for (int i = 1; i < 10; i++) {
                cache.append(piece("r1", i));
            }
            assertThat(cache.path(digest)).hasBinaryContent(jar);
        }
    }

    @Test
    void shouldTakeInAJarOfThisMachine() throws IOException {
        Path file = Files.write(home.resolve("app.jar"), jar);
        try (JarCache cache = cache()) {
            JarReference reference = cache.add(file);
            assertThat(reference).isEqualTo(new JarReference("app.jar", digest, jar.length));
            assertThat(cache.path(reference.digest())).hasBinaryContent(jar);
        }
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .hasSize(jar.length);
    }

    private Object send(JarCache cache, String uploader, byte[] bytes) {
        for (int at = 0; at < bytes.length; at += PIECE) {
            cache.append(new JarChunk(uploader, digest, bytes.length, at, Arrays.copyOfRange(bytes, at, at + PIECE)));
        }
        return uploader;
    }

    private JarChunk piece(String uploader, int number) {
        int at = number * PIECE;
        return new JarChunk(uploader, digest, jar.length, at, Arrays.copyOfRange(jar, at, at + PIECE));
    }

    private Path folder() {
        return home.resolve("jars");
    }

    private String[] files() {
        String[] names = folder().toFile().list();
        return names == null ? new String[0] : names;
    }

    private JarCache cache() throws IOException {
        return new JarCache(folder(), 1 << 20);
    }
}
