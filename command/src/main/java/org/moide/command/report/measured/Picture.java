package org.moide.command.report.measured;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import org.moide.coordinator.text.WholeFile;

/**
 * A picture as a file: SVG without embedded fonts or scripts, or PNG if the file's name ends in {@code .png}. SVG
 * follows the reader's light or dark theme.
 */
public final class Picture {
    /**
     * The style for the dark theme: background, text, frames and grids. The colours of curves and areas suit both
     * themes.
     */
    private static final String DARK = """
            <style>
            text { fill: #1b1f24 }
            @media (prefers-color-scheme: dark) {
              rect { fill: #14181d }
              text { fill: #e6e9ed }
              path[stroke="#d0d0d0"], path[stroke="#e4e4e4"] { stroke: #39424d }
              path[stroke="#555555"] { stroke: #a2acb8 }
            }
            </style>
            """;

    private Picture() {}

    /**
     * The operations for drawing a picture, with an implementation for each file format. Coordinates are pixels from
     * the upper left corner.
     */
    public interface Pen {
        void text(double x, double y, String text, boolean big, Anchor anchor);

        void line(double[] x, double[] y, String colour, Stroke stroke);

        void area(double[] x, double[] y, String colour);

        void dot(double x, double y, double radius, String colour);
    }

    /** The point of a text that is placed at its coordinates. */
    public enum Anchor {
        START,
        MIDDLE,
        END
    }

    public enum Stroke {
        THIN(1, false),
        BOLD(2, false),
        DASHED(2, true);

        private static final float DASH = 6;
        private static final float GAP = 4;

        private final int width;
        private final boolean dashed;

        Stroke(int width, boolean dashed) {
            this.width = width;
            this.dashed = dashed;
        }
    }

    /**
     * Writes the file, completely or not at all.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(int width, int height, Consumer<Pen> drawing, Path file) {
        if (String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".png")) {
            WholeFile.write(png(width, height, drawing, file), file, "plot");
        } else {
            WholeFile.write(svg(width, height, drawing), file, "plot");
        }
    }

    /** Returns the picture as SVG. */
    public static String svg(int width, int height, Consumer<Pen> drawing) {
        SvgPen pen = new SvgPen();
        drawing.accept(pen);
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">%n<rect width=\"%1$d\" height=\"%2$d\""
                        + " fill=\"white\"/>%n%3$s%4$s</svg>%n",
                width,
                height,
                DARK,
                pen.svg);
    }

    private static byte[] png(int width, int height, Consumer<Pen> drawing, Path file) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        drawing.accept(new PngPen(graphics));
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, "png", bytes)) {
                throw new IOException("this Java writes no PNG");
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot draw the plot " + file + ": " + failed.getMessage(), failed);
        }
        return bytes.toByteArray();
    }

    private static final class SvgPen implements Pen {
        private final StringBuilder svg = new StringBuilder();

        private void add(String format, Object... values) {
            svg.append(String.format(Locale.ROOT, format, values));
        }

        @Override
        public void text(double x, double y, String text, boolean big, Anchor anchor) {
            String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
            add(
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>%n",
                    x,
                    y,
                    anchor.name().toLowerCase(Locale.ROOT),
                    big ? " font-size=\"15\" font-weight=\"bold\"" : "",
                    escaped);
        }

        @Override
        public void line(double[] x, double[] y, String colour, Stroke stroke) {
            String dash = stroke.dashed
                    ? String.format(Locale.ROOT, " stroke-dasharray=\"%.0f %.0f\"", Stroke.DASH, Stroke.GAP)
                    : "";
            path(x, y, "fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"" + stroke.width + "\"" + dash);
        }

        @Override
        public void area(double[] x, double[] y, String colour) {
            path(x, y, "fill=\"" + colour + "\"");
        }

        @Override
        public void dot(double x, double y, double radius, String colour) {
            add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.0f\" fill=\"%s\"/>%n", x, y, radius, colour);
        }

        private void path(double[] x, double[] y, String style) {
            svg.append("<path d=\"");
            for (int point = 0; point < x.length; point++) {
                svg.append(point == 0 ? 'M' : 'L');
                add("%.1f %.1f", x[point], y[point]);
            }
            svg.append("\" ").append(style).append("/>").append(System.lineSeparator());
        }
    }

    private record PngPen(Graphics2D graphics) implements Pen {
        @Override
        public void text(double x, double y, String text, boolean big, Anchor anchor) {
            graphics.setColor(Color.BLACK);
            graphics.setFont(new Font(Font.SANS_SERIF, big ? Font.BOLD : Font.PLAIN, big ? 15 : 12));
            double width = graphics.getFontMetrics().stringWidth(text);
            double back = anchor == Anchor.START ? 0 : anchor == Anchor.MIDDLE ? width / 2 : width;
            graphics.drawString(text, (float) (x - back), (float) y);
        }

        @Override
        public void line(double[] x, double[] y, String colour, Stroke stroke) {
            float[] dash = stroke.dashed ? new float[] {Stroke.DASH, Stroke.GAP} : null;
            graphics.setColor(Color.decode(colour));
            graphics.setStroke(
                    new BasicStroke(stroke.width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, dash, 0));
            graphics.draw(path(x, y));
        }

        @Override
        public void area(double[] x, double[] y, String colour) {
            graphics.setColor(Color.decode(colour));
            graphics.fill(path(x, y));
        }

        @Override
        public void dot(double x, double y, double radius, String colour) {
            graphics.setColor(Color.decode(colour));
            graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
        }

        private static Path2D path(double[] x, double[] y) {
            Path2D path = new Path2D.Double();
            path.moveTo(x[0], y[0]);
            for (int point = 1; point < x.length; point++) {
                path.lineTo(x[point], y[point]);
            }
            return path;
        }
    }
}
