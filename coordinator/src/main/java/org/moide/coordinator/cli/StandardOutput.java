package org.moide.coordinator.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import org.moide.coordinator.run.ExitCode;

/** Whether all that was printed has left this process: a success that could not be printed is a failure. No state. */
final class StandardOutput {
    /** Its reader has seen enough, as {@code head} does. */
    private static final String READER_GONE = "Broken pipe";

    private StandardOutput() {}

    /**
     * The exit code of a command that ended with {@code exitCode}: if its output was lost it is a failure, which is
     * said.
     */
    static int checked(int exitCode, TerminalConsole console) {
        if (exitCode != ExitCode.DONE || !console.hasLostOutput()) {
            return exitCode;
        }
        String why = "it is closed";
        // The stream knows only that there was an error; the next one says which.
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write('\n');
        } catch (IOException again) {
            why = String.valueOf(again.getMessage());
        }
        if (why.equals(READER_GONE)) {
            return exitCode;
        }
        console.error("moide: cannot write to standard output: " + why + "; what it was to show is lost");
        return ExitCode.FAILED;
    }
}
