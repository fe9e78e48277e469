package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AcceptedTextsTest {
    private static void thrown() {
        throw new IllegalArgumentException("--threads: expected 1 to 1024 threads, found 0");
    }

    private static String accepted(String source, ThrowingCallable assertion) {
        Throwable failure = catchThrowable(assertion);
        assertThat(failure).isInstanceOf(AssertionError.class);
        return AcceptedTexts.accepted(source, 2, failure.getMessage());
    }

    @Test
    void shouldWriteAWholeMessage() {
        String source = "\n.hasMessage(\"--threads: expected\"\n    + \" a \\\"few\\\"\");";
        assertThat(accepted(
                        source,
                        () -> assertThatThrownBy(AcceptedTextsTest::thrown)
                                .hasMessage("--threads: expected a \"few\"")))
                .isEqualTo("\n.hasMessage(\"--threads: expected 1 to 1024 threads, found 0\");");
    }

    @Test
    void shouldWriteAString() {
        assertThat(accepted(
                        "\n.isEqualTo(\"three\");", () -> assertThat("a \"3\"").isEqualTo("three")))
                .isEqualTo("\n.isEqualTo(\"a \\\"3\\\"\");");
    }

    @Test
    void shouldWriteTheMostSimilarWordsOfAPart() {
        assertThat(accepted(
                        "\n.hasMessageContaining(\"a thousand threads\");",
                        () -> assertThatThrownBy(AcceptedTextsTest::thrown).hasMessageContaining("a thousand threads")))
                .isEqualTo("\n.hasMessageContaining(\"1 to 1024 threads\");");
    }

    @Test
    void shouldWriteABeginAndAnEnd() {
        assertThat(accepted(
                        "\n.hasMessageStartingWith(\"--thread: expected\");",
                        () -> assertThatThrownBy(AcceptedTextsTest::thrown)
                                .hasMessageStartingWith("--thread: expected")))
                .isEqualTo("\n.hasMessageStartingWith(\"--threads: expected\");");
        assertThat(accepted(
                        "\n.hasMessageEndingWith(\"but found 0\");",
                        () -> assertThatThrownBy(AcceptedTextsTest::thrown).hasMessageEndingWith("but found 0")))
                .isEqualTo("\n.hasMessageEndingWith(\", found 0\");");
    }

    @Test
    void shouldLeaveWhatIsMadeOfParts() {
        String source = "\n.isEqualTo(\"three\" + count);\n.isEqualTo(count + \"three\");";
        assertThat(accepted(source, () -> assertThat("3").isEqualTo("three"))).isEqualTo(source);
    }

    @Test
    void shouldLeaveOtherLines() {
        String source = ".isEqualTo(\"three\");\n" + "\n".repeat(20) + ".isEqualTo(\"three\");";
        assertThat(accepted(source, () -> assertThat("3").isEqualTo("three"))).isEqualTo(source);
    }
}
