package org.moide.command.report.html;

/**
 * What a run has said about itself.
 *
 * @param atSeconds since its engines began to compute; 0 before that
 */
public record Note(double atSeconds, String line) {}
