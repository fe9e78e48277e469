package org.moide.coordinator.folder;

/** The states of a run, as its folder shows them. */
public enum RunState {
    /** The run's coordinator lives. */
    RUNNING("running"),
    /** The coordinator is gone and did not end the run; {@code moide resume} may go on with it. */
    BROKEN_OFF("broken off"),
    /** The coordinator is gone, and no engine had computed anything, so there is nothing to go on with. */
    FAILED_TO_START("failed to start"),
    /** The run has ended, with success or without. */
    ENDED("ended"),
    /** Another host that shares this home folder has the run. Only that host can say whether the coordinator lives. */
    ELSEWHERE("elsewhere");

    private final String words;

    RunState(String words) {
        this.words = words;
    }

    /** Returns the state in words for the user. */
    public String words() {
        return words;
    }
}
