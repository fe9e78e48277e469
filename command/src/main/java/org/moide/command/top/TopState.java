package org.moide.command.top;

/**
 * The user's choice of what the screen shows. Immutable: each key leads to another state.
 *
 * @param view the shown table
 * @param order the index of the view's sort order
 * @param reversed whether the order is reversed
 * @param filter text that shown rows contain; empty for all rows
 * @param typing whether letter keys change the filter
 * @param paused whether the figures are frozen
 * @param help whether the help about keys is shown
 * @param first the index of the first row that is shown
 * @param over whether the user wants to quit
 */
public record TopState(
        View view,
        int order,
        boolean reversed,
        String filter,
        boolean typing,
        boolean paused,
        boolean help,
        int first,
        boolean over) {
    /** The greatest length of a filter in characters. */
    private static final int MOST_LETTERS = 40;

    /** The initial state. */
    public static final TopState FIRST = new TopState(View.HOSTS, 0, false, "", false, false, false, 0, false);

    /** Returns the name of the sort order for the user. */
    public String orderWords() {
        return view.orders().get(order);
    }

    /**
     * Returns the state after this key.
     *
     * @param rows the number of rows on the screen
     * @param all the number of rows of the table
     */
    public TopState after(Key key, int rows, int all) {
        if (key.kind() == Key.Kind.END_OF_ALL) {
            return with(true);
        }
        if (typing) {
            return typed(key);
        }
        int last = Math.max(0, all - rows);
        return switch (key.kind()) {
            case UP -> at(Math.max(0, Math.min(first, last) - 1));
            case DOWN -> at(Math.min(last, first + 1));
            case PAGE_UP -> at(Math.max(0, Math.min(first, last) - rows));
            case PAGE_DOWN -> at(Math.min(last, first + rows));
            case HOME -> at(0);
            case END -> at(last);
            case TAB -> showing(view.next());
            case ESCAPE -> help ? helping(false) : filtered("", false);
            case LETTER -> letter(key.letter(), rows, all);
            default -> this;
        };
    }

    private TopState letter(char letter, int rows, int all) {
        return switch (letter) {
            case 'q', 'Q' -> with(true);
            case '1' -> showing(View.HOSTS);
            case '2' -> showing(View.RUNS);
            case '3' -> showing(View.ENGINES);
            case '4' -> showing(View.THREADS);
            case 's' -> sorted((order + 1) % view.orders().size(), false);
            case 'r' -> sorted(order, !reversed);
            case '/', 'f' -> filtered(filter, true);
            case 'p', ' ' -> new TopState(view, order, reversed, filter, typing, !paused, help, first, over);
            case 'h', '?' -> helping(!help);
            case 'j' -> after(Key.of(Key.Kind.DOWN), rows, all);
            case 'k' -> after(Key.of(Key.Kind.UP), rows, all);
            default -> this;
        };
    }

    private TopState typed(Key key) {
        return switch (key.kind()) {
            case ENTER -> filtered(filter, false);
            case ESCAPE -> filtered("", false);
            case BACKSPACE ->
                filter.isEmpty() ? filtered("", false) : filtered(filter.substring(0, filter.length() - 1), true);
            case LETTER -> filter.length() < MOST_LETTERS ? filtered(filter + key.letter(), true) : this;
            default -> this;
        };
    }

    private TopState showing(View other) {
        return other == view ? this : new TopState(other, 0, false, filter, typing, paused, false, 0, over);
    }

    private TopState sorted(int by, boolean turned) {
        return new TopState(view, by, turned, filter, typing, paused, help, 0, over);
    }

    private TopState filtered(String by, boolean more) {
        return new TopState(view, order, reversed, by, more, paused, help, 0, over);
    }

    private TopState helping(boolean shown) {
        return new TopState(view, order, reversed, filter, typing, paused, shown, first, over);
    }

    private TopState at(int row) {
        return new TopState(view, order, reversed, filter, typing, paused, help, row, over);
    }

    private TopState with(boolean end) {
        return new TopState(view, order, reversed, filter, typing, paused, help, first, end);
    }

    /** Returns the state with another view, scrolled to the top of its table. */
    public TopState in(View other) {
        return showing(other);
    }
}
