package org.moide.coordinator.offence;

import org.moide.command.terminal.Console;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsCommand {
    /** Uses a type that this module must not use. */
    Console other();
}
