package org.moide.command.page;

import java.util.Map;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;

/**
 * Needs of pages in the process that opens them.
 *
 * @param command the command, such as {@code moide run}, that says where the page is
 * @param environment the process's environment, by which a desktop is known
 */
public record PageSetting(
        String command,
        Console console,
        Map<String, String> environment,
        Ticker ticker,
        Signal.Factory signals,
        DaemonThreads threads) {
    public PageSetting {
        environment = Map.copyOf(environment);
    }

    /** Prints a line on standard error. */
    void say(String line) {
        console.error(command + ": " + line);
    }
}
