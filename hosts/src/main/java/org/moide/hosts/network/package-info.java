/**
 * Opens a process's object space (where it listens, and with which secret), and asks daemons about their hosts.
 *
 * <p>{@code Spaces} opens object spaces as the settings say. {@code DaemonSurvey} asks up to 64 daemons at once, with
 * one thread and one deadline for each.
 */
@NullMarked
package org.moide.hosts.network;

import org.jspecify.annotations.NullMarked;
