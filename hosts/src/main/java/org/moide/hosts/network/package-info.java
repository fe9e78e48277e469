/**
 * This process's part in the network: where it listens, with which secret, and how it asks daemons for their hosts.
 *
 * <p>{@code Spaces} opens object spaces as the settings say. {@code HostSurvey} asks all daemons at once, on a thread
 * each, with deadlines. {@code RunCalls} and {@code RunStopper} are how a command reaches a run: by its folder's door,
 * or by the daemons where it has engines.
 */
@NullMarked
package org.moide.hosts.network;

import org.jspecify.annotations.NullMarked;
