package org.moide.engine.host;

import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.engine.control.Timing;

/**
 * The outside services that a daemon uses.
 *
 * @param launcher starts the processes of its engines
 */
public record DaemonPorts(ObjectSpace space, Surroundings around, Launcher launcher, Timing timing) {}
