package org.moide.hosts.offence;

import org.moide.command.terminal.Console;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsConsole {
    /** Uses a type that this module must not use. */
    Console other();
}
