package org.moide.hosts.slurm;

/**
 * Thrown when Slurm does not do what was asked. The message is for the user, with Slurm's own words if there are any.
 */
final class SlurmTroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean silent;

    /**
     * Creates the exception.
     *
     * @param silent whether Slurm did not answer, so that it may have carried out the order
     */
    SlurmTroubleException(String message, boolean silent) {
        super(message);
        this.silent = silent;
    }

    /** Returns whether Slurm did not answer, so that it may have carried out the order that failed. */
    boolean isSilent() {
        return silent;
    }
}
