package org.moide.coordinator.folder;

/** Where a run stands, as its folder says. */
public enum RunState {
    /** Its coordinator lives. */
    RUNNING("running"),
    /** Its coordinator is gone and did not end it: {@code moide resume} may go on with it. */
    BROKEN_OFF("broken off"),
    /** Its coordinator is gone, and no engine had computed anything before: there is nothing to go on with. */
    FAILED_TO_START("failed to start"),
    /** It came to an end, good or bad. */
    ENDED("ended"),
    /** Another host that shares this home folder holds it: only there can be said whether it lives. */
    ELSEWHERE("elsewhere");

    private final String words;

    RunState(String words) {
        this.words = words;
    }

    /** For the user. */
    public String words() {
        return words;
    }
}
