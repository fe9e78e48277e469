package org.moide.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.host.JavaCommand;

/**
 * Tests the script {@code moide} in a folder like a source tree, with a fake Java that only prints how it was called.
 */
@DisabledOnOs(OS.WINDOWS)
class MoideScriptTest {
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    private static final String FAKE_JAVA = """
            #!/bin/sh
            for word in "$@"; do
                case $word in
                    -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*) echo classes >"${word#*=}"; echo made >>"$MADE"; exit 0 ;;
                esac
            done
            case " $* " in *' org.moide.command.OwnHeap '*)
                installation='' classes=''
                while [ "$classes" = '' ]; do
                    case $1 in
                        -Dmoide.installation=*) installation=$1 ;;
                        -cp) classes=$CLASSES && shift ;;
                    esac
                    shift
                done
                exec "$JAVA" -Xshare:auto -XX:TieredStopAtLevel=1 "$installation" -cp "$classes" "$@" ;;
            esac
            case " $* " in *' -Xfoo '*)
                printf '%s\\n' 'Unrecognized option: -Xfoo' 'Error: Could not create the Java Virtual Machine.'
                exit 1 ;;
            esac
            case " $* " in *' -Xms9g '*)
                printf '%s\\n' 'Error occurred during initialization of VM' 'Initial heap size set to a larger value'
                exit 1 ;;
            esac
            printf '%s\\n' "$@"
            """;

    /** A fake Maven. It creates the files that the script expects of a build, and records how it was called. */
    private static final String FAKE_MAVEN = """
            #!/bin/sh
            echo "$@" >>"$BUILT"
            mkdir -p command/target samples/target target/repository/org/moide/moide
            echo jar >command/target/moide.jar
            echo jar >samples/target/moide-samples.jar
            echo metadata >target/repository/org/moide/moide/maven-metadata.xml
            """;

    @TempDir
    Path folder;

    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("command/src"));
        Path ready = Files.createDirectories(tree.resolve("target/moide"));
        executable(tree.resolve("moide"), Files.readString(Path.of("../moide")));
        Path pom = Files.writeString(tree.resolve("pom.xml"), "<project/>");
        Files.setLastModifiedTime(pom, LONG_AGO);
        Files.writeString(ready.resolve("moide.jar"), "a jar");
        Files.writeString(ready.resolve("moide-samples.jar"), "another");
        Path jdk = Files.createDirectories(folder.resolve("jdk/bin"));
        executable(jdk.resolve("java"), FAKE_JAVA);
        executable(Files.createDirectory(folder.resolve("bin")).resolve("mvn"), FAKE_MAVEN);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"99.0.1\"\n");
    }

    @ParameterizedTest
    @CsvSource({"512m, -Xmx524288k", "1g, -Xmx1048576k", "0064M, -Xmx65536k", "67108864, -Xmx65536k", "32m, -Xmx32768k"
    })
    @Tag("jdk")
    void shouldGiveItsJvmTheMemoryOfAnEngine(String size, String heap) throws Exception {
        assertThat(moide(tree, "run", "--engine-memory", size, "hello")).contains(heap);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            engine-memory=512m                         |                         | -Xmx524288k
            '  engine-memory : 512m\\r\\n#'            |                         | -Xmx524288k
            x=1\\nengine-memory\\t512m                  |                         | -Xmx524288k
            engine\\\\\\n-memory=512m                   |                         | -Xmx524288k
            \\\\u0065ngine-memory=51\\\\u0032m             |                         | -Xmx524288k
            engine-memory=512m\\nengine-memory=128m     |                         | -XX:MaxRAMPercentage=70
            engine-memory="512m"                       |                         | -XX:MaxRAMPercentage=70
            engine-memory=                             |                         | -XX:MaxRAMPercentage=70
            #engine-memory=512m                        |                         | -XX:MaxRAMPercentage=70
            engine-memory=512m                         | --engine-memory 64m     | -Xmx65536k
            local-engines=7                            |                         | -XX:MaxRAMPercentage=10
            local-engines=7                            | --local-engines 2       | -XX:MaxRAMPercentage=35
            local-engines=7                            | --hosts a               | -XX:MaxRAMPercentage=70
            local-engines=7\\nhosts=a                   |                         | -XX:MaxRAMPercentage=70
            local-engines=7\\nlocal-engines=2           |                         | -XX:MaxRAMPercentage=70
            """)
    void shouldGiveItsJvmWhatTheCommandReadsInAFileOfSettings(String lines, String words, String heap)
            throws Exception {
        Path home = Files.createDirectories(folder.resolve("own/.moide"));
        shell("printf '" + lines + "\\n' >'" + home + "/moide.properties'");
        String command =
                "MOIDE_HOME='" + folder.resolve("own") + "' '" + tree + "/moide' run " + (words == null ? "" : words);
        assertThat(shell(command + " hello")).contains(heap);
    }

    @Test
    void shouldGiveItsJvmWhatVariablesAndTheFilesOfAllPlacesSay() throws Exception {
        Path own = Files.createDirectories(folder.resolve("own/.moide")).getParent();
        Path here = Files.createDirectories(folder.resolve("here"));
        Path conf = Files.createDirectories(tree.resolve("conf"));
        String command = "cd '" + here + "'; MOIDE_HOME='" + own + "' '" + tree + "/moide' ";
        Files.writeString(conf.resolve("moide.properties"), "engine-memory=512m\n");
        assertThat(shell(command + "run hello")).contains("-Xmx524288k");
        assertThat(shell(command + "runs")).contains("-Xmx512m");
        Files.writeString(own.resolve(".moide/moide.properties"), "engine-memory=256m\n");
        assertThat(shell(command + "run hello")).contains("-Xmx262144k");
        Path nearest = Files.writeString(here.resolve("moide.properties"), "engine-memory=128m\n");
        assertThat(shell(command + "run hello")).contains("-Xmx131072k");
        assertThat(shell("export MOIDE_ENGINE_MEMORY=64m; " + command + "run hello"))
                .contains("-Xmx65536k");
        Files.setPosixFilePermissions(nearest, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(shell(command + "run hello"))
                .as("anybody may write that of the current folder")
                .contains("-Xmx262144k");
    }

    @Test
    void shouldSayInALineThatTheCurrentFolderIsGone() throws Exception {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        assertThat(shell("cd '" + gone + "' && rmdir '" + gone + "' && '" + tree + "/moide' samples; echo $?"))
                .filteredOn(line -> !line.contains("getcwd"))
                .containsExactly("moide: the current folder is gone or cannot be entered: change to another", "1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1m", "31m", "999t", "99999999t", "99999999999999999999", "0", "-5m", "m", "x", "8z", "1.5g"})
    @Tag("jdk")
    void shouldStartItsJvmAllTheSameWhenItCouldNotStartWithThatMemory(String size) throws Exception {
        assertThat(moide(tree, "run", "--engine-memory=" + size, "hello"))
                .contains("--engine-memory=" + size)
                .noneMatch(word -> word.startsWith("-Xmx"))
                .anyMatch(word -> word.startsWith("-XX:MaxRAMPercentage="));
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "advise"})
    void shouldLeaveSimulationsHalfOfTheMemory(String command) throws Exception {
        assertThat(moide(tree, command))
                .contains("-XX:MaxRAMPercentage=50", "-XX:+UseSerialGC")
                .noneMatch(word -> word.startsWith("-Xmx") || word.startsWith("-XX:Tier4"));
        assertThat(moide(tree, "report")).contains("-Xmx512m");
    }

    @Test
    @Tag("jdk")
    void shouldMakeTheArchiveOfClassesAgainWhenTheTreeWasCopied() throws Exception {
        assertThat(moide(tree, "samples")).anyMatch(word -> word.startsWith("-XX:AOTCache=" + tree));
        moide(tree, "samples");
        assertThat(timesMade()).as("it fits").isEqualTo(1);

        Path copy = folder.resolve("copy");
        run(List.of("cp", "-r", tree.toString(), copy.toString()));
        Files.setLastModifiedTime(copy.resolve("pom.xml"), LONG_AGO);
        assertThat(moide(copy, "samples")).anyMatch(word -> word.startsWith("-XX:AOTCache=" + copy));
        moide(copy, "samples");
        assertThat(timesMade()).as("once more, for the copy").isEqualTo(2);

        Path moved = folder.resolve("moved");
        Files.move(copy, moved);
        moide(moved, "samples");
        assertThat(timesMade()).as("where the jar lies counts too").isEqualTo(3);
        try (var left = Files.list(moved.resolve("target/moide"))) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "moide.jar", "moide-samples.jar", "moide-99.0.1.aot", "moide-99.0.1.aot.of");
        }
    }

    @Test
    @Tag("jdk")
    void shouldUseAnArchiveOfClassesBeforeJdk25AndNoneWhereOptionsSayWhatIsShared() throws Exception {
        String java = "JAVA_VERSION=\"17.0.1\"\n";
        Files.writeString(folder.resolve("jdk/release"), java);
        assertThat(moide(tree, "samples"))
                .contains("-XX:SharedArchiveFile=" + tree.resolve("target/moide/moide-17.0.1.jsa"))
                .noneMatch(word -> word.startsWith("-XX:AOTCache"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        assertThat(moide(tree, "samples"))
                .contains("-XX:AOTCache=" + tree.resolve("target/moide/moide-25.aot"))
                .noneMatch(word -> word.startsWith("-Xshare"));
        assertThat(shell("MOIDE_JAVA_OPTS=-Xshare:off '" + tree + "/moide' samples"))
                .contains("-Xshare:off")
                .noneMatch(word -> word.startsWith("-XX:AOTCache"));
    }

    @Test
    @Tag("jdk")
    void shouldLeaveTheCollectorToTheUserWhoHasChosenOne() throws Exception {
        assertThat(moide(tree, "run", "hello")).contains("-XX:+UseParallelGC");
        assertThat(shell("MOIDE_JAVA_OPTS='-XX:+UseZGC -Dx=y' '" + tree + "/moide' run hello"))
                .contains("-XX:+UseZGC", "-Dx=y")
                .doesNotContain("-XX:+UseParallelGC", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "MOIDE_JAVA_OPTS"})
    @Tag("jdk")
    void shouldLeaveCollectorAndHeapToAVariableOfTheUsers(String variable) throws Exception {
        assertThat(shell(variable + "='-Dx=y -XX:+UseG1GC' '" + tree + "/moide' run hello"))
                .as("a JVM with two collectors does not start")
                .doesNotContain("-XX:+UseParallelGC")
                .contains("-XX:MaxNewSize=256m");
        assertThat(shell(variable + "=-Xmx128m '" + tree + "/moide' run hello"))
                .as("a JVM complains of a young generation that is larger than its heap")
                .contains("-XX:+UseParallelGC")
                .noneMatch(word -> word.startsWith("-XX:MaxNewSize") || word.startsWith("-XX:MaxRAMPercentage"));
        assertThat(shell(variable + "=-Xms600m '" + tree + "/moide' engine"))
                .as("a JVM does not start with a heap that begins larger than it may become")
                .contains("-XX:Tier4InvocationThreshold=500000")
                .noneMatch(word -> word.startsWith("-Xmx") || word.equals("-Xms16m"));
        assertThat(shell(variable + "=-Xmx128m '" + tree + "/moide' run --engine-memory 64m hello"))
                .as("said of this JVM, and so stronger")
                .contains("-Xmx65536k");
        assertThat(shell(variable + "=-Dx=y '" + tree + "/moide' run hello"))
                .contains("-XX:+UseParallelGC", "-XX:MaxNewSize=256m")
                .anyMatch(word -> word.startsWith("-XX:MaxRAMPercentage="));
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "MOIDE_JAVA_OPTS"})
    @Tag("jdk")
    void shouldNameTheVariableWithWhichJavaDoesNotStart(String variable) throws Exception {
        assertThat(shell(variable + "='-Dx=y -Xms9g' '" + tree + "/moide' run --engine-memory 64m hello; echo $?"))
                .containsExactly(
                        "moide: Java does not start with " + variable + ": -Xms9g and --engine-memory 64m:"
                                + " Initial heap size set to a larger value",
                        "2");
        assertThat(shell(variable + "='-Dx=y -agentlib:no -Xfoo' '" + tree + "/moide' run hello; echo $?"))
                .containsExactly(
                        "moide: Java does not start with " + variable + ": -Xfoo: Unrecognized option: -Xfoo", "2");
    }

    @Test
    @Tag("jdk")
    void shouldRefuseWordsForJavaThatAreNoOptions() throws Exception {
        assertThat(shell("MOIDE_JAVA_OPTS=foo '" + tree + "/moide' run hello; echo $?"))
                .containsExactly("moide: MOIDE_JAVA_OPTS: expected options for Java, as in -Xmx2g, found 'foo'", "2");
    }

    @Test
    @Tag("jdk")
    void shouldMakeTheArchiveOfClassesWithoutTheUsersOptionsForJvms() throws Exception {
        executable(
                folder.resolve("jdk/bin/java"),
                FAKE_JAVA.replace("echo classes", "[ -z \"${JAVA_TOOL_OPTIONS:-}\" ] && echo classes"));
        assertThat(shell("JAVA_TOOL_OPTIONS=-XX:+UseG1GC '" + tree + "/moide' samples"))
                .anyMatch(word -> word.startsWith("-XX:AOTCache="));
    }

    @Test
    @Tag("jdk")
    void shouldLeaveTheSecondCompilerToLongWorkInDaemons() throws Exception {
        assertThat(moide(tree, "engine")).contains("-XX:Tier4InvocationThreshold=500000");
        assertThat(moide(tree, "monitor")).contains("-XX:Tier4InvocationThreshold=500000");
        assertThat(moide(tree, "run", "hello")).noneMatch(word -> word.startsWith("-XX:Tier4"));
    }

    @Test
    @Tag("jdk")
    void shouldCompileLateWhatTheJdkWritesClassesWithAndEarlyWhatEncrypts() throws Exception {
        assertThat(moide(tree, "run", "hello"))
                .contains(
                        "-XX:CompileCommand=CompileThresholdScaling,com.sun.crypto.provider.GaloisCounterMode*::*,0.1")
                .containsSubsequence(
                        "-XX:CompileCommand=quiet",
                        "-XX:CompileCommand=CompileThresholdScaling,jdk.internal.classfile.*::*,50.0",
                        "hello");
    }

    @Test
    @Tag("jdk")
    void shouldForbidSecurityManagersUnlessTheUserSaysOtherwise() throws Exception {
        String forbidden = "-Djava.security.manager=disallow";
        assertThat(moide(tree, "run", "hello")).as("its Java forbids them").doesNotContain(forbidden);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        assertThat(moide(tree, "run", "hello")).contains(forbidden);
        assertThat(shell("JDK_JAVA_OPTIONS=-Djava.security.manager=allow '" + tree + "/moide' run hello"))
                .doesNotContain(forbidden);
    }

    @Test
    @Tag("jdk")
    void shouldTellCompilersWhatEnginesTellTheirs() throws Exception {
        assertThat(moide(tree, "run", "hello"))
                .filteredOn(word -> word.startsWith("-XX:CompileCommand="))
                .containsExactlyInAnyOrderElementsOf(JavaCommand.compilerOptions(99));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        assertThat(moide(tree, "run", "hello"))
                .filteredOn(word -> word.startsWith("-XX:CompileCommand="))
                .containsExactlyInAnyOrderElementsOf(JavaCommand.compilerOptions(17));
    }

    @Test
    @Tag("jdk")
    void shouldLeavePackagesToTheFirstCompilerThatAreThere() {
        String limit = "-XX:CompileCommand=MaxNodeLimit,org.moide.";
        assertThat(JavaCommand.compilerOptions(99))
                .filteredOn(option -> option.startsWith(limit))
                .isNotEmpty()
                .allSatisfy(option -> {
                    String part = option.substring(option.indexOf(',') + 1, option.indexOf(".*::"));
                    assertThat(getClass().getResource("/" + part.replace('.', '/') + "/"))
                            .as(part)
                            .isNotNull();
                });
    }

    @Test
    void shouldBuildForANewProjectWhenNothingIsThereToCompileItAgainst() throws Exception {
        moide(tree, "samples");
        assertThat(folder.resolve("built")).as("the jars are there").doesNotExist();
        assertThat(moide(tree, "new", "app")).contains("-Dmoide.installation=" + tree, "new", "app");
        moide(tree, "new", "app");
        assertThat(Files.readAllLines(folder.resolve("built")))
                .as("once")
                .singleElement()
                .asString()
                .contains("-Pquick", "testkit", "bom");
    }

    @Test
    void shouldBuildWhenSourcesHaveOtherBytesAndNotWhenTheyHaveOtherTimes() throws Exception {
        Path pom = tree.resolve("pom.xml");
        touch(pom);
        moide(tree, "samples");
        assertThat(timesBuilt())
                .as("newer than the jar, and nothing tells of its bytes")
                .isEqualTo(1);

        touch(pom);
        moide(tree, "samples");
        moide(tree, "samples");
        assertThat(timesBuilt()).as("touched").isEqualTo(1);

        Files.writeString(pom, "<project><!-- edited --></project>");
        moide(tree, "samples");
        assertThat(timesBuilt()).as("edited").isEqualTo(2);

        Files.writeString(
                Files.createDirectories(tree.resolve("command/src/main")).resolve("A.java"), "class A {}");
        moide(tree, "samples");
        assertThat(timesBuilt()).as("another file").isEqualTo(3);
    }

    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    }

    private long timesBuilt() throws IOException {
        return Files.readAllLines(folder.resolve("built")).size();
    }

    @Test
    @Tag("jdk")
    void shouldRunWithoutHomeAndWithClosedStreams() throws Exception {
        assertThat(shell("unset HOME; '" + tree + "/moide' samples")).contains("samples");
        assertThat(shell("'" + tree + "/moide' samples >&- <&- 2>&-; echo $?")).containsExactly("0");
    }

    @Test
    @Tag("jdk")
    void shouldRunFromAnArchiveAndKeepItsClassesWithTheUser() throws Exception {
        Path archive = makeArchive();
        Path link = Files.createSymbolicLink(folder.resolve("bin/moide"), archive.resolve("bin/moide"));
        Path home = Files.createDirectory(folder.resolve("home"));
        Path classes = home.resolve(".moide/classes" + archive.toRealPath());
        List<String> before = filesOf(archive);

        assertThat(shell("MOIDE_HOME='" + home + "' '" + link + "' samples"))
                .contains("-XX:AOTCache=" + classes.resolve("moide-99.0.1.aot"))
                .contains("-Dmoide.installation=" + archive.toRealPath())
                .contains("-Dmoide.samples=" + archive.toRealPath().resolve("lib/moide-samples.jar"))
                .containsSubsequence(
                        "-jar", archive.toRealPath().resolve("lib/moide.jar").toString(), "samples");
        assertThat(Files.getPosixFilePermissions(home.resolve(".moide")))
                .as("the secret will lie there")
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        shell("MOIDE_HOME='" + home + "' '" + link + "' samples");
        assertThat(timesMade()).as("once").isEqualTo(1);

        Files.setLastModifiedTime(archive.resolve("lib/moide.jar"), LONG_AGO);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"99.0.2\"\n");
        shell("MOIDE_HOME='" + home + "' '" + link + "' samples");
        assertThat(filesOf(classes))
                .as("those of another jar are of no use any more")
                .containsExactly("moide-99.0.2.aot", "moide-99.0.2.aot.of");
        assertThat(filesOf(archive)).as("the installation").isEqualTo(before);
        assertThat(folder.resolve("built")).as("nothing is built").doesNotExist();
    }

    @Test
    @Tag("jdk")
    void shouldRunFromAnArchiveWhereNoFolderIsTheUsers() throws Exception {
        Path archive = makeArchive();
        for (String home : List.of(
                "",
                folder.resolve("absent").toString(),
                folder.resolve("jdk/release").toString())) {
            assertThat(shell("unset MOIDE_HOME; HOME='" + home + "' '" + archive.resolve("bin/moide") + "' samples"))
                    .contains("samples")
                    .noneMatch(word -> word.startsWith("-XX:AOTCache"));
        }
        assertThat(folder.resolve("made")).doesNotExist();
    }

    /** Creates the folder of an unpacked archive as {@code mvn package} makes it, with a space in the folder's name. */
    private Path makeArchive() throws IOException {
        Path archive = folder.resolve("my programs/moide-1.0");
        executable(
                Files.createDirectories(archive.resolve("bin")).resolve("moide"),
                Files.readString(Path.of("../moide")));
        Path lib = Files.createDirectory(archive.resolve("lib"));
        Files.writeString(lib.resolve("moide.jar"), "a jar");
        Files.writeString(lib.resolve("moide-samples.jar"), "another");
        return archive;
    }

    private static List<String> filesOf(Path of) throws IOException {
        try (var found = Files.walk(of)) {
            return found.filter(Files::isRegularFile)
                    .map(file -> of.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private List<String> moide(Path where, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(where.resolve("moide").toString()));
        command.addAll(List.of(words));
        return run(command);
    }

    private List<String> shell(String text) throws Exception {
        return run(List.of("sh", "-c", text));
    }

    private List<String> run(List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("MOIDE_"));
        builder.environment().put("MOIDE_JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("MADE", folder.resolve("made").toString());
        builder.environment().put("CLASSES", System.getProperty("java.class.path"));
        builder.environment()
                .put(
                        "JAVA",
                        Path.of(System.getProperty("java.home"), "bin/java").toString());
        builder.environment().put("BUILT", folder.resolve("built").toString());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        Process process = builder.start();
        process.getOutputStream().close();
        List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(String.join("\n", said)).isZero();
        return said;
    }

    private long timesMade() throws IOException {
        return Files.readAllLines(folder.resolve("made")).size();
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
