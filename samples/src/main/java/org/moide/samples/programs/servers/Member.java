package org.moide.samples.programs.servers;

import java.io.Serializable;

/** The state of a worker: a partition or a client. */
sealed interface Member extends Serializable permits Partition, Client {}
