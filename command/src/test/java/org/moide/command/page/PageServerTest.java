package org.moide.command.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.command.http.HttpRequest;
import org.moide.command.report.html.PageParts;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;

class PageServerTest {
    private static final PageParts PARTS = new PageParts("body{}", "1;");

    private PageServer server;

    @BeforeEach
    void open() throws IOException {
        server = server(0);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void shouldLetOneBrowserInByTheToken() throws IOException {
        String answer = PageCaller.answer(server.port(), "GET " + path());
        assertThat(answer)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("<script>1;</script>")
                .containsPattern("<main data-place=\"/[0-9a-f]{32}/\">")
                .contains("Referrer-Policy: no-referrer")
                .doesNotContain("Cookie")
                .contains("Content-Security-Policy: default-src 'none'; script-src 'sha256-")
                .contains("frame-ancestors 'none'");
        refused(PageCaller.answer(server.port(), "GET " + path()));
    }

    @Test
    void shouldLetTheBrowserInAgainByThePlaceThatItWasGiven() throws IOException {
        String place = place();
        assertThat(PageCaller.answer(server.port(), "GET " + place)).startsWith("HTTP/1.1 200");
        assertThat(PageCaller.answer(server.port(), "GET " + place + "other")).startsWith("HTTP/1.1 404");
        refused(PageCaller.answer(server.port(), "GET " + place.substring(0, 33)));
        refused(PageCaller.answer(server.port(), "GET /"));
    }

    @Test
    void shouldGiveABrowserNothingThatItSendsToAnotherPortOfThisHost() throws IOException {
        PageCaller.answer(server.port(), "GET " + path());
        // Browsers add cookies to requests for any port of 127.0.0.1; cookies must not grant access.
        refused(PageCaller.answer(
                server.port(), "GET /events", "Cookie: moide-page-" + server.port() + "=" + "0".repeat(32)));
        refused(PageCaller.answer(server.port(), "GET /events"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /",
                "GET /events",
                "GET /?token=",
                "GET /?token=00000000000000000000000000000000",
                "GET /other",
                "POST /",
                "nonsense /"
            })
    void shouldTellStrangersNothing(String line) throws IOException {
        refused(PageCaller.answer(server.port(), line));
    }

    @Test
    void shouldNotSpendTheTokenOnAWrongHostOrOrigin() throws IOException {
        refused(PageCaller.answer(server.port(), "GET " + path(), "Host: evil.example:" + server.port()));
        refused(PageCaller.answer(server.port(), "GET " + path(), "Host: 127.0.0.1"));
        refused(PageCaller.answer(server.port(), "GET " + path(), "Origin: http://evil.example"));
        refused(PageCaller.answer(server.port(), "GET " + path(), "Origin: null"));
        assertThat(PageCaller.answer(server.port(), "GET " + path())).startsWith("HTTP/1.1 200");
    }

    @Test
    void shouldRefuseThePlaceFromAnotherOrigin() throws IOException {
        String place = place();
        refused(PageCaller.answer(server.port(), "GET " + place + "events", "Host: evil.example"));
        refused(PageCaller.answer(server.port(), "GET " + place + "events", "Origin: http://127.0.0.1:1"));
        refused(PageCaller.answer(
                server.port(), "GET " + place, "Host: 127.0.0.1:" + server.port(), "Host: evil.example"));
        assertThat(PageCaller.answer(server.port(), "GET " + place + "events", "Sec-Fetch-Site: cross-site"))
                .startsWith("HTTP/1.1 404");
        refused(PageCaller.answer(server.port(), "POST " + place));
    }

    @Test
    void shouldTellABrowserWhatHappensAndThenEnd() throws IOException {
        String place = place();
        try (PageCaller browser = PageCaller.ask(server.port(), "GET " + place + "events")) {
            assertThat(browser.until("hello")).contains("Content-Type: text/event-stream", "event: first\ndata: hello");
            server.tell(PageClient.event("more", "{\"a\":1}"));
            assertThat(browser.until("{\"a\":1}")).contains("\n\nevent: more\ndata: {\"a\":1}");
            server.tell(PageClient.event("last", "bye"));
            server.close();
            browser.until("bye\n\n");
            assertThat(browser.isEnded()).isTrue();
        }
        assertThatThrownBy(() -> PageCaller.answer(server.port(), "GET " + place))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void shouldSayToTheSeventeenthBrowserThatThereAreTooMany() throws IOException {
        String place = place();
        List<PageCaller> browsers = new ArrayList<>();
        try {
            for (int i = 0; i < PageServer.MOST_CLIENTS; i++) {
                PageCaller browser = PageCaller.ask(server.port(), "GET " + place + "events");
                browsers.add(browser);
                browser.until("hello");
            }
            assertThat(PageCaller.answer(server.port(), "GET " + place + "events"))
                    .startsWith("HTTP/1.1 503");
            assertThat(PageCaller.answer(server.port(), "GET " + place)).startsWith("HTTP/1.1 200");
        } finally {
            for (PageCaller browser : browsers) {
                browser.close();
            }
        }
    }

    @Test
    void shouldDropABrowserThatDoesNotListenAndNeverWaitForIt() throws IOException {
        try (PageCaller deaf = PageCaller.ask(server.port(), "GET " + place() + "events")) {
            deaf.until("hello");
            byte[] large = PageClient.event("more", "x".repeat(4 << 20));
            for (int i = 0; i <= PageClient.MOST_EVENTS + 1; i++) {
                server.tell(large);
            }
            assertThat(deaf.isEnded() || isEndedBehind(deaf)).isTrue();
        }
    }

    private static boolean isEndedBehind(PageCaller browser) throws IOException {
        while (!browser.isEnded()) {
            // events written before the end
        }
        return true;
    }

    @Test
    void shouldTakeThePortThatWasAskedForOrTheNextThatIsFree() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            try (PageServer next = server(taken.getLocalPort())) {
                assertThat(next.port()).isNotEqualTo(taken.getLocalPort());
                assertThat(PageCaller.answer(next.port(), "GET /")).startsWith("HTTP/1.1 403");
            }
        }
    }

    @Test
    void shouldEndAConnectionWhoseRequestIsTooLong() throws IOException {
        try (PageCaller caller = PageCaller.ask(server.port(), "GET /" + "x".repeat(HttpRequest.MOST_BYTES))) {
            assertThat(caller.isEnded()).isTrue();
        }
    }

    private static PageServer server(int port) throws IOException {
        return new PageServer(
                port,
                PARTS,
                () -> List.of(PageClient.event("first", "hello")),
                new SystemRandomness(),
                new DaemonThreads("page", new LoggingFaultHandler(System.getLogger("test"))),
                new SystemTicker());
    }

    private String path() {
        return server.address().substring(("http://127.0.0.1:" + server.port()).length());
    }

    /** Uses the token like the first browser. Returns the page's path, which only that browser learns. */
    private String place() throws IOException {
        Matcher place =
                Pattern.compile("data-place=\"([^\"]*)\"").matcher(PageCaller.answer(server.port(), "GET " + path()));
        assertThat(place.find()).isTrue();
        return place.group(1);
    }

    private static void refused(String answer) {
        assertThat(answer)
                .startsWith("HTTP/1.1 403 Forbidden\r\n")
                .contains("Content-Length: 0\r\n")
                .endsWith("\r\n\r\n");
        assertThat(answer).doesNotContain("MOIDE", "moide");
    }
}
