package org.moide.coordinator.run.state;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Records which large results the coordinator holds in memory, by the number of the loan that returned each. A result
 * needs memory until it has been merged and its record in the journal is on disk.
 */
final class HeldResults {
    private final Map<Long, Long> records = new TreeMap<>();
    private final Set<Long> merged = new HashSet<>();
    private long synced;

    /**
     * Adds a result.
     *
     * @param loan the number of the loan that returned it
     * @param journalRecord the number of the result's record in the journal; 0 if there is no journal
     */
    void add(long loan, long journalRecord) {
        records.put(loan, journalRecord);
    }

    /** Notes that the result of this loan has been merged. Returns the loans whose results need no memory any more. */
    List<Long> merged(long loan) {
        merged.add(loan);
        return free();
    }

    /**
     * Notes that the journal's records up to number {@code upTo} are on disk. Returns the loans whose results need no
     * memory any more.
     */
    List<Long> synced(long upTo) {
        synced = Math.max(synced, upTo);
        return free();
    }

    private List<Long> free() {
        List<Long> free = records.entrySet().stream()
                .filter(held -> held.getValue() <= synced && merged.contains(held.getKey()))
                .map(Map.Entry::getKey)
                .toList();
        free.forEach(records::remove);
        free.forEach(merged::remove);
        return free;
    }
}
