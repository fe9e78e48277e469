package org.moide.coordinator.reconfigure;

/**
 * The phases of an epoch of an SPMD run.
 *
 * <pre>
 * ENDING      first if an engine of the first epoch was lost before it could be registered
 * REGISTERING → RUNNING; → ENDING when an engine is lost
 * RUNNING     → LEAVING by command; → ENDING when an engine is lost; → DONE
 * LEAVING     → REGISTERING of the next; → ENDING when an engine is lost; → DONE if it came to no safe point
 * ENDING      → REGISTERING of the next
 * </pre>
 */
enum EpochPhase {
    REGISTERING,
    RUNNING,
    LEAVING,
    ENDING,
    DONE
}
