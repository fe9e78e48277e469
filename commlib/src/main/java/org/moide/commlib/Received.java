package org.moide.commlib;

/**
 * The sender, tag and length of a received message, for a receive that matched any sender or any tag.
 *
 * @param length the number of elements; an object counts as one
 */
public record Received(int sender, int tag, int length) {}
