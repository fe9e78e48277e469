package org.moide.engine.worker;

import java.io.Serializable;

/** A message by which engines agree on one that joins or leaves while the workers of the others go on. */
interface CrewMessage extends Serializable {}
