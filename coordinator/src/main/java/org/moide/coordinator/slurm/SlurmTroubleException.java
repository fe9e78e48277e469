package org.moide.coordinator.slurm;

/** Slurm does not do what was asked; the message is for the user, and has Slurm's own words if there are any. */
final class SlurmTroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean missing;

    /** @param missing whether there is no Slurm here at all */
    SlurmTroubleException(String message, boolean missing) {
        super(message);
        this.missing = missing;
    }

    /** Whether there is no Slurm here at all. */
    boolean isMissing() {
        return missing;
    }
}
