package org.moide.balance.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FixedOrder;

/**
 * The saved workers of one process. They are saved while all workers are at rest, or by a cut (a snapshot while they
 * run).
 *
 * @param workers the workers of the process that have had a task
 * @param places the known places of workers that are not where they began, including those that have ended
 * @param directory the image of the directory; {@link Directory.Image#NONE} on other processes
 * @param messages the messages that were on their way to these workers or to the directory, and which must be sent
 *     again
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
        places = FixedOrder.copyOf(places);
        messages = List.copyOf(messages);
    }

    /**
     * Returns the places of this process's own workers that are not where they began, and of workers that have ended.
     */
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

    /** Returns a copy in which {@code all} are the places of the workers. */
    public SavedWorkers knowing(Map<Long, WorkerPlace> all) {
        return new SavedWorkers(workers, all, directory, messages);
    }

    /** An encoder of workers' states. It returns null for a worker that has none yet. */
    @FunctionalInterface
    public interface StateEncoder {
        byte @Nullable [] encode(Slot slot);
    }

    /**
     * Distributes saved workers over another number of processes. Declared workers go where {@code initial} places
     * them; the others are spread evenly over the processes allowed for them, by number. Every process computes the
     * same result.
     *
     * @param all the saved workers of all former processes
     * @return the workers of each of the new processes
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
                // Not version 0, the formula's, which becomes void when its process leaves.
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

    /**
     * Returns the messages with new places: where a message says that a worker has begun, it gets the worker's new
     * place. The message is kept as it is if that worker has ended.
     */
    private static List<WorkerMessage> placed(List<WorkerMessage> messages, Map<Long, WorkerPlace> places) {
        return messages.stream()
                .map(message -> message instanceof WorkerMessage.Begun begun
                        ? begun.at(places.getOrDefault(begun.worker(), new WorkerPlace(WorkerTable.DIRECTORY, 1)))
                        : message)
                .toList();
    }
}
