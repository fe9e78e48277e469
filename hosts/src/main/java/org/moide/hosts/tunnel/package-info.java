/**
 * Runs on hosts whose ports are closed: this process starts an ssh to each of them, and connections between two of them
 * go through here. What may go where, and what follows from the end of an ssh, is decided by {@link StarWays} and
 * {@link LineLife} alone.
 */
@NullMarked
package org.moide.hosts.tunnel;

import org.jspecify.annotations.NullMarked;
