package org.moide.command.page;

import java.util.Map;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;

/**
 * What pages need of the process that opens them.
 *
 * @param command which says where the page is, such as {@code moide run}
 * @param environment the process's, by which a desktop is known
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

    /** A line for standard error. */
    void say(String line) {
        console.error(command + ": " + line);
    }
}
