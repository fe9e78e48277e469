package org.moide.samples.programs.ants;

import java.io.Serializable;

/** The state of a worker: a region, or the camera. */
sealed interface Member extends Serializable permits Region, Camera {
    Options options();
}
