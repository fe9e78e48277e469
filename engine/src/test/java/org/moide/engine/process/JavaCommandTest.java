package org.moide.engine.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        System.setProperty("moide.archive", "/somewhere/moide.jsa");
        try {
            assertThat(JavaCommand.likeThis("org.example.Main")
                            .withJvmArguments(List.of("-Dx=y"))
                            .words())
                    .containsSubsequence(
                            "-XX:SharedArchiveFile=/somewhere/moide.jsa",
                            "-Xlog:cds*=off",
                            "-Dx=y",
                            "org.example.Main");
        } finally {
            System.clearProperty("moide.archive");
        }
    }
}
