package org.moide.balance.worker.strategy;

import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.strategy.NearestNames;
import org.moide.balance.strategy.StrategySpec;

/** A translator of parameter files in the form that the ALDY paper uses (§4.2). */
final class AldyNames {
    private static final String STRATEGY = "aldyStrategy";

    private static final Map<String, String> OURS = Collections.unmodifiableMap(new TreeMap<>(Map.of(
            STRATEGY,
            "the strategy's name",
            "aldyRecvTS",
            "receive",
            "aldySendTS",
            "send",
            "aldyWaitRepeat",
            "waitRepeat")));

    private AldyNames() {}

    /** Translates the parameter names and values of the ALDY paper to MOIDE's own. */
    static StrategySpec translated(StrategySpec spec) {
        Map<String, StrategySpec.Setting> settings = new HashMap<>();
        spec.settings().forEach((name, setting) -> {
            if (!name.equals(STRATEGY)) {
                StrategySpec.Setting before = settings.put(ours(name, setting), setting);
                if (before != null) {
                    throw new IllegalArgumentException("expected " + ours(name, setting) + " once, found it as "
                            + asFound(before) + " and as " + asFound(setting));
                }
            }
        });
        return new StrategySpec(name(spec), settings, spec.files());
    }

    private static String asFound(StrategySpec.Setting setting) {
        return "\"" + setting.value() + "\"" + in(setting);
    }

    private static String ours(String name, StrategySpec.Setting setting) {
        if (!name.startsWith("aldy")) {
            return name;
        }
        String ours = OURS.get(name);
        if (ours == null) {
            throw new IllegalArgumentException(
                    "there is no parameter \"" + name + "\"" + NearestNames.hint(name, OURS.keySet()) + in(setting));
        }
        return ours;
    }

    private static String name(StrategySpec spec) {
        StrategySpec.Setting inFile = spec.settings().get(STRATEGY);
        if (inFile == null) {
            // A file with the paper's thresholds and no strategy name means the paper's first strategy.
            boolean isOfText = spec.settings().keySet().stream().anyMatch(OURS::containsKey);
            return isOfText && spec.name().equals(WorkerStrategies.DEFAULT) ? "receiver" : spec.name();
        }
        String named = inFile.value().strip();
        String ours = named.contains(".") ? named : named.toLowerCase(Locale.ROOT);
        if (!spec.name().equals(WorkerStrategies.DEFAULT) && !spec.name().equals(ours)) {
            throw new IllegalArgumentException(
                    "expected one strategy, found " + spec.name() + " and " + STRATEGY + " = " + named + in(inFile));
        }
        return ours;
    }

    private static String in(StrategySpec.Setting setting) {
        return setting.where().isEmpty() ? "" : " (" + setting.where() + ")";
    }
}
