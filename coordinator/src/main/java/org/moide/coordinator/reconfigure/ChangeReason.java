package org.moide.coordinator.reconfigure;

/**
 * Why engines are changed.
 *
 * @param byCommand whether the user ordered it, and so knows why
 * @param text for the user
 */
public record ChangeReason(boolean byCommand, String text) {
    public static final ChangeReason BY_COMMAND = new ChangeReason(true, "by command");

    /** Of the run itself, or of a daemon. */
    public static ChangeReason of(String text) {
        return new ChangeReason(false, text);
    }
}
