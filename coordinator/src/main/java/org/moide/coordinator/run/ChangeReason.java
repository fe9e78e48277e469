package org.moide.coordinator.run;

/**
 * Why engines are changed.
 *
 * @param byCommand whether the user ordered it, who knows why
 * @param text for the user
 */
record ChangeReason(boolean byCommand, String text) {
    static final ChangeReason BY_COMMAND = new ChangeReason(true, "by command");

    /** Of the run itself, or of a daemon. */
    static ChangeReason of(String text) {
        return new ChangeReason(false, text);
    }
}
