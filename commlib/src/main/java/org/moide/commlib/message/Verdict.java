package org.moide.commlib.message;

/** An engine's verdict on a request of another engine. */
public enum Verdict {
    ACCEPTED,
    /**
     * The receiver has not reached the sender's epoch (the time between two changes of engines) yet: send again soon.
     */
    NOT_YET,
    /** The receiver is in a later epoch, or has ended this one. */
    OVER,
    /** The receiver's registration has another engine under the sender's number, or the sender counts as lost. */
    STRANGER,
    /** The sender of the requested message no longer waits. */
    GONE
}
