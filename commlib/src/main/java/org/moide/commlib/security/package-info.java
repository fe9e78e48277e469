/**
 * What keeps strangers out, whatever carries the bytes: the cluster's secret, encryption and certificates, files that only
 * their owner may read, and the filters of object streams.
 */
@NullMarked
package org.moide.commlib.security;

import org.jspecify.annotations.NullMarked;
