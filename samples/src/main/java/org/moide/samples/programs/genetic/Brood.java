package org.moide.samples.programs.genetic;

import java.io.Serializable;

/** Individuals that one task breeds and judges. */
public sealed interface Brood extends Serializable permits Children, Island {}
