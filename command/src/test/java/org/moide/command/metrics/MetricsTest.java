package org.moide.command.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.command.page.PageCaller;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.plan.PlanException;
import org.moide.monitor.cluster.HostNews;
import org.moide.monitor.cluster.HostsReport;
import org.moide.monitor.cluster.MonitoredCluster;

/** Tests the metrics that collectors receive, and the access control. */
class MetricsTest {
    @TempDir
    Path home;

    private static HostNews news(String node, String host, double power) {
        return new HostNews(
                node,
                List.of("10.0.0.1"),
                7100,
                1,
                host,
                "machine",
                4,
                1L << 30,
                power,
                1.5,
                List.of(),
                new HostNews.Moment(1, 2.5, 1, 0.9, 1L << 20, 10, 20, 0.25, 0, 0),
                List.of(new HostNews.RunThere("4k2", 3, 12, "anna@laptop", 1)),
                "",
                0,
                List.of(),
                List.of(),
                "");
    }

    private MetricsServer server(String place) {
        return MetricsServer.open(
                MetricsPlace.read(place),
                home,
                () -> "moide_up 1\n",
                new DaemonThreads("metrics", (where, fault) -> {}),
                new SystemTicker());
    }

    @Test
    void shouldWriteTheFormatThatPrometheusReads() {
        String text = new MetricsText()
                .gauge("a", "What\nit is, \\ too.")
                .counter("b_total", "Sum.")
                .value("a", 0.5, "of", "x\"y\\z\n")
                .value("b_total", 3)
                .value("a", Double.POSITIVE_INFINITY, "of", "1", "in", "2")
                .text();

        assertThat(text).isEqualTo("""
                        # HELP a What\\nit is, \\\\ too.
                        # TYPE a gauge
                        a{of="x\\"y\\\\z\\n"} 0.5
                        a{of="1",in="2"} +Inf
                        # HELP b_total Sum.
                        # TYPE b_total counter
                        b_total 3
                        """);
    }

    @Test
    void shouldTellWhatAMonitorKnowsOfEachHostOnce() {
        MonitoredCluster monitor = new MonitoredCluster("m", 10_000_000_000L, () -> 0);
        monitor.report(
                new HostsReport("d", List.of(news("1", "h1", 4), news("2", "h1", 4), news("3", "h2", Double.NaN))));

        String text = HostMetrics.ofMonitor(monitor.all(0), monitor.counts());

        assertThat(text.lines())
                .contains(
                        "moide_monitor_hosts{state=\"up\"} 1",
                        "moide_monitor_hosts{state=\"nonsense\"} 1",
                        "moide_monitor_reports_total{result=\"taken\"} 3",
                        "moide_host_up{daemon=\"10.0.0.1:7100\",host=\"h1\"} 1",
                        "moide_host_up{daemon=\"10.0.0.1:7100\",host=\"h2\"} 0",
                        "moide_host_power{daemon=\"10.0.0.1:7100\",host=\"h1\"} 4",
                        "moide_host_engines{daemon=\"10.0.0.1:7100\",host=\"h1\"} 3",
                        "moide_host_load{daemon=\"10.0.0.1:7100\",host=\"h1\"} 2.5",
                        "moide_host_pressure{daemon=\"10.0.0.1:7100\",host=\"h1\",of=\"processor\"} 0.25")
                .doesNotHaveDuplicates()
                .noneMatch(line -> line.contains("NaN"));
    }

    @Test
    void shouldServeOnLoopbackPlainlyToThoseWhoNameIt() throws IOException {
        try (MetricsServer server = server("0")) {
            assertThat(PageCaller.answer(server.port(), "GET /metrics"))
                    .startsWith("HTTP/1.1 200 OK")
                    .contains("version=0.0.4")
                    .endsWith("moide_up 1\n");
            assertThat(PageCaller.answer(server.port(), "GET /")).startsWith("HTTP/1.1 404");
            assertThat(PageCaller.answer(server.port(), "POST /metrics")).startsWith("HTTP/1.1 403");
            assertThat(PageCaller.answer(server.port(), "GET /metrics", "Host: evil.example"))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContain("moide_up");
            assertThat(PageCaller.answer(server.port(), "GET /metrics", "Origin: http://127.0.0.1:" + server.port()))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void shouldServeElsewhereOnlyByTlsAndToThoseWhoShowTheToken() throws Exception {
        try (MetricsServer server = server("0.0.0.0:0")) {
            String token = Files.readString(home.resolve("metrics-token")).strip();

            assertThat(secured(server.port(), "Authorization: Bearer " + token)).endsWith("moide_up 1\n");
            assertThat(secured(server.port(), "Authorization: Bearer " + "0".repeat(64)))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContain("moide_up");
            assertThat(secured(server.port(), "Authorization: Basic " + token)).startsWith("HTTP/1.1 403");
            assertThat(secured(server.port(), "X: y")).startsWith("HTTP/1.1 403");
            try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                plain.setSoTimeout(10_000);
                plain.getOutputStream().write("GET /metrics HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                        .doesNotContain("moide_up");
            }
        }
    }

    /**
     * Sends a request like a collector that has the certificate's file, over TLS with a check of the server's name.
     * Returns the answer.
     */
    private String secured(int port, String header) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        byte[] pem = Files.readAllBytes(home.resolve("metrics-certificate.pem"));
        trusted.setCertificateEntry(
                "m", CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, trust.getTrustManagers(), null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("GET /metrics HTTP/1.1\r\n" + header + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "70000", ":1", "-1", "1.2.3.4:", "[]:1"})
    void shouldRefuseAPlaceThatIsNone(String text) {
        assertThatThrownBy(() -> MetricsPlace.read(text))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--metrics: expected a port");
    }

    @Test
    void shouldTakeAPortOrAnAddressAndAPort() {
        assertThat(MetricsPlace.read("9400")).isEqualTo(new MetricsPlace("127.0.0.1", 9400));
        assertThat(MetricsPlace.read("[::]:9400")).isEqualTo(new MetricsPlace("::", 9400));
    }
}
