/**
 * {@code moide doctor}: what is wrong with this machine, with others, and between them, and what to do about it.
 *
 * <p>Each check gives {@code Finding}s, which are cut to what a terminal can show, since some come from others. A
 * daemon answers for its own machine by {@code CheckedDaemon}, on threads of its space. {@code Doctor} belongs to one
 * thread and lets others ask the hosts.
 */
@NullMarked
package org.moide.command.checkup;

import org.jspecify.annotations.NullMarked;
