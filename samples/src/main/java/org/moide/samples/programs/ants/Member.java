package org.moide.samples.programs.ants;

import java.io.Serializable;

/** A worker's state. */
sealed interface Member extends Serializable permits Region, Camera {
    Options options();
}
