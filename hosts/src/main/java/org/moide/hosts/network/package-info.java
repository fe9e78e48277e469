/** How a process of ours takes part in the network: where it listens, with which secret; how it asks daemons for their hosts. */
@NullMarked
package org.moide.hosts.network;

import org.jspecify.annotations.NullMarked;
