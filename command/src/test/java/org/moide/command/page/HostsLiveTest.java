package org.moide.command.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.HostedRun;
import org.moide.engine.host.RunOwner;
import org.moide.monitor.HostMoment;
import org.moide.monitor.Pressure;

/** Tests the data that the page of a cluster monitor receives. */
class HostsLiveTest {
    private static HostAnswer host(String name) {
        List<HostMoment> past = new ArrayList<>();
        for (int second = 0; second < 60; second++) {
            past.add(new HostMoment(1, 2, 0, 0, 1, 0, 0, Pressure.NONE));
        }
        return HostAnswer.usable(
                        name + ":7100",
                        new Candidate(name + ":7100", name, name, 4, 4, 1, 1, 0)
                                .with(List.of(new HostedRun("4k2", 3, 4, RunOwner.of("anna@laptop"), Instant.EPOCH))))
                .having(past);
    }

    @Test
    void shouldTellEachHostInOneLineInTheOrderOfNames() {
        String text = HostsLive.text(
                "monitor on <head>",
                List.of(host("n2"), host("n10"), host("n1"), HostAnswer.nonsense("n3:7100", "power NaN")));

        assertThat(text).doesNotContain("\n").doesNotContain("<head>");
        JsonArray hosts = JsonParser.parseString(text).getAsJsonObject().getAsJsonArray("hosts");
        assertThat(hosts)
                .extracting(host -> host.getAsJsonObject().get("daemon").getAsString())
                .containsExactly("n1:7100", "n2:7100", "n3:7100", "n10:7100");
        JsonObject first = hosts.get(0).getAsJsonObject();
        assertThat(first.get("load").getAsDouble()).isEqualTo(0.5);
        assertThat(first.get("engines").getAsInt()).isEqualTo(3);
        assertThat(first.getAsJsonArray("past")).hasSize(30).allMatch(part -> part.getAsInt() == 50);
        assertThat(hosts.get(2).getAsJsonObject().get("state").getAsString()).isEqualTo("nonsense");
    }

    @Test
    void shouldTellOfVeryManyOnlySome() {
        List<HostAnswer> many = IntStream.range(0, 2_500)
                .mapToObj(i -> HostAnswer.unusable("n" + i, ""))
                .toList();

        JsonObject told = JsonParser.parseString(HostsLive.text("m", many)).getAsJsonObject();

        assertThat(told.getAsJsonArray("hosts")).hasSize(HostsLive.MOST_HOSTS);
        assertThat(told.get("known").getAsInt()).isEqualTo(2_500);
    }
}
