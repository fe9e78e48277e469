package org.moide.samples.programs.nbody.curve;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Divides Hilbert's curve into one part for each engine, in proportion to the engines' power (MOIDE, §4). At that time,
 * each engine may have bodies anywhere on the curve. Each engine sends the distribution of its work along the curve,
 * and all engines compute the same division from all of these distributions. What is divided is the measured work, that
 * is, the number of interactions when the force on each body was last computed.
 */
public final class Cuts {
    /**
     * The number of points of the curve for which an engine sends its work. They are chosen so that there is about the
     * same work between any two neighbouring points.
     */
    private static final int PLACES = 512;

    private Cuts() {}

    /**
     * The distribution of an engine's work along the curve.
     *
     * @param keys some keys, ascending; the last one is beyond all bodies
     * @param before for each key, the work for all bodies before it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Profile(long[] keys, double[] before) implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The profile of an engine without bodies. */
        public static final Profile EMPTY = new Profile(new long[0], new double[0]);

        double all() {
            return before.length == 0 ? 0.0 : before[before.length - 1];
        }
    }

    /**
     * Returns the distribution of an engine's work.
     *
     * @param keys the keys of its bodies, ascending, at the beginning of the array
     * @param work the work of each body
     */
    public static Profile profile(long[] keys, double[] work, int bodies) {
        if (bodies == 0) {
            return Profile.EMPTY;
        }
        double all = 0.0;
        for (int i = 0; i < bodies; i++) {
            all += work[i];
        }
        long[] told = new long[Math.min(PLACES, bodies) + 1];
        double[] before = new double[told.length];
        int places = 0;
        double sum = 0.0;
        for (int i = 0; i < bodies; i++) {
            boolean first = i == 0 || keys[i] != keys[i - 1];
            if (first && places < PLACES && sum * PLACES >= all * places) {
                told[places] = keys[i];
                before[places++] = sum;
            }
            sum += work[i];
        }
        told[places] = Math.min(keys[bodies - 1], Long.MAX_VALUE - 1) + 1;
        before[places++] = sum;
        return new Profile(Arrays.copyOf(told, places), Arrays.copyOf(before, places));
    }

    /**
     * Returns the first key of the part of each engine but the first. A part may be empty.
     *
     * @param profiles the distributions of all engines' work, in the order of engines
     * @param shares the share of each engine; the shares add up to 1
     */
    public static long[] of(List<Profile> profiles, double[] shares) {
        long[] keys = profiles.stream()
                .flatMapToLong(profile -> Arrays.stream(profile.keys))
                .sorted()
                .distinct()
                .toArray();
        double all = profiles.stream().mapToDouble(Profile::all).sum();
        long[] cuts = new long[shares.length - 1];
        double target = 0.0;
        for (int cut = 0; cut < cuts.length; cut++) {
            target += shares[cut] * all;
            cuts[cut] = keys.length == 0 ? 0 : nearest(keys, profiles, target);
        }
        return cuts;
    }

    /** Returns the key for which the total work before it is nearest to {@code work}. */
    private static long nearest(long[] keys, List<Profile> profiles, double work) {
        int low = 0;
        int high = keys.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (before(keys[middle], profiles) < work) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        boolean lowerIsNearer = low > 0 && work - before(keys[low - 1], profiles) < before(keys[low], profiles) - work;
        return keys[lowerIsNearer ? low - 1 : low];
    }

    private static double before(long key, List<Profile> profiles) {
        double sum = 0.0;
        for (Profile profile : profiles) {
            sum += before(key, profile);
        }
        return sum;
    }

    /**
     * Returns how much of one engine's work comes before a key. Between two neighbouring keys of the profile, work is
     * assumed to be spread evenly.
     */
    private static double before(long key, Profile profile) {
        int found = Arrays.binarySearch(profile.keys, key);
        int beyond = -found - 1; // the first place beyond the key
        if (found >= 0) {
            return profile.before[found];
        } else if (beyond == 0 || beyond == profile.keys.length) {
            return beyond == 0 ? 0.0 : profile.all();
        }
        long from = profile.keys[beyond - 1];
        double part = (double) (key - from) / (double) (profile.keys[beyond] - from);
        return profile.before[beyond - 1] + part * (profile.before[beyond] - profile.before[beyond - 1]);
    }
}
