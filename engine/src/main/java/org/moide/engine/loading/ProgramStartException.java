package org.moide.engine.loading;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.VisibleText;

/** Says that an application's own code failed while its object was made; the cause is what it threw. */
public final class ProgramStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProgramStartException(String message, @Nullable Throwable cause) {
        super(cause == null ? message : message + ": " + VisibleText.line(String.valueOf(cause)), cause);
    }
}
