/**
 * Network side of a process: where it listens, with which secret, and how it asks daemons for their hosts.
 *
 * <p>{@code Spaces} opens object spaces as the settings say. {@code DaemonSurvey} asks up to 64 daemons at once, on a
 * thread each, with deadlines.
 */
@NullMarked
package org.moide.hosts.network;

import org.jspecify.annotations.NullMarked;
