package org.moide.command.report.html;

/**
 * A line that a run has printed about itself.
 *
 * @param atSeconds seconds since engines began to compute; 0 before
 */
public record Note(double atSeconds, String line) {}
