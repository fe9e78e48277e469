package org.moide;

import java.io.InvalidObjectException;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.classes.StaticFields;
import org.moide.engine.executor.BegunCall;

/**
 * The head of a call whose code reads fields in which the program has a {@link Moide} or an executor. Where the call
 * runs, these fields get the executor that runs it, or a Moide of that.
 */
final class StandingFields implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Place[] places;

    private StandingFields(Place[] places) {
        this.places = places;
    }

    /**
     * A field.
     *
     * @param owner declares the static field
     * @param name the static field's name
     * @param of declares the field of the object in the static field; null if it is that itself
     * @param within that field's name
     * @param moide whether a {@link Moide} is there, and no executor
     */
    private record Place(
            Class<?> owner,
            String name,
            @Nullable Class<?> of,
            @Nullable String within,
            boolean moide) implements Serializable {
        private static final long serialVersionUID = 1L;

        static Place of(StaticFields.Place place) {
            Field within = place.within();
            return new Place(
                    place.field().getDeclaringClass(),
                    place.field().getName(),
                    within == null ? null : within.getDeclaringClass(),
                    within == null ? null : within.getName(),
                    place.value() instanceof Moide);
        }

        /** Sets it, unless the code of the class has set it here. */
        void stand() throws InvalidObjectException {
            try {
                Field field = field(owner, name);
                Object target = null;
                if (of != null && within != null) {
                    target = field.get(null);
                    field = field(of, within);
                }
                Object now = field.get(target);
                if (now instanceof Moide || now instanceof MoideExecutor) {
                    return;
                }
                field.set(target, moide ? Moide.inCall() : MoideExecutor.current());
            } catch (ReflectiveOperationException | RuntimeException cannot) {
                InvalidObjectException refused = new InvalidObjectException("the call's code reads "
                        + (within == null ? "the static field " + name : "the field " + within + " of " + name) + " of "
                        + owner.getName() + ", which in the program has " + (moide ? "a Moide" : "an executor")
                        + " and cannot be set here: let the call use MoideExecutor.current()");
                refused.initCause(cannot);
                throw refused;
            }
        }

        private static Field field(Class<?> type, String name) throws NoSuchFieldException {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        }
    }

    /** Returns the head for these fields, of which each has a {@link Moide} or an executor now. */
    static StandingFields of(List<StaticFields.Place> fields) {
        return new StandingFields(fields.stream().map(Place::of).toArray(Place[]::new));
    }

    @SuppressWarnings("UnusedMethod") // serialization calls it
    private Object readResolve() throws InvalidObjectException {
        if (BegunCall.current() != null) {
            for (Place place : places) {
                place.stand();
            }
        }
        return this;
    }
}
