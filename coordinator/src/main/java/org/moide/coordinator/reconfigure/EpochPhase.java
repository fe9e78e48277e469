package org.moide.coordinator.reconfigure;

/**
 * The phases of an epoch of an SPMD run.
 *
 * <pre>
 * ENDING      the first phase if an engine of the first epoch was lost before it registered
 * REGISTERING → RUNNING; → ENDING when an engine is lost
 * RUNNING     → LEAVING by command; → ENDING when an engine is lost; → DONE
 * LEAVING     → REGISTERING of the next epoch; → ENDING when an engine is lost; → DONE if no safe point is reached
 * ENDING      → REGISTERING of the next epoch
 * </pre>
 */
enum EpochPhase {
    REGISTERING,
    RUNNING,
    LEAVING,
    ENDING,
    DONE
}
