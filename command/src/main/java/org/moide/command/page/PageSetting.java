package org.moide.command.page;

import java.util.Map;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;

/**
 * The parts of a process that its pages need.
 *
 * @param command the command's name, such as {@code moide run}, for lines about the page
 * @param environment the environment variables, which tell whether there is a desktop
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

    /** Prints a line about the page to standard error. */
    void say(String line) {
        console.error(command + ": " + line);
    }
}
