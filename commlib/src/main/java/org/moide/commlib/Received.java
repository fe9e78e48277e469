package org.moide.commlib;

/**
 * The message that was received, for receivers that did not say which.
 *
 * @param sender the ID that sent it
 * @param tag the tag it was sent with
 * @param length how many elements it has; an object counts as one
 */
public record Received(int sender, int tag, int length) {}
