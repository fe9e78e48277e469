package org.moide.hosts.slurm;

/**
 * Thrown when Slurm does not do what was asked. The message is for the user, and has Slurm's own words if there are
 * any.
 */
final class SlurmTroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean silent;

    /** @param silent whether Slurm may have done it, as nobody has said that it did not */
    SlurmTroubleException(String message, boolean silent) {
        super(message);
        this.silent = silent;
    }

    /** Returns whether Slurm may have done it. */
    boolean isSilent() {
        return silent;
    }
}
