package org.moide.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.PlanException;

/** The argument that names a run. */
final class NamedRun {
    private NamedRun() {}

    /** Returns the only argument; null if there is none. */
    static @Nullable String of(List<String> words) {
        if (words.size() > 1) {
            throw new PlanException("expected the ID of one run, found " + String.join(" ", words));
        }
        return words.isEmpty() ? null : words.get(0);
    }

    /**
     * Returns the named run in any state. If {@code name} is null, returns the run that was started last.
     *
     * @throws PlanException if there is none
     */
    static RunFolder recorded(MoideActions actions, @Nullable String name) {
        List<RunFolder> all = actions.runs().all();
        if (name != null) {
            return actions.runs().find(name, RunState.ENDED);
        }
        if (all.isEmpty()) {
            throw new PlanException("expected a run that was started on this machine, found none; 'moide run hello'"
                    + " starts one, and 'moide runs' shows all");
        }
        return all.get(0);
    }
}
