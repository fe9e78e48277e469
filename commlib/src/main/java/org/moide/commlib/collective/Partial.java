package org.moide.commlib.collective;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.EngineLink.Sent;
import org.moide.commlib.collective.Tree.Branch;

/**
 * The reduce and the scan among engines. In a reduce, the combined data goes to one engine along a {@link Tree}. In a
 * scan, each engine gets the combination of all engines before it, in rounds; the distance between an engine and its
 * partner doubles with each round. Both combine the data in the order of engines.
 */
final class Partial {
    private final Stage stage;

    Partial(Stage stage) {
        this.stage = stage;
    }

    private record Piece<V>(int start, V value) {}

    /**
     * Replaces the root's {@code data} by the combination of all engines' data; the data of other engines may change
     * too.
     */
    void reduce(int rootEngine, Slice data, Reduction reduction) {
        Tree tree = stage.tree(rootEngine);
        List<Piece<Slice>> pieces = new ArrayList<>();
        pieces.add(new Piece<>(stage.engine(), data));
        for (Branch child : fromSmallest(tree)) {
            Slice came = Slice.of(data.type().newArray(data.length()));
            stage.receive(child.leader(), came);
            pieces.add(new Piece<>(child.start(), came));
        }
        pieces.sort(Comparator.comparingInt(Piece::start));
        Slice joined = pieces.get(0).value();
        for (Piece<Slice> next : pieces.subList(1, pieces.size())) {
            Reducer.join(joined, next.value(), reduction);
        }
        if (tree.parent() >= 0) {
            stage.send(tree.parent(), joined);
        } else {
            Slices.copy(joined, data);
        }
    }

    /**
     * Combines the objects of all engines. Returns the result at the root; at another engine, the combination of its
     * branch of the tree.
     */
    Object reduceObjects(int rootEngine, Object mine, BinaryOperator<Object> operator) {
        EngineLink link = stage.link();
        Tree tree = stage.tree(rootEngine);
        List<Piece<Object>> pieces = new ArrayList<>();
        pieces.add(new Piece<>(stage.engine(), mine));
        for (Branch child : fromSmallest(tree)) {
            pieces.add(new Piece<>(child.start(), link.decode(stage.receiveBytes(child.leader()))));
        }
        pieces.sort(Comparator.comparingInt(Piece::start));
        Object joined = pieces.get(0).value();
        for (Piece<Object> next : pieces.subList(1, pieces.size())) {
            joined = operator.apply(joined, next.value());
        }
        if (tree.parent() >= 0) {
            stage.send(tree.parent(), Slice.of(link.encode(joined)));
        }
        return joined;
    }

    /**
     * Returns the children in the tree, the one with the smallest branch first, since small branches are ready first.
     */
    private static List<Branch> fromSmallest(Tree tree) {
        List<Branch> children = new ArrayList<>(tree.children());
        Collections.reverse(children);
        return children;
    }

    /**
     * Returns the combination of the data of all engines before this one; null at the first engine. {@code mine} does
     * not change.
     */
    @Nullable
    Slice before(Slice mine, Reduction reduction) {
        Slice known = mine;
        Slice before = null;
        for (int distance = 1; distance < stage.engines(); distance *= 2) {
            Sent sent = sendAhead(distance, known);
            if (stage.engine() >= distance) {
                Slice came = Slice.of(mine.type().newArray(mine.length()));
                stage.receive(stage.engine() - distance, came);
                before = before == null ? copyOf(came) : joined(copyOf(came), before, reduction);
                sent.finish();
                known = joined(came, known, reduction);
            } else {
                sent.finish();
            }
        }
        return before;
    }

    private static Slice copyOf(Slice data) {
        Slice copy = Slice.of(data.type().newArray(data.length()));
        Slices.copy(data, copy);
        return copy;
    }

    private static Slice joined(Slice left, Slice right, Reduction reduction) {
        Reducer.join(left, right, reduction);
        return left;
    }

    /** Combines objects like {@link #before}; returns null at the first engine. */
    @Nullable
    Object beforeObjects(Object mine, BinaryOperator<Object> operator) {
        EngineLink link = stage.link();
        Object known = mine;
        Object before = null;
        for (int distance = 1; distance < stage.engines(); distance *= 2) {
            boolean ahead = stage.engine() + distance < stage.engines();
            Sent sent = sendAhead(distance, Slice.of(ahead ? link.encode(known) : new byte[0]));
            if (stage.engine() >= distance) {
                Object came = link.decode(stage.receiveBytes(stage.engine() - distance));
                before = before == null ? came : operator.apply(came, before);
                known = operator.apply(came, known);
            }
            sent.finish();
        }
        return before;
    }

    private Sent sendAhead(int distance, Slice known) {
        int to = stage.engine() + distance;
        return to < stage.engines() ? stage.start(to, known) : () -> {};
    }
}
