package org.moide.coordinator.selection;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.text.JsonText;
import org.moide.monitor.HostMoment;
import org.moide.monitor.NumaNode;

/** Writes the output of {@code moide hosts --json}. */
public final class HostsJson {
    private HostsJson() {}

    /** Returns a JSON object with the hosts in their order, without a line end after it. */
    public static String text(List<HostAnswer> answers) {
        FreeProcessors free = FreeProcessors.among(answers);
        return text(json -> {
            for (HostAnswer answer : answers) {
                json.beginObject();
                json.name("daemon").value(answer.asked());
                json.name("state").value(answer.state());
                json.name("reason").value(answer.reason());
                json.name("runs").beginArray();
                for (HostedRun run : answer.runs()) {
                    json.beginObject();
                    json.name("run").value(run.id());
                    json.name("engines").value(run.engines());
                    json.name("threads").value(run.threads());
                    json.name("owner").value(run.owner().text());
                    json.name("since")
                            .value(run.since().truncatedTo(ChronoUnit.SECONDS).toString());
                    json.endObject();
                }
                json.endArray();
                host(answer.candidate(), free, json);
                json.name("history").beginArray();
                for (HostMoment moment : answer.history()) {
                    moment(moment, json);
                }
                json.endArray();
                json.endObject();
            }
        });
    }

    private static void moment(HostMoment moment, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("seconds").value(moment.seconds());
        json.name("load").value(moment.load());
        json.name("ourLoad").value(moment.ourLoad());
        if (!Double.isNaN(moment.busiestProcessor())) {
            json.name("busiestProcessor").value(moment.busiestProcessor());
        }
        json.name("availableMemoryBytes").value(moment.availableMemoryBytes());
        json.name("receivedBytesPerSecond").value(moment.receivedBytes());
        json.name("sentBytesPerSecond").value(moment.sentBytes());
        json.name("processorPressure").value(moment.pressure().processor());
        json.name("memoryPressure").value(moment.pressure().memory());
        json.name("ioPressure").value(moment.pressure().io());
        json.endObject();
    }

    /** Returns a JSON object like that of {@link #text}, in which each host also has its rank. */
    public static String ranking(List<Ranking.Ranked> ranked) {
        List<Candidate> usable = new ArrayList<>();
        for (Ranking.Ranked host : ranked) {
            if (host.candidate() != null && host.rank() > 0) {
                usable.add(host.candidate());
            }
        }
        FreeProcessors free = FreeProcessors.of(usable, 0, false);
        return text(json -> {
            for (Ranking.Ranked host : ranked) {
                json.beginObject();
                json.name("daemon").value(host.daemon());
                json.name("rank").value(host.rank());
                json.name("engine").value(host.engine());
                json.name("why").value(host.why());
                if (!host.place().isEmpty()) {
                    json.name("place").value(host.place());
                }
                if (!Double.isNaN(host.promise())) {
                    json.name("promise").value(host.promise());
                }
                host(host.candidate(), free, json);
                json.endObject();
            }
        });
    }

    private static String text(JsonText.Fields hosts) {
        return JsonText.pretty(json -> {
            json.name("hosts").beginArray();
            hosts.write(json);
            json.endArray();
        });
    }

    private static void host(@Nullable Candidate host, FreeProcessors free, JsonWriter json) throws IOException {
        if (host == null) {
            return;
        }
        json.name("host").value(host.host());
        json.name("machine").value(host.machine());
        json.name("processors").value(host.processors());
        json.name("freeProcessors").value(free.free(host));
        json.name("memoryBytes").value(host.memoryBytes());
        json.name("power").value(host.power());
        json.name("workload").value(host.workload());
        json.name("performance").value(free.performance(host));
        json.name("numaNodes").beginArray();
        for (NumaNode node : host.nodes()) {
            json.beginObject();
            json.name("node").value(node.number());
            json.name("processors").value(node.processors());
            json.name("processorCount").value(node.processorCount());
            json.name("memoryBytes").value(node.memoryBytes());
            json.endObject();
        }
        json.endArray();
        json.name("labels").beginArray();
        for (String label : host.labels()) {
            json.value(label);
        }
        json.endArray();
    }
}
