/**
 * The ports through which time, chance, waiting and the network enter; the adapters to the real ones are in
 * {@code system} and {@code rmi}, the simulated ones in {@code sim}.
 */
@NullMarked
package org.moide.commlib.port;

import org.jspecify.annotations.NullMarked;
