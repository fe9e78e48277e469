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
     * @param silent whether Slurm has not answered, so that the order may still have been carried out
     */
    SlurmTroubleException(String message, boolean silent) {
        super(message);
        this.silent = silent;
    }

    /** Returns whether the order may have been carried out although no answer came. */
    boolean isSilent() {
        return silent;
    }
}
