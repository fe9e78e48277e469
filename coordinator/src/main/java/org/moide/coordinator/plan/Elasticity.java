package org.moide.coordinator.plan;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.coordinator.selection.Candidate;

/**
 * The changes that a run makes to its engines by itself while it runs.
 *
 * @param least the least number of engines; 0 if the run does not change their number
 * @param most the greatest number of engines; 0 if the run does not change their number
 * @param replacing whether the run may move an engine from a slow or busy host to a better idle host
 * @param idleWorkload the workload up to which a host counts as idle; the workload is 1 + (runnable threads of other
 *     programs) / processors
 */
public record Elasticity(int least, int most, Permission replacing, double idleWorkload) {
    /**
     * The default of {@code idleWorkload}. A host counts as idle while other programs keep at most a quarter of its
     * processors busy. The system alone keeps fewer busy.
     */
    public static final double IDLE_WORKLOAD = Candidate.IDLE_WORKLOAD;

    /**
     * The greatest {@code idleWorkload} that a user may set. On a host with a workload of 2, each thread still has a
     * processor for half of the time; on one with 100, an engine would be useless.
     */
    private static final double MOST_WORKLOAD = 100;

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9}):(\\d{1,9})");

    public Elasticity {
        boolean fixed = least == 0 && most == 0;
        if (!fixed && (least < 1 || most < least || most > Placement.MAX_ENGINES)) {
            throw new PlanException("--elastic: expected min:max from 1 to " + Placement.MAX_ENGINES
                    + " with max not below min, found " + least + ":" + most);
        }
        if (!(idleWorkload >= 1 && idleWorkload <= MOST_WORKLOAD)) {
            throw new PlanException("--idle-workload: expected a number from 1 (nobody else works there) to "
                    + (int) MOST_WORKLOAD + ", found " + idleWorkload);
        }
    }

    /** Returns the settings of a run that changes none of its engines by itself. */
    public static Elasticity none() {
        return new Elasticity(0, 0, Permission.OPEN, IDLE_WORKLOAD);
    }

    /**
     * Reads the value of {@code --elastic}, such as {@code 1:4}.
     *
     * @throws PlanException if the text is no range
     */
    public static Elasticity of(String range, Permission replacing, double idleWorkload) {
        Matcher matcher = RANGE.matcher(range);
        if (!matcher.matches()) {
            throw new PlanException(
                    "--elastic: expected min:max, such as 1:4 for one to four engines, found '" + range + "'");
        }
        int least = Integer.parseInt(matcher.group(1));
        int most = Integer.parseInt(matcher.group(2));
        if (least == 0) {
            throw new PlanException("--elastic: expected at least 1 engine, found " + range);
        }
        return new Elasticity(least, most, replacing, idleWorkload);
    }

    /** Returns whether the run changes its engines by itself in any way. */
    public boolean isOn() {
        return isResizing() || replacesSlow();
    }

    /** Returns whether the run moves an engine from a slow or busy host by itself. */
    public boolean replacesSlow() {
        return replacing == Permission.GIVEN;
    }

    /** Returns whether the run adds and removes engines by itself. */
    public boolean isResizing() {
        return most > 0;
    }

    @Override
    public String toString() {
        String range = isResizing() ? least + " to " + most + " engines" : "";
        String replacing = replacesSlow() ? "slow ones are replaced" : "";
        String both = range + (range.isEmpty() || replacing.isEmpty() ? "" : ", ") + replacing;
        return both + String.format(Locale.ROOT, ", idle up to workload %.2f", idleWorkload);
    }
}
