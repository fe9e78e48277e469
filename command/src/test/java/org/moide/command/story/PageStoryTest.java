package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.command.page.PageCaller;

/** Tests that a user can watch a run in a browser, and that the run writes a page at its end. */
class PageStoryTest {
    @TempDir
    Path home;

    @Test
    void shouldShowARunWhileItGoesOnAndItsReportAtTheEnd() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, 40);
        tasks.hold();
        try (MoideProcess run = tasks.run("--local-engines", "2", "--page", "--html", "run.html")) {
            run.awaitError("watch it at");
            URI address = address(run);
            String page = PageCaller.answer(address.getPort(), "GET /?" + address.getQuery());
            Matcher place = Pattern.compile("data-place=\"([^\"]*)\"").matcher(page);
            assertThat(place.find()).as(page).isTrue();
            try (PageCaller browser = PageCaller.ask(address.getPort(), "GET " + place.group(1) + "events")) {
                browser.until("\"state\":\"computing\"");
                browser.until("\"rows\":{\"0\":[[");
                browser.until("event: rest\ndata: {\"loans\":[[");
                tasks.letGo();
                assertThat(browser.until("event: report\ndata: {"))
                        .contains("\"application\":\"own.Sleeper\"", "\"unit\":\"tasks\"", "\"seconds\":");
                browser.until("\n\n");
            }
            run.awaitSuccess();
            assertThat(run.err()).contains("moide run: the report is in run.html; open it in a browser");
            assertThat(Files.readString(home.resolve("run.html"))).contains("own.Sleeper", "\"sum\":");
        }
    }

    private static URI address(MoideProcess run) {
        Matcher address = Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+/\\?token=[0-9a-f]+")
                .matcher(String.join("\n", run.err()));
        assertThat(address.find()).as("%s", run).isTrue();
        return URI.create(address.group());
    }
}
