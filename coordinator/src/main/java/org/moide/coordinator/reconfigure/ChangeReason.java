package org.moide.coordinator.reconfigure;

/**
 * The reason for a change of engines.
 *
 * @param byCommand whether the user ordered the change and therefore need not be told the reason
 * @param text the reason in words for the user
 */
public record ChangeReason(boolean byCommand, String text) {
    public static final ChangeReason BY_COMMAND = new ChangeReason(true, "by command");

    /** Returns the reason for a change that the run itself or a daemon ordered. */
    public static ChangeReason of(String text) {
        return new ChangeReason(false, text);
    }
}
