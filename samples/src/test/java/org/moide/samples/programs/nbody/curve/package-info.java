/** Tests of the space-filling curves along which bodies are distributed. */
@NullMarked
package org.moide.samples.programs.nbody.curve;

import org.jspecify.annotations.NullMarked;
