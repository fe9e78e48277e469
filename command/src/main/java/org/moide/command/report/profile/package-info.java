/**
 * The profile that {@code moide bench comm --save-profile} writes: from which lengths on collectives take another way
 * on this network, by what was measured. Pure but for the file.
 */
@NullMarked
package org.moide.command.report.profile;

import org.jspecify.annotations.NullMarked;
