package org.moide.samples.programs.servers;

import java.io.Serializable;

/** A worker's state. */
sealed interface Member extends Serializable permits Partition, Client {}
