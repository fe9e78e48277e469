package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FileReferenceTest {
    private static final String DIGEST = Digests.of(new byte[0]);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "/etc/passwd",
                "../numbers.txt",
                "a//b",
                "a/",
                "a/../b",
                "..\\numbers.txt",
                "C:x",
                "a\nb",
                "a\0b"
            })
    void shouldRefuseANameThatLeavesItsFolderOrBreaksALine(String name) {
        assertThatThrownBy(() -> new FileReference(name, DIGEST, 0)).hasMessageContaining("expected plain names");
    }

    @ParameterizedTest
    @ValueSource(strings = {"numbers.txt", ".hidden", "..a", "two words", "Größe", "data/deeper/a.txt"})
    void shouldTakeWhatAFileMayBeCalledEverywhere(String name) {
        assertThat(new FileReference(name, DIGEST, 0).name()).isEqualTo(name);
    }
}
