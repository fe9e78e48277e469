package org.moide.command.story;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.handshake.SoftwareVersion;

/**
 * Tests hosts that are upgraded one by one. The later version is the present one with another version name, and with an
 * additional component in two records that are sent before a run. Both versions are compiled from MOIDE's sources; the
 * test makes these changes in them.
 */
@Tag("full")
@Timeout(600)
class VersionsStoryTest {
    private static final String LATER = "99.1.0";

    private static final Path ROOT = Path.of("..");
    private static final Pattern RECORD = Pattern.compile("public record (\\w+)\\(([^)]*)\\)");
    private static final Pattern COMMA = Pattern.compile(",(?![^<]*>)");

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private Version earlier;

    @SuppressWarnings("NullAway.Init") // before each test
    private Version later;

    /**
     * A version of MOIDE.
     *
     * @param name the version's name
     * @param java the words that start a JVM with it
     * @param home the home folder of its user
     */
    private record Version(String name, List<String> java, Path home) {
        MoideProcess moide(String... words) {
            return MoideProcess.start(home, home, java, words);
        }

        Daemon daemon() {
            return Daemon.of(moide("engine", "--bind", "127.0.0.1", "--port", "0"), "127.0.0.1");
        }

        /** Runs a command of this version, which must succeed. Returns its output. */
        List<String> said(String... words) {
            try (MoideProcess command = moide(words)) {
                assertThat(command.awaitEnd()).as("exit code of %s", command).isZero();
                return command.out();
            }
        }
    }

    @BeforeEach
    void compileTheLaterVersion() throws IOException {
        Path sources = Files.createDirectory(folder.resolve("sources"));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path version = classes.resolve("org/moide/commlib/handshake/version.properties");
        Files.createDirectories(version.getParent());
        Files.writeString(version, "version=" + LATER + "\n");
        extend("engine/src/main/java/org/moide/engine/host/EngineOrder.java", sources, "String wish", "\"later\"");
        extend(
                "monitor/src/main/java/org/moide/monitor/HostReport.java",
                sources,
                "List<Double> heat",
                "List.of(31.5)");
        List<String> words = new ArrayList<>(
                List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")));
        try (var files = Files.list(sources)) {
            files.map(Path::toString).forEach(words::add);
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, said, said, words.toArray(String[]::new)))
                .as("%s", said)
                .isZero();
        earlier = new Version(
                SoftwareVersion.current(), StoryClasses.java(), Files.createDirectory(folder.resolve("earlier")));
        later = new Version(
                LATER,
                withFirst(new OwnApplication(classes).jar(folder.resolve("later.jar"))),
                Files.createDirectory(folder.resolve("later")));
        earlier.said("key", "create");
        Files.createDirectory(later.home().resolve(".moide"));
        Files.copy(earlier.home().resolve(".moide/secret"), later.home().resolve(".moide/secret"), COPY_ATTRIBUTES);
    }

    /**
     * Adds a component to a record in a source file, and a constructor without that component for code that does not
     * know it.
     *
     * @param into the folder for the changed source file
     */
    private static void extend(String source, Path into, String component, String value) throws IOException {
        String text = Files.readString(ROOT.resolve(source));
        Matcher head = RECORD.matcher(text);
        assertThat(head.find()).as("a record in %s", source).isTrue();
        String type = head.group(1);
        String names = COMMA.splitAsStream(head.group(2))
                .map(known -> known.substring(known.lastIndexOf(' ') + 1).strip())
                .collect(Collectors.joining(", "));
        String without = "public %s(%s) {%n this(%s, %s);%n }%n".formatted(type, head.group(2), names, value);
        String extended =
                text.replace(head.group(), "public record " + type + "(" + head.group(2) + ", " + component + ")");
        assertThat(extended).contains("public " + type + " {");
        Files.writeString(
                into.resolve(type + ".java"),
                extended.replaceFirst("public " + type + " \\{", Matcher.quoteReplacement(without) + "$0"));
    }

    private static List<String> withFirst(Path jar) {
        List<String> words = new ArrayList<>(StoryClasses.java());
        words.removeIf(word -> word.contains("rchive")); // the archive is of other classes
        int path = words.indexOf("-cp") + 1;
        words.set(path, jar + File.pathSeparator + words.get(path));
        return words;
    }

    @Test
    void shouldRunOnHostsOfBothVersionsFromEither() {
        try (Daemon one = earlier.daemon();
                Daemon other = later.daemon()) {
            String hosts = one.address() + "," + other.address();
            for (Version version : List.of(earlier, later)) {
                Version strange = version == earlier ? later : earlier;
                Daemon stranger = version == earlier ? other : one;
                List<String> lines = version.said("hosts", "--hosts", hosts);
                assertThat(lines)
                        .filteredOn(line -> line.startsWith("localhost:"))
                        .hasSize(2);
                assertThat(lines)
                        .filteredOn(line -> line.contains("MOIDE "))
                        .singleElement()
                        .asString()
                        .startsWith(stranger.address())
                        .endsWith("MOIDE " + strange.name());
                // A bag, an SPMD program and workers, on engines of both daemons.
                assertThat(run(version, hosts, "queens", "--size", "10")).contains("solutions: 724");
                assertThat(run(version, hosts, "cg", "--class", "S")).contains("verification: successful");
                assertThat(run(version, hosts, "strips", "--size", "100", "--steps", "20", "--check"))
                        .contains("verified: true");
                assertThat(stranger.process().err())
                        .filteredOn(line -> line.contains("from the jars of its coordinator's version"))
                        .hasSize(3);
            }
            for (Daemon daemon : List.of(one, other)) {
                assertThat(daemon.process().err())
                        .filteredOn(line -> line.contains(" starts, with "))
                        .hasSize(6);
            }
        }
    }

    private static List<String> run(Version version, String hosts, String... application) {
        List<String> words = new ArrayList<>(
                List.of("run", "--hosts", hosts, "--no-own-engine", "--engines", "2", "--threads", "1"));
        words.addAll(List.of(application));
        return version.said(words.toArray(String[]::new));
    }

    @Test
    void shouldSeeAndEndARunOfTheOtherVersionAndDetachNone() {
        for (Version version : List.of(earlier, later)) {
            Version other = version == earlier ? later : earlier;
            try (Daemon daemon = other.daemon();
                    MoideProcess run = version.moide(
                            "run", "--hosts", daemon.address(), "--no-own-engine", "uts", "--depth", "30")) {
                daemon.process().awaitChildren(1);
                String id = other.said("runs", "--hosts", daemon.address()).stream()
                        .filter(line -> line.contains("uts"))
                        .map(line -> line.substring(0, line.indexOf(' ')))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("expected a run at " + daemon.process()));
                assertThat(other.said("status", id, "--hosts", daemon.address()))
                        .anyMatch(line -> line.contains("uts"));
                other.said("stop", id, "--hosts", daemon.address());
                assertThat(run.awaitEnd()).isNotZero();
                try (MoideProcess detached = version.moide("run", "--hosts", daemon.address(), "--detach", "hello")) {
                    assertThat(detached.awaitEnd()).isNotZero();
                    assertThat(detached.err())
                            .containsExactly("moide run: expected a detached run of MOIDE " + other.name()
                                    + ", since its coordinator is started from its host's own, found one of MOIDE "
                                    + version.name()
                                    + ": name a host of that version by --coordinator, or upgrade one of the two");
                }
            }
        }
    }
}
