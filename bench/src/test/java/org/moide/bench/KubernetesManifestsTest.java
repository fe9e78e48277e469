package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that the manifests are valid for Kubernetes and fit together. They are read with Fabric8's classes, which know
 * every field.
 */
class KubernetesManifestsTest {
    private static final Path FOLDER = Path.of("../dist/src/archive/kubernetes");

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "v1 Service", Service.class,
            "apps/v1 StatefulSet", StatefulSet.class,
            "batch/v1 Job", Job.class,
            "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class,
            "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class);

    /** Makes an unknown field an error, since Fabric8's classes would keep it. */
    private static final class NoOtherFields extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return false;
        }
    }

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .annotationIntrospector(new NoOtherFields())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static HasMetadata object(JsonNode yaml) throws IOException {
        String kind = yaml.path("apiVersion").asText() + " " + yaml.path("kind").asText();
        assertThat(KINDS).containsKey(kind);
        return YAML.treeToValue(yaml, KINDS.get(kind));
    }

    private static List<HasMetadata> objects() throws IOException {
        List<HasMetadata> objects = new ArrayList<>();
        for (String file : files()) {
            try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class)
                    .readValues(FOLDER.resolve(file).toFile())) {
                while (documents.hasNext()) {
                    objects.add(object(documents.next()));
                }
            }
        }
        return objects;
    }

    /** Returns the files that the kustomization lists. */
    private static List<String> files() throws IOException {
        List<String> files = new ArrayList<>();
        JsonNode kustomization =
                YAML.readTree(FOLDER.resolve("kustomization.yaml").toFile());
        kustomization.path("resources").forEach(file -> files.add(file.asText()));
        return files;
    }

    private static <T> T only(Class<T> kind) throws IOException {
        List<T> found =
                objects().stream().filter(kind::isInstance).map(kind::cast).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static Stream<PodSpec> pods() throws IOException {
        return Stream.of(
                only(StatefulSet.class).getSpec().getTemplate().getSpec(),
                only(Job.class).getSpec().getTemplate().getSpec());
    }

    private static List<Container> containers(PodSpec pod) {
        return Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
                .toList();
    }

    @Test
    void shouldHaveObjectsThatKubernetesKnowsWithDifferentNames() throws IOException {
        assertThat(files()).hasSize(3);
        assertThat(objects().stream()
                        .map(object ->
                                object.getKind() + " " + object.getMetadata().getName()))
                .doesNotHaveDuplicates()
                .hasSize(6);
    }

    @Test
    void shouldRefuseAFieldThatKubernetesDoesNotKnow() throws IOException {
        JsonNode wrong = YAML.readTree("{apiVersion: v1, kind: Service, spec: {clusterIp: None}}");
        assertThatThrownBy(() -> object(wrong)).hasMessageContaining("clusterIp");
    }

    @Test
    void shouldFindThePodsThatItMeans() throws IOException {
        StatefulSet engines = only(StatefulSet.class);
        Map<String, String> ofEngines =
                engines.getSpec().getTemplate().getMetadata().getLabels();
        Map<String, String> ofRun =
                only(Job.class).getSpec().getTemplate().getMetadata().getLabels();
        Service service = only(Service.class);
        assertThat(engines.getSpec().getSelector().getMatchLabels()).isEqualTo(ofEngines);
        assertThat(service.getSpec().getSelector()).isEqualTo(ofEngines);
        assertThat(engines.getSpec().getServiceName())
                .isEqualTo(service.getMetadata().getName());
        assertThat(objects().stream()
                        .filter(PodDisruptionBudget.class::isInstance)
                        .map(object -> ((PodDisruptionBudget) object)
                                .getSpec()
                                .getSelector()
                                .getMatchLabels()))
                .containsExactlyInAnyOrder(ofEngines, ofRun);
        Map<String, String> policy =
                only(NetworkPolicy.class).getSpec().getPodSelector().getMatchLabels();
        assertThat(ofEngines).containsAllEntriesOf(policy);
        assertThat(ofRun).containsAllEntriesOf(policy);
    }

    @Test
    void shouldNameTheDaemonsAsTheRunLooksForThem() throws IOException {
        Container engine = only(StatefulSet.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(0);
        Container run = only(Job.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(0);
        String set = only(StatefulSet.class).getMetadata().getName();
        String service = only(Service.class).getMetadata().getName();
        assertThat(engine.getArgs()).containsSequence("--advertise", "$(POD_NAME)." + service);
        assertThat(engine.getArgs())
                .containsSequence(
                        "--port", String.valueOf(engine.getPorts().get(0).getContainerPort()));
        assertThat(run.getArgs()).containsSequence("--hosts", set + "-[0-7]." + service);
    }

    @Test
    void shouldMountWhatThereIsAndWriteNowhereElse() throws IOException {
        assertThat(pods()).hasSize(2).allSatisfy(pod -> {
            Set<String> volumes = pod.getVolumes().stream().map(Volume::getName).collect(Collectors.toSet());
            assertThat(containers(pod)).hasSize(2).allSatisfy(container -> {
                assertThat(container.getVolumeMounts())
                        .extracting(VolumeMount::getName)
                        .isSubsetOf(volumes);
                assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                        .isTrue();
                assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                        .isFalse();
                assertThat(container.getResources().getLimits()).containsKeys("cpu", "memory");
                assertThat(container.getImage()).isEqualTo("moide");
            });
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        });
    }

    /** Tests that the cluster's secret is read from a file, and is in no argument, variable or manifest. */
    @Test
    void shouldTakeTheSecretFromAFileOnly() throws IOException {
        assertThat(pods()).allSatisfy(pod -> {
            assertThat(pod.getVolumes())
                    .filteredOn(volume -> volume.getSecret() != null)
                    .singleElement()
                    .satisfies(volume ->
                            assertThat(volume.getSecret().getSecretName()).isEqualTo("moide-secret"));
            assertThat(containers(pod))
                    .allSatisfy(container -> assertThat(container.getEnv())
                            .noneMatch(variable -> variable.getName().contains("SECRET")));
        });
    }
}
