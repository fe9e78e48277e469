package org.moide.coordinator.reconfigure;

/**
 * The reason for a change of engines.
 *
 * @param byCommand whether the user ordered it, and so knows why
 * @param text the reason, for the user
 */
public record ChangeReason(boolean byCommand, String text) {
    public static final ChangeReason BY_COMMAND = new ChangeReason(true, "by command");

    /** Returns the reason of a change that the run itself or a daemon wants. */
    public static ChangeReason of(String text) {
        return new ChangeReason(false, text);
    }
}
