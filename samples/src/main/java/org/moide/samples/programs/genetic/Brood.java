package org.moide.samples.programs.genetic;

import java.io.Serializable;

/** The individuals that one task creates and evaluates. A brood is a task. */
public sealed interface Brood extends Serializable permits Children, Island {}
