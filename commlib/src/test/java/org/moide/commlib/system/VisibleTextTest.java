package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void shouldShowWhatWouldControlATerminal() {
        assertThat(VisibleText.line("line1\nline2\r\u001b[31mred\tx")).isEqualTo("line1\\nline2\\r\\u001b[31mred\\tx");
        assertThat(VisibleText.line("a\u0000b\u007fc\u009b31md\u2028e\u2029f"))
                .isEqualTo("a\\u0000b\\u007fc\\u009b31md\\u2028e\\u2029f");
        assertThat(VisibleText.line("a\u202eb\u2066c\u200fd\u061ce")).isEqualTo("a\\u202eb\\u2066c\\u200fd\\u061ce");
    }

    @Test
    void shouldKeepLinesAndTabsWhereTheyAreWanted() {
        assertThat(VisibleText.lines("\tat a\n\tat b\r\u001b[2J")).isEqualTo("\tat a\n\tat b\\r\\u001b[2J");
    }

    @Test
    void shouldLeaveAllOtherTextAsItIs() {
        String text = "gr\u00fc\u00dfe \u65e5\u672c \ud83d\udc69\u200d\ud83d\ude80 \u05d0\u05d1 \\n 'x'";
        assertThat(VisibleText.line(text)).isSameAs(text);
        assertThat(VisibleText.lines(text)).isSameAs(text);
    }
}
