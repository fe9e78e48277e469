package org.moide.command.story;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests pages in a real browser: Debian's Chromium, or the one that {@code CHROMIUM} names. Screenshots stay in
 * {@code target/pages}.
 */
class PageInBrowserTest {
    private static final String EVIL = "<img src=x onerror=alert(1)>";
    private static final double LONGEST_MILLIS = 120_000;
    private static final Pattern ADDRESS = Pattern.compile("(http://127\\.0\\.0\\.1:[0-9]+/)\\?token=[0-9a-f]+");

    private static Playwright playwright;
    private static Browser browser;

    private final List<String> console = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private BrowserContext context;

    @TempDir
    Path home;

    @BeforeAll
    static void openBrowser() {
        String chromium = System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium");
        assertThat(Path.of(chromium))
                .as("a browser: install Debian's chromium, or name one by CHROMIUM")
                .isExecutable();
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        // Chromium's own sandbox needs rights that root in a container lacks, and the browser opens our own page only.
        browser = playwright
                .chromium()
                .launch(new LaunchOptions().setExecutablePath(Path.of(chromium)).setChromiumSandbox(false));
    }

    @AfterAll
    static void closeBrowser() {
        playwright.close();
    }

    @BeforeEach
    void makePictures() throws Exception {
        Files.createDirectories(pictures());
    }

    @AfterEach
    void leave() {
        if (context != null) {
            context.close();
        }
    }

    private static Path pictures() {
        return Path.of("target", "pages");
    }

    private Page open(String address, ColorScheme scheme) {
        context = browser.newContext(
                new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(1_200, 900));
        Page page = context.newPage();
        page.setDefaultTimeout(LONGEST_MILLIS);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                console.add(message.text());
            }
        });
        page.onPageError(console::add);
        page.onRequest((Request request) -> asked.add(request.url()));
        page.navigate(address);
        return page;
    }

    private void keep(Page page, String name) {
        page.screenshot(
                new Page.ScreenshotOptions().setPath(pictures().resolve(name)).setFullPage(true));
    }

    private void keepNarrow(Page page, String name) {
        page.setViewportSize(400, 900);
        keep(page, name);
        assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"))
                .as("nothing stands out at the right")
                .isTrue();
        page.setViewportSize(1_200, 900);
    }

    /**
     * Zooms the time line by keys, by the wheel and by dragging. Before zooming, the time line follows the run at its
     * right edge; afterwards it stays where it is.
     */
    private static void zoomTheTimeLine(Page page) {
        Locator range = page.locator(".range");
        Locator canvas = page.locator("canvas");
        assertThat(range).hasText(Pattern.compile("0 s to .*, and on"));
        canvas.focus();
        canvas.press("+");
        assertThat(range).hasText(Pattern.compile("[0-9.]+ s to [0-9.]+ s of [0-9.]+ s"));
        canvas.press("Home");
        assertThat(range).hasText(Pattern.compile("0 s to .* of .*"));
        String first = fromTo(range);
        double before = timeShown(page);
        Awaitility.await("a piece more").until(() -> timeShown(page) > before);
        assertThat(fromTo(range)).as("it stays").isEqualTo(first);
        canvas.press("ArrowRight");
        assertThat(fromTo(range)).isNotEqualTo(first);
        canvas.press("0");
        assertThat(range).hasText(Pattern.compile("0 s to .*, and on"));
        canvas.hover();
        page.mouse().wheel(0, -300);
        assertThat(range).hasText(Pattern.compile(".* of .*"));
        canvas.press("Home");
        String begin = fromTo(range);
        BoundingBox box = canvas.boundingBox();
        page.mouse().move(box.x + box.width / 2, box.y + 30);
        page.mouse().down();
        page.mouse().move(box.x + box.width / 3, box.y + 30);
        page.mouse().up();
        assertThat(fromTo(range)).as("dragged").isNotEqualTo(begin);
        page.locator(".tools button").last().click();
        assertThat(range).hasText(Pattern.compile("0 s to .*, and on"));
    }

    /** Returns the range of time that the time line shows, without the length of the run so far. */
    private static String fromTo(Locator range) {
        return range.textContent().replaceFirst(" of .*", "");
    }

    /** Waits until a run has printed the address of its page. Returns a match with that address. */
    private static Matcher addressOf(MoideProcess run) {
        run.awaitError("watch it at");
        Matcher address = ADDRESS.matcher(String.join("\n", run.err()));
        assertThat(address.find()).as("%s", run).isTrue();
        return address;
    }

    private static ContainsTextOptions soon() {
        return new ContainsTextOptions().setTimeout(LONGEST_MILLIS);
    }

    /** Returns the width of the painted part of the time line, in pixels. */
    private static int painted(Page page) {
        return ((Number) page.evaluate("""
                        () => {
                          const canvas = document.querySelector("canvas");
                          const pen = canvas.getContext("2d");
                          const row = pen.getImageData(0, Math.round(29 * devicePixelRatio), canvas.width, 1).data;
                          let columns = 0;
                          for (let i = 84 * devicePixelRatio; i < canvas.width; i++) {
                            if (row[4 * i + 3] !== 0) columns++;
                          }
                          return columns;
                        }
                        """)).intValue();
    }

    /** Returns the end of the time line's last column, in seconds. */
    private static double timeShown(Page page) {
        return ((Number) page.evaluate("() => live.pieces.length === 0 ? 0 : live.pieces[live.pieces.length - 1].to"))
                .doubleValue();
    }

    private void checkThatAllWasOurs(String address) {
        assertThat(console).as("errors and warnings of the page").isEmpty();
        assertThat(asked).as("what the page asked for").isNotEmpty().allMatch(url -> url.startsWith(address));
    }

    private static Locator tile(Page page, String name) {
        return page.locator(".tiles li").filter(new Locator.FilterOptions().setHasText(Pattern.compile("^" + name)));
    }

    @Test
    void shouldShowAPictureBeingRenderedOnTwoEngines() {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "2",
                "--page",
                "--html",
                "run.html",
                "raytrace",
                "--width",
                "1600",
                "--height",
                "1200",
                "--samples",
                "2",
                "--output",
                EVIL + ".png")) {
            Matcher address = addressOf(run);
            Page page = open(address.group(), ColorScheme.LIGHT);
            assertThat(page.locator("h1")).containsText("--output " + EVIL, soon());
            assertThat(page.locator("img")).hasCount(0);
            Locator engines =
                    page.locator("#live table").filter(new Locator.FilterOptions().setHasText("Engines and hosts"));
            assertThat(engines.locator("tbody tr")).hasCount(2);
            assertThat(engines).containsText("computing", soon());

            double first = Awaitility.await("a time line").until(() -> timeShown(page), end -> end > 1);
            Awaitility.await("a time line that grows").until(() -> timeShown(page) > first + 2);
            assertThat(painted(page)).as("columns of the time line").isPositive();
            assertThat(page.locator(".tree")).containsText("outstanding", soon());
            keep(page, "live.png");
            keepNarrow(page, "live-narrow.png");
            assertThat(page.locator("progress")).isVisible();
            zoomTheTimeLine(page);

            BrowserContext other = browser.newContext();
            assertThat(other.request().get(address.group()).status())
                    .as("another browser with the same address")
                    .isEqualTo(403);
            other.close();

            page.waitForFunction("() => live.over && document.getElementById('report').children.length > 0");
            assertThat(tile(page, "progress")).containsText("100%");
            assertThat(page.locator("#report")).containsText("raytrace");
            keep(page, "live-report.png");
            run.awaitSuccess();
            checkThatAllWasOurs(address.group(1));
        }
        // The same report from its file, without a run and without a network.
        leave();
        asked.clear();
        String file = home.resolve("run.html").toUri().toString();
        Page report = open(file, ColorScheme.DARK);
        assertThat(report.locator("body")).containsText("raytrace");
        keep(report, "report-dark.png");
        checkThatAllWasOurs(file);
    }

    @Test
    void shouldMarkALossWhileBodiesMove() {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "3",
                "--threads",
                "1",
                "--checkpoint-share",
                "100",
                "--page",
                "nbody",
                "--bodies",
                "16000",
                "--steps",
                "40")) {
            Matcher address = addressOf(run);
            Page page = open(address.group(), ColorScheme.DARK);
            Awaitility.await("a time line").until(() -> timeShown(page) > 2);
            run.awaitChildren(2).get(0).destroyForcibly();
            Locator changes =
                    page.locator("#live table").filter(new Locator.FilterOptions().setHasText("With reasons"));
            assertThat(changes).containsText("loss", soon());
            askTheMap(page, page.locator("#live svg.map"));
            Awaitility.await("the run goes on").until(() -> timeShown(page) > 6 || !run.isAlive());
            keep(page, "loss.png");
            run.awaitSuccess();
            page.waitForFunction("() => live.over");
            assertThat(page.locator("#report")).containsText("loss");
            askTheMap(page, page.locator("#report svg.map"));
            checkThatAllWasOurs(address.group(1));
        }
    }

    /** Checks that keys and the pointer show the figures of a square of the map. */
    private static void askTheMap(Page page, Locator map) {
        Locator said = map.locator("xpath=following-sibling::p");
        map.waitFor();
        map.focus();
        map.press("ArrowLeft");
        map.press("ArrowUp");
        assertThat(said).hasText(Pattern.compile("Engine 0 to itself: .*"));
        map.press("ArrowRight");
        assertThat(said).hasText(Pattern.compile("Engine 0 to 1: [0-9,]+ messages, .*B; waited .* for it"));
        map.scrollIntoViewIfNeeded();
        BoundingBox box = map.boundingBox();
        double width = ((Number) map.evaluate("drawing => drawing.viewBox.baseVal.width")).doubleValue();
        double scale = box.width / width; // squares of 34 pixels, beginning at (70, 34)
        page.mouse().move(box.x + (70 + 17) * scale, box.y + (34 + 34 + 17) * scale);
        assertThat(said).hasText(Pattern.compile("Engine 1 to 0: .*"));
    }

    @Test
    void shouldShowTheDataObjectsOfAFilm() {
        try (MoideProcess run =
                MoideProcess.start(home, "run", "--local-engines", "2", "--page", "blockmatch", "--frames", "200")) {
            Page page = open(addressOf(run).group(), ColorScheme.DARK);
            Locator objects = page.locator("#live table")
                    .filter(new Locator.FilterOptions().setHasText("The largest data objects"));
            assertThat(objects).containsText("createTasks", soon());
            assertThat(objects).containsText(Pattern.compile("[1-9][0-9]* times?"), soon());
            keep(page, "objects-dark.png");
            run.awaitSuccess();
            page.waitForFunction("() => live.over");
        }
    }

    @Test
    void shouldShowWorkersThatMove() throws Exception {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "2",
                "--threads",
                "1",
                "--strategy",
                "rotate",
                "--page",
                "ants",
                "--steps",
                "100000")) {
            Page page = open(addressOf(run).group(), ColorScheme.LIGHT);
            Locator workers = page.locator("#live table")
                    .filter(new Locator.FilterOptions().setHasText("Workers of each engine"));
            assertThat(workers).containsText("moved away", soon());
            assertThat(workers.locator("tbody tr")).hasCount(2);
            keep(page, "workers.png");
            run.terminate();
        }
    }

    /** Returns everything that arrives at a port of this host within a time. Closes each connection at once. */
    private static List<String> heard(int port, long millis) throws IOException {
        List<String> heard = new ArrayList<>();
        long until = System.nanoTime() + millis * 1_000_000;
        try (ServerSocket stranger = new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"))) {
            for (long left = millis; left > 0; left = (until - System.nanoTime()) / 1_000_000) {
                stranger.setSoTimeout((int) left);
                try (Socket caller = stranger.accept()) {
                    caller.setSoTimeout(1_000);
                    byte[] head = new byte[4_096];
                    int length = Math.max(0, caller.getInputStream().read(head));
                    heard.add(new String(head, 0, length, StandardCharsets.ISO_8859_1));
                } catch (SocketTimeoutException nobody) {
                    continue;
                }
            }
        }
        return heard;
    }

    /**
     * Checks that a process which takes over the port of a dead run, or any other port of this host, receives nothing
     * from the page.
     */
    @Test
    void shouldAskNobodyWhenTheRunHasDiedAndTellNoOtherPortOfThisHostAnything() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, 1_000);
        int port;
        Page page;
        try (MoideProcess run = tasks.run("--local-engines", "1", "--page", "--no-progress")) {
            Matcher address = addressOf(run);
            port = URI.create(address.group(1)).getPort();
            page = open(address.group(), ColorScheme.LIGHT);
            Awaitility.await("a time line").until(() -> timeShown(page) > 0);
            assertThat(context.cookies())
                    .as("what a browser would send to every port")
                    .isEmpty();
            run.kill();
        }
        assertThat(page.locator("body")).containsText("does not answer any more", soon());
        // Chromium reconnects after some three seconds; after a reload it would use the page's secret path.
        assertThat(heard(port, 8_000)).as("what comes to the port").isEmpty();
    }
}
