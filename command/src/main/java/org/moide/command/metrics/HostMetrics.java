package org.moide.command.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.monitor.cluster.HostNews;
import org.moide.monitor.cluster.HostSeen;
import org.moide.monitor.cluster.MonitorCounts;

/** Metrics of hosts, as monitors and daemons know them. */
public final class HostMetrics {
    private HostMetrics() {}

    /** Returns a monitor's metrics: of all hosts that it knows, and of the reports it received. */
    public static String ofMonitor(List<HostSeen> all, MonitorCounts counts) {
        List<HostSeen> hosts = told(all);
        MetricsText text = new MetricsText();
        text.gauge("moide_monitor_hosts", "Hosts that the monitor knows, by state.");
        for (HostSeen.State state : HostSeen.State.values()) {
            text.value(
                    "moide_monitor_hosts",
                    hosts.stream().filter(host -> host.state() == state).count(),
                    "state",
                    word(state));
        }
        String reports = "moide_monitor_reports_total";
        text.counter(reports, "Words about hosts that the monitor was told, by what became of them.")
                .value(reports, counts.taken(), "result", "taken")
                .value(reports, counts.old(), "result", "old")
                .value(reports, counts.tooOften(), "result", "too_often")
                .value(reports, counts.looped(), "result", "looped")
                .value(reports, counts.full(), "result", "full");
        String up = "moide_host_up";
        String silent = "moide_host_silent_seconds";
        text.gauge(up, "1 if the host reports and what it says can be, else 0.");
        text.gauge(silent, "Seconds since the host said something.");
        for (HostSeen host : hosts) {
            text.value(up, host.state() == HostSeen.State.UP ? 1 : 0, labels(host.news()));
            text.value(silent, host.silentSeconds(), labels(host.news()));
        }
        hosts.stream().filter(host -> host.state() == HostSeen.State.UP).forEach(host -> host(host.news(), text));
        return text.text();
    }

    /** Returns a daemon's metrics of its own host. */
    public static String ofDaemon(HostNews news) {
        MetricsText text = new MetricsText();
        host(news, text);
        return text.text();
    }

    /**
     * Returns the hosts, but only one of several that have the same labels, since a collector refuses all metrics if
     * two have equal labels. The host whose daemon reported last is returned. Equal labels occur when several daemons
     * have run at one address.
     */
    private static List<HostSeen> told(List<HostSeen> all) {
        Map<List<String>, HostSeen> byLabels = new LinkedHashMap<>();
        for (HostSeen host : all) {
            byLabels.merge(
                    List.of(labels(host.news())),
                    host,
                    (one, other) -> one.silentSeconds() <= other.silentSeconds() ? one : other);
        }
        return List.copyOf(byLabels.values());
    }

    private static String word(HostSeen.State state) {
        return switch (state) {
            case UP -> "up";
            case DOWN -> "down";
            case NONSENSE -> "nonsense";
        };
    }

    private static String[] labels(HostNews news) {
        return new String[] {"daemon", news.place(), "host", news.host()};
    }

    private static void host(HostNews news, MetricsText text) {
        String[] of = labels(news);
        gauge(text, "moide_host_processors", "Processors that may be used.", news.processors(), of);
        gauge(text, "moide_host_memory_bytes", "Memory that may be used.", news.memoryBytes(), of);
        gauge(
                text,
                "moide_host_power",
                "Work per second of all processors; 1 is about one of today.",
                news.power(),
                of);
        gauge(text, "moide_host_workload", "1 + others' runnable work a processor.", news.workload(), of);
        gauge(
                text,
                "moide_host_runs",
                "Runs that have engines there.",
                news.runs().size(),
                of);
        gauge(
                text,
                "moide_host_engines",
                "Engines there.",
                news.runs().stream().mapToInt(HostNews.RunThere::engines).sum(),
                of);
        HostNews.Moment moment = news.moment();
        if (moment == null) {
            return;
        }
        gauge(text, "moide_host_load", "Processors that were busy in the last second.", moment.load(), of);
        gauge(text, "moide_host_own_load", "The part of it that is MOIDE's.", moment.ourLoad(), of);
        gauge(text, "moide_host_available_memory_bytes", "Memory that is left.", moment.availableMemoryBytes(), of);
        gauge(
                text,
                "moide_host_received_bytes_per_second",
                "By all networks but loopback.",
                moment.receivedBytes(),
                of);
        gauge(text, "moide_host_sent_bytes_per_second", "By all networks but loopback.", moment.sentBytes(), of);
        String pressure = "moide_host_pressure";
        text.gauge(
                pressure, "The part of the last ten seconds in which work stood still for want of something (Linux).");
        pressure(text, "processor", moment.processorPressure(), news);
        pressure(text, "memory", moment.memoryPressure(), news);
        pressure(text, "io", moment.ioPressure(), news);
    }

    private static void pressure(MetricsText text, String of, double value, HostNews news) {
        text.value("moide_host_pressure", value, "daemon", news.place(), "host", news.host(), "of", of);
    }

    private static void gauge(MetricsText text, String name, String help, long value, String... labels) {
        text.gauge(name, help).value(name, value, labels);
    }

    private static void gauge(MetricsText text, String name, String help, double value, String... labels) {
        text.gauge(name, help).value(name, value, labels);
    }
}
