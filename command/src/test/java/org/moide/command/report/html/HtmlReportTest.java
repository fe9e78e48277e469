package org.moide.command.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.report.RunReport;

class HtmlReportTest {
    private static final String EVIL = "</script><script>alert(1)</script><!-- & ' \u2028";

    @Test
    void shouldKeepWhatUsersNameFromBecomingMarkup() {
        RunReport report = new RunReport(
                EVIL,
                List.of(EVIL),
                Map.of(EVIL, EVIL),
                2,
                List.of(new RunReport.EngineTimes(
                        0, EVIL, 1, List.of(new RunReport.ThreadTimes(0, 1, 0, 1, 0, 0, 0, 0, Map.of(EVIL, 1.0))))),
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                List.of(new RunReport.Reconfiguration("loss", EVIL, 1, 1)));
        String page = HtmlReport.text(report, EVIL, List.of(new Note(1, EVIL)));
        assertThat(page).doesNotContain("alert(1)<", "</script><script>alert", "<!-- &");
        assertThat(count(page, "<script")).as("the data and the page's own").isEqualTo(2);
        JsonObject data = data(page);
        assertThat(data.get("about").getAsString()).isEqualTo(EVIL);
        assertThat(data.getAsJsonObject("run")
                        .getAsJsonObject("result")
                        .get(EVIL)
                        .getAsString())
                .isEqualTo(EVIL);
    }

    @Test
    void shouldAskNobodyForAnythingAndLetNothingElseRun() {
        String page = HtmlReport.text(many(1, 1), "run x", List.of());
        assertThat(page)
                .contains("default-src 'none'; script-src 'sha256-")
                .doesNotContain("innerHTML", "src=", "@import", "url(", "fetch(");
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:");
    }

    @Test
    void shouldShowTheFirstSentenceWithoutScripts() {
        assertThat(HtmlReport.text(many(1, 1), "run x", List.of()))
                .contains("<noscript><p>Threads waited for others 41% of their time, mostly in allReduce.");
    }

    @Test
    void shouldKeepEachThreadOfAnOrdinaryRun() {
        JsonObject data = data(HtmlReport.text(many(2, 4), "run x", List.of()));
        assertThat(data.get("threadRows").getAsBoolean()).isTrue();
        assertThat(data.getAsJsonObject("run").getAsJsonArray("engines")).hasSize(2);
        assertThat(data.getAsJsonObject("run")
                        .getAsJsonArray("engines")
                        .get(1)
                        .getAsJsonObject()
                        .getAsJsonArray("threads"))
                .hasSize(4);
    }

    @Test
    void shouldFoldThreadsIntoTheirEnginesWhenThereAreMany() {
        JsonObject data = data(HtmlReport.text(many(64, 64), "run x", List.of()));
        assertThat(data.get("threads").getAsInt()).isEqualTo(4_096);
        assertThat(data.get("threadRows").getAsBoolean()).isFalse();
        assertThat(data.getAsJsonArray("rows")).hasSize(64);
        assertThat(data.getAsJsonArray("rows")
                        .get(3)
                        .getAsJsonObject()
                        .get("threads")
                        .getAsInt())
                .isEqualTo(64);
    }

    @Test
    void shouldFoldNeighbouringEnginesAndStaySmallWhenThereAreThousands() {
        String page = HtmlReport.text(many(4_096, 1), "run x", List.of());
        JsonObject data = data(page);
        assertThat(data.getAsJsonArray("rows")).hasSize(Bounded.MOST_ENGINES);
        assertThat(data.getAsJsonArray("rows")
                        .get(1)
                        .getAsJsonObject()
                        .get("label")
                        .getAsString())
                .isEqualTo("32-63");
        assertThat(data.getAsJsonObject("run")
                        .getAsJsonObject("messages")
                        .getAsJsonObject("matrix")
                        .getAsJsonArray("messages")
                        .get(0)
                        .getAsJsonArray()
                        .get(0)
                        .getAsLong())
                .as("from the first 32 engines to the first 32")
                .isEqualTo(31);
        assertThat(page.length()).isLessThan(600_000);
    }

    @Test
    void shouldCutLongResults() {
        RunReport report = new RunReport(
                "a",
                List.of(),
                Map.of("numbers", new double[100_000], "text", "x".repeat(100_000)),
                2,
                List.of(),
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                List.of());
        String page = HtmlReport.text(report, "run x", List.of());
        assertThat(page.length()).isLessThan(60_000);
        assertThat(data(page).get("shortened").getAsBoolean()).isTrue();
    }

    private static RunReport many(int engines, int threads) {
        List<RunReport.EngineTimes> all = new ArrayList<>();
        List<RunReport.Traffic> traffic = new ArrayList<>();
        for (int engine = 0; engine < engines; engine++) {
            List<RunReport.ThreadTimes> times = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                times.add(new RunReport.ThreadTimes(
                        engine * threads + thread, 1.1, 0.1, 0.9, 0.1, 0, 0, 3, Map.of("allReduce", 0.9)));
            }
            all.add(new RunReport.EngineTimes(engine, "host" + engine, 1, times));
            if (engine > 0) {
                traffic.add(new RunReport.Traffic(engine - 1, engine, 1, 8, 0));
            }
        }
        return new RunReport(
                "a",
                List.of(),
                Map.of(),
                2.2,
                all,
                new RunReport.Messages(0, 1, 8, 0, traffic),
                RunReport.Loans.none(),
                List.of());
    }

    private static JsonObject data(String page) {
        Matcher data =
                Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL).matcher(page);
        assertThat(data.find()).isTrue();
        return JsonParser.parseString(data.group(1)).getAsJsonObject();
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }
}
