package org.moide.engine.loading;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.VisibleText;

/**
 * Thrown when the application's own code failed while an application object was created. The cause is its exception.
 */
public final class ProgramStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProgramStartException(String message, @Nullable Throwable cause) {
        super(cause == null ? message : message + ": " + VisibleText.line(String.valueOf(cause)), cause);
    }
}
