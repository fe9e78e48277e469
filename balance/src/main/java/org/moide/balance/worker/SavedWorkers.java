package org.moide.balance.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one process as they are at rest, or as they passed a cut.
 *
 * @param workers those that are there and have had a task
 * @param places where workers are that are not where they began, as far as the process knows; ended ones too
 * @param directory what the directory knows; {@link Directory.Image#NONE} elsewhere
 * @param messages what was on its way to them, or to the directory; to be sent anew
 */
public record SavedWorkers(
        List<WorkerImage> workers,
        Map<Long, WorkerPlace> places,
        Directory.Image directory,
        List<WorkerMessage> messages)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public SavedWorkers {
        workers = List.copyOf(workers);
        places = Map.copyOf(places);
        messages = List.copyOf(messages);
    }

    /** The places of its own workers, of those that are not where they began, and which have ended. */
    public Map<Long, WorkerPlace> ownPlaces(InitialPlaces initial) {
        Map<Long, WorkerPlace> own = new HashMap<>();
        places.forEach((worker, place) -> {
            if (place.isEnd()) {
                own.put(worker, place);
            }
        });
        for (WorkerImage image : workers) {
            if (!image.place().equals(initial.of(image.worker()))) {
                own.put(image.worker(), image.place());
            }
        }
        return own;
    }

    /** Makes the same with these places of all workers. */
    public SavedWorkers knowing(Map<Long, WorkerPlace> all) {
        return new SavedWorkers(workers, all, directory, messages);
    }

    /** Encodes a worker's state; null if it has none yet. */
    @FunctionalInterface
    public interface StateEncoder {
        byte @Nullable [] encode(Slot slot);
    }

    /**
     * Deals workers anew to other processes: declared ones to where {@code initial} has them begin, the others evenly
     * to those on which they may begin, in the order of their numbers. Every process comes to the same.
     *
     * @param all of all processes of then
     * @return by process
     */
    public static List<SavedWorkers> dealt(List<SavedWorkers> all, InitialPlaces initial, int processes) {
        TreeMap<Long, WorkerImage> images = new TreeMap<>();
        Map<Long, WorkerPlace> places = new HashMap<>();
        Directory.Image directory = Directory.Image.NONE;
        List<WorkerMessage> messages = new ArrayList<>();
        for (SavedWorkers saved : all) {
            saved.workers().forEach(image -> images.put(image.worker(), image));
            saved.places().forEach((worker, place) -> {
                if (place.process() == WorkerPlace.ENDED) {
                    places.put(worker, place);
                }
            });
            messages.addAll(saved.messages());
            directory = saved.directory().equals(Directory.Image.NONE) ? directory : saved.directory();
        }
        long started = images.keySet().stream()
                .filter(worker -> initial.of(worker) == null)
                .count();
        List<List<WorkerImage>> dealt = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            dealt.add(new ArrayList<>());
        }
        long position = 0;
        for (WorkerImage image : images.values()) {
            WorkerPlace place = initial.of(image.worker());
            if (place == null) {
                List<Integer> allowed = initial.startProcesses(image.rule());
                // Not 0, which is where the formula says that a declared worker begins: that is void once its process
                // leaves.
                place = new WorkerPlace(allowed.get((int) (position * allowed.size() / started)), 1);
                places.put(image.worker(), place);
                position++;
            }
            dealt.get(place.process()).add(image.at(place));
        }
        List<SavedWorkers> parts = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            parts.add(new SavedWorkers(
                    dealt.get(process),
                    places,
                    process == WorkerTable.DIRECTORY ? directory.amongOthers() : Directory.Image.NONE,
                    process == WorkerTable.DIRECTORY ? placed(messages, places) : List.of()));
        }
        return parts;
    }

    /** Workers that have begun meanwhile are where they were dealt; of one that has ended again it does not matter. */
    private static List<WorkerMessage> placed(List<WorkerMessage> messages, Map<Long, WorkerPlace> places) {
        return messages.stream()
                .map(message -> message instanceof WorkerMessage.Begun begun
                        ? begun.at(places.getOrDefault(begun.worker(), new WorkerPlace(WorkerTable.DIRECTORY, 1)))
                        : message)
                .toList();
    }
}
