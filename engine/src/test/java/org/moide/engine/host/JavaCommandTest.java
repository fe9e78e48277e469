package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaCommandTest {
    private final JavaCommand command = JavaCommand.likeThis("org.example.Main");

    @Test
    void shouldCollectOnEveryThreadUnlessAnotherCollectorIsChosen() {
        assertThat(command.words()).contains("-XX:+UseParallelGC").last().isEqualTo("org.example.Main");
        List<String> chosen =
                command.withJvmArguments(List.of("-XX:+UseZGC", "-Dx=y")).words();
        assertThat(chosen)
                .as("a JVM with two collectors does not start")
                .contains("-XX:+UseZGC", "-Dx=y")
                .doesNotContain("-XX:+UseParallelGC");
        assertThat(command.withJvmArguments(List.of("-XX:+UseStringDeduplication"))
                        .words())
                .contains("-XX:+UseParallelGC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
    void shouldCollectAsAVariableOfTheUsersSays(String variable) {
        assertThat(command.words(Map.of(variable, "-Dx=y  -XX:+UseG1GC")))
                .as("a JVM with two collectors does not start")
                .doesNotContain("-XX:+UseParallelGC");
        assertThat(command.words(Map.of(variable, "-XX:+UseStringDeduplication")))
                .contains("-XX:+UseParallelGC");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xmx128m", "-Xmn600m", "-Xms900m", "-XX:MaxHeapSize=128m", "-XX:NewSize=300m", "-XX:MaxRAM=200m"
            })
    void shouldSayNothingOfTheYoungGenerationWhereTheUserSaysHowLargeHeapsAre(String option) {
        String ours = "-XX:MaxNewSize=256m";
        JavaCommand large = command.withHeap(1L << 30);
        assertThat(large.withJvmArguments(List.of(option)).words(Map.of())).doesNotContain(ours);
        assertThat(large.words(Map.of("JAVA_TOOL_OPTIONS", option))).doesNotContain(ours);
        assertThat(large.words(Map.of("_JAVA_OPTIONS", "-Dx=y"))).contains(ours);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx128m", "-XX:+UseG1GC", "-XX:+UseSerialGC -Xmn600m"})
    void shouldStartAJvmThatHasNothingToSayOfWhatTheUserChose(String options) throws Exception {
        List<String> words = new ArrayList<>(command.withHeap(1L << 30)
                .withJvmArguments(List.of(options.split(" ")))
                .words(Map.of()));
        assertThat(saidOf(words)).as(options).isEmpty();
    }

    @Test
    void shouldForbidSecurityManagersUnlessTheUserSaysOtherwise() {
        String allow = "-Djava.security.manager=allow";
        assertThat(command.words(Map.of()))
                .as("from Java 18 on that is so by itself")
                .filteredOn(word -> word.startsWith("-Djava.security.manager"))
                .isEqualTo(Runtime.version().feature() < 18 ? List.of("-Djava.security.manager=disallow") : List.of());
        assertThat(command.withJvmArguments(List.of(allow)).words(Map.of()))
                .filteredOn(word -> word.startsWith("-Djava.security.manager"))
                .containsExactly(allow);
        assertThat(command.words(Map.of("JDK_JAVA_OPTIONS", allow)))
                .noneMatch(word -> word.startsWith("-Djava.security.manager"));
    }

    @Test
    void shouldCompileLateWhatTheJdkWritesClassesWith() {
        assertThat(command.words())
                .as("a JVM says what it is told unless it is told first to be quiet")
                .containsSubsequence(
                        "-XX:CompileCommand=quiet",
                        "-XX:CompileCommand=CompileThresholdScaling,jdk.internal.classfile.*::*,50.0",
                        "org.example.Main");
    }

    @Test
    void shouldCompileEarlyWhatEncrypts() throws ClassNotFoundException {
        List<String> types = command.words().stream()
                .filter(option -> option.endsWith("::*,0.1"))
                .map(option -> option.substring(option.indexOf(',') + 1, option.indexOf("::")))
                .toList();
        assertThat(types).hasSize(4);
        for (String type : types) {
            assertThat(Class.forName(type.replace("*", ""), false, null)).isNotNull();
        }
    }

    @Test
    void shouldNameMethodsThatAreThere() throws ClassNotFoundException {
        List<String> named = JavaCommand.compilerOptions(25).stream()
                .filter(option -> option.contains("=dontinline,"))
                .map(option -> option.substring(option.indexOf(',') + 1))
                .toList();
        assertThat(named).isNotEmpty();
        for (String name : named) {
            int end = name.indexOf("::");
            String method = name.substring(end + 2).replace("*", "");
            assertThat(Class.forName(name.substring(0, end)).getDeclaredMethods())
                    .as(name)
                    .anyMatch(declared -> declared.getName().startsWith(method));
        }
    }

    @Test
    void shouldLeaveControlToTheFirstCompilerWhereThatCanBeSaid() {
        String limit = "-XX:CompileCommand=MaxNodeLimit,org.moide.engine.control.*::*,1";
        assertThat(JavaCommand.compilerOptions(25)).contains(limit);
        assertThat(JavaCommand.compilerOptions(17))
                .as("an older Java does not know the word")
                .noneMatch(option -> option.contains("MaxNodeLimit"));
    }

    @Test
    void shouldTellCompilersNothingThatAJvmSpeaksOf() throws Exception {
        assertThat(saidOf(new ArrayList<>(command.words()))).isEmpty();
    }

    /**
     * Runs a command line and returns what the JVM prints on standard output; it prints its version on standard error.
     */
    private static List<String> saidOf(List<String> words) throws Exception {
        words.subList(words.indexOf("-cp"), words.size()).clear();
        words.add("-version");
        Process jvm = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> said = jvm.inputReader().lines().toList();
        assertThat(jvm.waitFor()).as("%s", words).isZero();
        return said;
    }

    @Test
    void shouldHaveTheHeapThatIsSaid() {
        assertThat(command.withHeap(256L << 20).words())
                .contains("-Xmx262144k")
                .noneMatch(word -> word.contains("New"));
        assertThat(command.withHeap(1L << 30).words()).contains("-Xmx1048576k", "-XX:MaxNewSize=256m");
        assertThatThrownBy(() -> command.withHeap(1 << 20)).hasMessageContaining("found 1 MiB");
    }

    @Test
    void shouldUseTheArchiveOfClassesThatThisJvmWasStartedWith() {
        assertThat(command.words()).noneMatch(word -> word.contains("SharedArchiveFile"));
        assertThat(wordsWith("/somewhere/moide.jsa", "-Dx=y"))
                .containsSubsequence(
                        "-XX:SharedArchiveFile=/somewhere/moide.jsa", "-Xlog:cds*=off", "-Dx=y", "org.example.Main");
        assertThat(wordsWith("/somewhere/moide.aot", "-Dx=y"))
                .containsSubsequence(
                        "-XX:AOTCache=/somewhere/moide.aot", "-Xlog:aot*=off", "-Dx=y", "org.example.Main");
    }

    @Test
    void shouldLeaveOutTheCacheThatAnOptionOfTheUsersDoesNotStartWith() {
        assertThat(wordsWith("/somewhere/moide.aot", "-Xshare:off"))
                .contains("-Xshare:off")
                .noneMatch(word -> word.startsWith("-XX:AOTCache"));
        assertThat(like("/somewhere/moide.aot").words(Map.of("JAVA_TOOL_OPTIONS", "-Xshare:off")))
                .noneMatch(word -> word.startsWith("-XX:AOTCache"));
    }

    @Test
    void shouldLeaveOutTheCacheWherePointersAreOfAnotherWidth() {
        assertThat(like("/somewhere/moide.aot").withHeap(31L << 30).words())
                .contains("-XX:AOTCache=/somewhere/moide.aot");
        assertThat(like("/somewhere/moide.aot").withHeap(32L << 30).words())
                .noneMatch(word -> word.startsWith("-XX:AOTCache"));
    }

    @Test
    void shouldUseNoArchiveWithClassesOfAnotherVersion() {
        for (String archive : List.of("/somewhere/moide.aot", "/somewhere/moide.jsa")) {
            JavaCommand other = like(archive).withClassPath(List.of(Path.of("/cache/a.jar"), Path.of("/cache/b.jar")));
            assertThat(other.words())
                    .noneMatch(word -> word.contains(archive))
                    .endsWith("-cp", "/cache/a.jar" + File.pathSeparator + "/cache/b.jar", "org.example.Main");
            assertThat(other.withJvmArguments(List.of("-XX:SharedArchiveFile=mine"))
                            .words())
                    .contains("-XX:SharedArchiveFile=mine");
        }
    }

    private static List<String> wordsWith(String archive, String option) {
        return like(archive).withJvmArguments(List.of(option)).words();
    }

    private static JavaCommand like(String archive) {
        System.setProperty("moide.archive", archive);
        try {
            return JavaCommand.likeThis("org.example.Main");
        } finally {
            System.clearProperty("moide.archive");
        }
    }
}
