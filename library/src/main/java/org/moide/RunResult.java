package org.moide;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a run. Immutable, but for arrays among the values.
 *
 * @param values what the application put into its {@link org.moide.engine.Report}, in its order: each a {@code String},
 *     a {@code Boolean}, a number or an array of numbers
 * @param lines what it printed by {@link org.moide.engine.Report#print}, without those beyond the first 100,000
 * @param notes what MOIDE said of the run, such as which engine was lost
 * @param report what {@code moide run --report} writes: times of every thread, messages, loans, as JSON
 */
public record RunResult(Map<String, Object> values, List<String> lines, List<String> notes, String report) {
    public RunResult {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        lines = List.copyOf(lines);
        notes = List.copyOf(notes);
    }

    /**
     * A value by its name.
     *
     * @throws IllegalArgumentException if the application put none of this name, with the names there are, or one of
     *     another type
     */
    public <V> V value(String name, Class<V> type) {
        Object value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("expected a result '" + name + "', found " + values.keySet());
        }
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("result '" + name + "': expected " + type.getTypeName() + ", found "
                    + value.getClass().getTypeName());
        }
        return type.cast(value);
    }
}
