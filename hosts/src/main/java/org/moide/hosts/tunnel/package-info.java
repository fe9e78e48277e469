/**
 * Runs on hosts whose ports are closed: this process starts an ssh to each of them, and connections between two of them
 * go through here.
 *
 * <p>{@code Star} owns the lines; each has a thread, {@code tunnel-to-<host>}, that starts its ssh and waits for its
 * end. {@code StarWays} decides who may go where, from names alone, and {@code LineLife} what follows from the end of
 * an ssh.
 */
@NullMarked
package org.moide.hosts.tunnel;

import org.jspecify.annotations.NullMarked;
