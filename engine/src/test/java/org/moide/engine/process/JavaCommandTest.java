package org.moide.engine.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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
        List<String> words = new ArrayList<>(command.words());
        words.subList(words.indexOf("-cp"), words.size()).clear();
        words.add("-version");
        Process jvm = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(jvm.inputReader().lines())
                .as("what a JVM says of itself goes there, a version does not")
                .isEmpty();
        assertThat(jvm.waitFor()).isZero();
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
    }

    @Test
    void shouldLeaveOutTheCacheWherePointersAreOfAnotherWidth() {
        assertThat(like("/somewhere/moide.aot").withHeap(31L << 30).words())
                .contains("-XX:AOTCache=/somewhere/moide.aot");
        assertThat(like("/somewhere/moide.aot").withHeap(32L << 30).words())
                .noneMatch(word -> word.startsWith("-XX:AOTCache"));
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
