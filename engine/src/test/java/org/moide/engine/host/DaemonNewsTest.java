package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.wire.CallValues;
import org.moide.engine.control.Posting;

class DaemonNewsTest {
    @Test
    void shouldBeSkippedWhereALaterVersionTellsOfWhatThisOneDoesNotKnow() throws Exception {
        DaemonNews line = new DaemonNews.Line(1, "before", false);
        DaemonNews after = new DaemonNews.Leaving(List.of(1));
        Posting<DaemonNews> posting =
                new Posting<>(0, 7, List.of(line, new DaemonNews.NotKept(2, "h9", "a thread"), after));
        String bytes = new String(CallValues.bytes(posting), StandardCharsets.ISO_8859_1);
        assertThat(bytes).as("the short name").contains("DaemonNews-NotKept");
        byte[] later = bytes.replace("DaemonNews-NotKept", "DaemonNews-Fathers").getBytes(StandardCharsets.ISO_8859_1);
        Posting<?> read = CallValues.decode(later, Posting.class);
        List<Object> messages = List.copyOf(read.messages());
        assertThat(messages).containsExactly(line, new DaemonNews.Unknown(), after);
    }
}
