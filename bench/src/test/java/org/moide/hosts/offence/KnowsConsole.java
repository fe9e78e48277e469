package org.moide.hosts.offence;

import org.moide.command.terminal.Console;

/** Breaks a rule, so that the rule is seen to fire. */
public interface KnowsConsole {
    /** What this module must not know. */
    Console other();
}
