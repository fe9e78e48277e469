package org.moide.hosts.offence;

import org.moide.command.terminal.Console;

/**
 * Breaks the architecture rule that the module hosts does not use the module command. A test checks that the rule
 * detects this.
 */
public interface KnowsConsole {
    /** Uses a type that this module must not use. */
    Console other();
}
