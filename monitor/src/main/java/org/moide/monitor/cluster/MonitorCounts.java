package org.moide.monitor.cluster;

/**
 * The counts of words that a monitor was told, by what became of them.
 *
 * @param taken that were newer than what was known
 * @param old that were not
 * @param tooOften that came too soon after others of the same host
 * @param looped that had come through this monitor already, or through too many
 * @param full of hosts for which there was no room
 */
public record MonitorCounts(long taken, long old, long tooOften, long looped, long full) {
    static final MonitorCounts NONE = new MonitorCounts(0, 0, 0, 0, 0);

    MonitorCounts plusTaken() {
        return new MonitorCounts(taken + 1, old, tooOften, looped, full);
    }

    MonitorCounts plusOld() {
        return new MonitorCounts(taken, old + 1, tooOften, looped, full);
    }

    MonitorCounts plusTooOften() {
        return new MonitorCounts(taken, old, tooOften + 1, looped, full);
    }

    MonitorCounts plusLooped() {
        return new MonitorCounts(taken, old, tooOften, looped + 1, full);
    }

    MonitorCounts plusFull() {
        return new MonitorCounts(taken, old, tooOften, looped, full + 1);
    }
}
