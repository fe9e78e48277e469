package org.moide.monitor.cluster;

/**
 * The numbers of hosts' reports that a monitor received, by what became of them.
 *
 * @param taken reports that were newer than the host's known ones
 * @param old reports that were not newer than those
 * @param tooOften reports that were dropped because too many of the same host came before
 * @param looped reports that were dropped because they had passed this monitor already, or too many monitors
 * @param full reports that were dropped because there was no room for the host
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
