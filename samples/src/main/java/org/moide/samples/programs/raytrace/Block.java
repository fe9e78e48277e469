package org.moide.samples.programs.raytrace;

import java.io.Serializable;

/**
 * A task: a rectangle of the picture. {@code x} and {@code y} are the pixels from the picture's upper left corner.
 *
 * @param rehearsal whether the block is computed like all others but is not part of the picture
 */
public record Block(int x, int y, int width, int height, boolean rehearsal) implements Serializable {
    private static final long serialVersionUID = 1L;

    Block(int x, int y, int width, int height) {
        this(x, y, width, height, false);
    }

    public Block {
        if (x < 0 || y < 0 || width < 1 || height < 1) {
            throw new IllegalArgumentException("expected a block with x, y >= 0 and width, height >= 1, found x " + x
                    + ", y " + y + ", width " + width + ", height " + height);
        }
    }
}
