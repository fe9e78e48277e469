package org.moide.command.page;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.HostedRun;
import org.moide.monitor.HostMoment;

/** The data that the page of a cluster monitor receives each second, as JSON in one line. */
final class HostsLive {
    /**
     * The greatest number of hosts on the page. With more, the hosts' squares could not be told apart, and the data
     * would exceed half a megabyte each second.
     */
    static final int MOST_HOSTS = 2_000;

    private static final int SECONDS_A_POINT = 2;
    private static final int PERCENT = 100;
    private static final int MOST_DIGITS = 9;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private HostsLive() {}

    /**
     * Returns the data of the hosts, sorted by name, at most {@link #MOST_HOSTS}.
     *
     * @param monitor a description of the monitor
     */
    static String text(String monitor, List<HostAnswer> hosts) {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.setHtmlSafe(true);
            json.beginObject();
            json.name("monitor").value(monitor);
            json.name("known").value(hosts.size());
            json.name("hosts").beginArray();
            List<HostAnswer> sorted = hosts.stream()
                    .sorted(Comparator.comparing(HostsLive::name).thenComparing(HostAnswer::asked))
                    .limit(MOST_HOSTS)
                    .toList();
            for (HostAnswer host : sorted) {
                host(host, json);
            }
            json.endArray();
            json.endObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    /** Returns a text by which hosts are sorted by name, such that node2 comes before node10. */
    private static String name(HostAnswer answer) {
        Candidate host = answer.candidate();
        String name = host == null ? answer.asked() : host.host();
        return NUMBER.matcher(name)
                .replaceAll(number -> "0".repeat(MOST_DIGITS - number.group().length()) + number.group());
    }

    private static void host(HostAnswer answer, JsonWriter json) throws IOException {
        Candidate host = answer.candidate();
        List<HostMoment> past = answer.history();
        double processors = host == null ? 1 : host.processors();
        json.beginObject();
        json.name("daemon").value(answer.asked());
        json.name("host").value(host == null ? "" : host.host());
        json.name("state").value(answer.state());
        json.name("reason").value(answer.reason());
        json.name("load").value(past.isEmpty() ? 0 : past.get(past.size() - 1).load() / processors);
        json.name("processors").value(host == null ? 0 : host.processors());
        json.name("power").value(host == null ? 0 : host.power());
        json.name("workload").value(host == null ? 0 : host.workload());
        json.name("runs").value(answer.runs().size());
        json.name("engines")
                .value(answer.runs().stream().mapToInt(HostedRun::engines).sum());
        json.name("past").beginArray();
        for (int from = past.size() % SECONDS_A_POINT; from + SECONDS_A_POINT <= past.size(); from += SECONDS_A_POINT) {
            json.value(Math.round(PERCENT
                    * past.subList(from, from + SECONDS_A_POINT).stream()
                            .mapToDouble(HostMoment::load)
                            .average()
                            .orElse(0)
                    / processors));
        }
        json.endArray();
        json.endObject();
    }
}
