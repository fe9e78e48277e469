package org.moide.engine.worker;

import java.io.Serializable;

/** A message between engines about an engine that joins or leaves while the workers of the other engines continue. */
interface CrewMessage extends Serializable {}
