package org.moide.coordinator.folder;

/** The states of a run, as the files in its folder show them. */
public enum RunState {
    /** The run's coordinator lives. */
    RUNNING("running"),
    /** The coordinator is gone without having ended the run; {@code moide resume} may resume it. */
    BROKEN_OFF("broken off"),
    /** The coordinator is gone and no engine has computed anything, so there is nothing to resume. */
    FAILED_TO_START("failed to start"),
    /** The run has ended, successfully or not. */
    ENDED("ended"),
    /**
     * The run's coordinator is on another host that shares this home folder. Only that host can say whether the
     * coordinator lives.
     */
    ELSEWHERE("elsewhere");

    private final String words;

    RunState(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
