package org.moide.command.report.html;

/**
 * Line that a run has said about itself.
 *
 * @param atSeconds seconds since its engines began to compute; 0 before that
 */
public record Note(double atSeconds, String line) {}
