/** Hierarchical radiosity (Task Pool Teams, §4; Hanrahan, Salzman and Aupperle, 1991). */
@NullMarked
package org.moide.samples.programs.radiosity;

import org.jspecify.annotations.NullMarked;
