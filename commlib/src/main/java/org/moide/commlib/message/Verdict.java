package org.moide.commlib.message;

/** An engine's verdict on what another sent it. */
public enum Verdict {
    ACCEPTED,
    /** The receiver has not come to the sender's epoch yet: send again soon. */
    NOT_YET,
    /** The receiver is in a later epoch, or has ended this one. */
    OVER,
    /** The sender is not who the receiver's registration has under that number, or counts as lost. */
    STRANGER,
    /** The sender of what was asked for no longer waits. */
    GONE
}
