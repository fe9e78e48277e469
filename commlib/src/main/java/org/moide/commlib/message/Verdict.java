package org.moide.commlib.message;

/** What an engine makes of what another sent it. */
public enum Verdict {
    ACCEPTED,
    /** The receiver has not come to the sender's epoch yet: send again soon. */
    NOT_YET,
    /** The receiver is in a later epoch, or has ended this one. */
    OVER,
    /** The sender is not who the receiver's registration has under that number, or counts as lost. */
    STRANGER,
    /** What was asked for is not there: its sender no longer waits. */
    GONE
}
