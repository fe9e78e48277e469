package org.moide.coordinator.offence;

import org.moide.command.terminal.Console;

/**
 * Breaks the architecture rule that the module coordinator does not use the module command. A test checks that the
 * rule detects this.
 */
public interface KnowsCommand {
    /** Uses a type that this module must not use. */
    Console other();
}
