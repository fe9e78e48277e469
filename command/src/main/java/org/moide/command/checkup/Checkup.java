package org.moide.command.checkup;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.moide.coordinator.text.JsonText;
import org.moide.coordinator.text.TextTable;

/**
 * The findings of {@code moide doctor}.
 *
 * @param hosts this machine first, then the others in the order in which the user named them
 */
public record Checkup(List<Host> hosts) {
    private static final String ADVICE = "      -> ";

    public Checkup {
        hosts = List.copyOf(hosts);
    }

    /**
     * The findings about one machine.
     *
     * @param name the machine's name as the user gave it
     */
    public record Host(String name, List<Finding> findings) {
        public Host {
            findings = List.copyOf(findings);
        }
    }

    /** Returns how many findings have this grade. */
    public long count(Grade grade) {
        return hosts.stream()
                .flatMap(host -> host.findings().stream())
                .filter(finding -> finding.grade() == grade)
                .count();
    }

    /** Returns the findings as text: a line for each check, then a line of advice for each problem. */
    public List<String> lines() {
        TextTable table = new TextTable("llll", "HOST", "CHECK", "STATE", "FOUND");
        List<String> advice = new ArrayList<>(List.of(""));
        for (Host host : hosts) {
            for (Finding finding : host.findings()) {
                table.row(host.name(), finding.check(), finding.grade().name(), finding.found());
                advice.add(finding.advice());
            }
        }
        List<String> lines = new ArrayList<>();
        List<String> rows = table.lines();
        for (int row = 0; row < rows.size(); row++) {
            lines.add(rows.get(row));
            if (!advice.get(row).isEmpty()) {
                lines.add(ADVICE + advice.get(row));
            }
        }
        lines.add(count(Grade.OK) + " OK, " + count(Grade.WARN) + " WARN, " + count(Grade.FAIL) + " FAIL");
        return lines;
    }

    /** Returns the findings as JSON, for programs. */
    public String json() {
        return JsonText.pretty(json -> {
            json.name("hosts").beginArray();
            for (Host host : hosts) {
                json.beginObject();
                json.name("host").value(host.name());
                json.name("checks").beginArray();
                for (Finding finding : host.findings()) {
                    json.beginObject();
                    json.name("check").value(finding.check());
                    json.name("state").value(finding.grade().name().toLowerCase(Locale.ROOT));
                    json.name("found").value(finding.found());
                    json.name("advice").value(finding.advice());
                    json.endObject();
                }
                json.endArray();
                json.endObject();
            }
            json.endArray();
            json.name("ok").value(count(Grade.OK));
            json.name("warn").value(count(Grade.WARN));
            json.name("fail").value(count(Grade.FAIL));
        });
    }
}
