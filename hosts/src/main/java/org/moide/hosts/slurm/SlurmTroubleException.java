package org.moide.hosts.slurm;

/** Slurm does not do what was asked; the message is for the user, and has Slurm's own words if there are any. */
final class SlurmTroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean silent;

    /** @param silent whether it may have been done, as nobody has said that it was not */
    SlurmTroubleException(String message, boolean silent) {
        super(message);
        this.silent = silent;
    }

    /** Whether it may have been done. */
    boolean isSilent() {
        return silent;
    }
}
