package org.moide.engine.worker;

import java.io.Serializable;

/** What engines say of one that joins or leaves while the others' workers go on. */
interface CrewMessage extends Serializable {}
