/**
 * The profile that {@code moide bench comm --save-profile} writes: the message lengths at which collectives change
 * their algorithm on this network, from measurements. Without side effects except for writing the file.
 */
@NullMarked
package org.moide.command.report.profile;

import org.jspecify.annotations.NullMarked;
