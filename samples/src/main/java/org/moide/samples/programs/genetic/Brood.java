package org.moide.samples.programs.genetic;

import java.io.Serializable;

/** Individuals that one task creates and evaluates. */
public sealed interface Brood extends Serializable permits Children, Island {}
