// The sample raytrace's pictures by Embree 3, one ray at a time (rtcIntersect1, rtcOccluded1), for bench/side-by-side.sh raytrace.
//
//   raytrace make <folder>                                      writes the scenes: mesh.scene, mesh-lit.scene, spheres.scene
//   raytrace render <scene> <width> <height> <threads> [<ppm>]  prints the rays and the seconds of the fastest of three pictures
//
// It reads of a scene what those three need: matt materials, spheres, one OBJ file, suns and lamps that are points, an even
// background. Threads take blocks of 32 x 32 pixels, one ray through the middle of each pixel.
#include <embree3/rtcore.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

struct V {
    float x, y, z;
};
static V operator+(V a, V b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static V operator-(V a, V b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static V operator*(float f, V a) { return {f * a.x, f * a.y, f * a.z}; }
static V operator*(V a, V b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
static float dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static V cross(V a, V b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static V unit(V a) { return (1 / std::sqrt(dot(a, a))) * a; }

struct Light {
    bool sun;
    V place, colour;
};

struct Scene {
    V from{}, at{}, background{}, ambient{};
    float fov = 45;
    std::vector<Light> lights;
    std::vector<V> materials;
    std::map<std::string, int> names;
    std::vector<float> spheres;  // four each: centre and radius
    std::vector<int> sphereMaterials;
    std::vector<V> points;
    std::vector<unsigned> corners;
    int meshMaterial = 0;
};

[[noreturn]] static void fail(const std::string& problem) {
    std::cerr << "raytrace: " << problem << "\n";
    std::exit(1);
}

static V vector(std::istream& in) {
    V v{};
    in >> v.x >> v.y >> v.z;
    return v;
}

static void readMesh(Scene& scene, const std::string& file) {
    std::ifstream in(file);
    if (!in) fail("cannot read " + file);
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string keyword;
        words >> keyword;
        if (keyword == "v") scene.points.push_back(vector(words));
        if (keyword == "f") {
            std::vector<unsigned> face;
            unsigned corner;
            while (words >> corner) face.push_back(corner - 1);
            for (size_t i = 2; i < face.size(); i++) {
                scene.corners.insert(scene.corners.end(), {face[0], face[i - 1], face[i]});
            }
        }
    }
}

static Scene read(const std::string& file) {
    Scene scene;
    std::ifstream in(file);
    if (!in) fail("cannot read " + file);
    std::string line, word;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        if (!(words >> word) || word[0] == '#' || word == "image" || word == "samples") continue;
        if (word == "camera") {
            words >> word;
            scene.from = vector(words);
            words >> word;
            scene.at = vector(words);
            words >> word >> scene.fov;
        } else if (word == "background") {
            scene.background = vector(words);
        } else if (word == "ambient") {
            scene.ambient = vector(words);
        } else if (word == "sun" || word == "lamp") {
            Light light{word == "sun", {}, {}};
            words >> word;
            light.place = light.sun ? unit(vector(words)) : vector(words);
            words >> word;
            light.colour = vector(words);
            scene.lights.push_back(light);
        } else if (word == "material") {
            words >> word;
            scene.names[word] = (int)scene.materials.size();
            words >> word;
            scene.materials.push_back(vector(words));
        } else if (word == "sphere") {
            V centre = vector(words);
            float radius;
            words >> word >> radius >> word >> word;
            scene.spheres.insert(scene.spheres.end(), {centre.x, centre.y, centre.z, radius});
            scene.sphereMaterials.push_back(scene.names.at(word));
        } else if (word == "mesh") {
            std::string name;
            words >> name >> word >> word;
            scene.meshMaterial = scene.names.at(word);
            size_t slash = file.rfind('/');
            readMesh(scene, slash == std::string::npos ? name : file.substr(0, slash + 1) + name);
        } else {
            fail("expected a statement of the three scenes, found " + word);
        }
    }
    return scene;
}

static unsigned char level(float light) {
    float l = std::min(1.0f, std::max(0.0f, light));
    float s = l <= 0.0031308f ? 12.92f * l : 1.055f * std::pow(l, 1 / 2.4f) - 0.055f;
    return (unsigned char)(255 * s + 0.5f);
}

static void render(const Scene& scene, int width, int height, int threads, const char* ppm) {
    RTCDevice device = rtcNewDevice(nullptr);
    RTCScene world = rtcNewScene(device);
    if (!scene.spheres.empty()) {
        RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
        void* into = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, 16, scene.spheres.size() / 4);
        std::copy(scene.spheres.begin(), scene.spheres.end(), (float*)into);
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(world, geometry, 0);
        rtcReleaseGeometry(geometry);
    }
    if (!scene.corners.empty()) {
        RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
        V* points = (V*)rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, scene.points.size());
        std::copy(scene.points.begin(), scene.points.end(), points);
        void* into = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, scene.corners.size() / 3);
        std::copy(scene.corners.begin(), scene.corners.end(), (unsigned*)into);
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(world, geometry, 1);
        rtcReleaseGeometry(geometry);
    }
    auto began = std::chrono::steady_clock::now();
    rtcCommitScene(world);
    double building = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();

    V forward = unit(scene.at - scene.from);
    V right = unit(cross(forward, {0, 1, 0}));
    V up = cross(right, forward);
    float pixel = (float)(2 * std::tan(scene.fov * M_PI / 360) / height);
    std::vector<unsigned char> rgb(3 * (size_t)width * height);
    double best = 1e30;
    std::atomic<long> rays{0};
    for (int picture = 0; picture < 3; picture++) {
        std::atomic<int> next{0};
        rays = 0;
        int columns = (width + 31) / 32, blocks = columns * ((height + 31) / 32);
        auto work = [&] {
            RTCIntersectContext context;
            rtcInitIntersectContext(&context);
            long mine = 0;
            for (int block; (block = next++) < blocks;) {
                int left = block % columns * 32, top = block / columns * 32;
                for (int y = top; y < std::min(height, top + 32); y++) {
                    for (int x = left; x < std::min(width, left + 32); x++) {
                        V direction = unit(forward + ((x + 0.5f - width / 2.0f) * pixel) * right +
                                           ((height / 2.0f - y - 0.5f) * pixel) * up);
                        RTCRayHit ray;
                        ray.ray.org_x = scene.from.x, ray.ray.org_y = scene.from.y, ray.ray.org_z = scene.from.z;
                        ray.ray.dir_x = direction.x, ray.ray.dir_y = direction.y, ray.ray.dir_z = direction.z;
                        ray.ray.tnear = 0, ray.ray.tfar = INFINITY, ray.ray.time = 0, ray.ray.mask = -1, ray.ray.flags = 0;
                        ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
                        rtcIntersect1(world, &context, &ray);
                        mine++;
                        V light = scene.background;
                        if (ray.hit.geomID != RTC_INVALID_GEOMETRY_ID) {
                            V normal = unit({ray.hit.Ng_x, ray.hit.Ng_y, ray.hit.Ng_z});
                            if (dot(normal, direction) > 0) normal = -1.0f * normal;
                            V body = scene.materials[ray.hit.geomID == 0 ? scene.sphereMaterials[ray.hit.primID]
                                                                         : scene.meshMaterial];
                            V point = scene.from + ray.ray.tfar * direction;
                            light = body * scene.ambient;
                            float size = 1 + std::max(std::fabs(point.x), std::max(std::fabs(point.y), std::fabs(point.z)));
                            V start = point + (1e-5f * size) * normal;
                            for (const Light& source : scene.lights) {
                                V toward = source.sun ? source.place : source.place - start;
                                float distance = std::sqrt(dot(toward, toward));
                                toward = (1 / distance) * toward;
                                float cosine = dot(toward, normal);
                                if (!(cosine > 0)) continue;
                                RTCRay shadow;
                                shadow.org_x = start.x, shadow.org_y = start.y, shadow.org_z = start.z;
                                shadow.dir_x = toward.x, shadow.dir_y = toward.y, shadow.dir_z = toward.z;
                                shadow.tnear = 0, shadow.tfar = source.sun ? INFINITY : distance;
                                shadow.time = 0, shadow.mask = -1, shadow.flags = 0;
                                rtcOccluded1(world, &context, &shadow);
                                mine++;
                                if (shadow.tfar >= 0) light = light + cosine * (body * source.colour);
                            }
                        }
                        unsigned char* into = &rgb[3 * ((size_t)y * width + x)];
                        into[0] = level(light.x), into[1] = level(light.y), into[2] = level(light.z);
                    }
                }
            }
            rays += mine;
        };
        began = std::chrono::steady_clock::now();
        std::vector<std::thread> others;
        for (int i = 1; i < threads; i++) others.emplace_back(work);
        work();
        for (std::thread& other : others) other.join();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    }
    if (ppm != nullptr) {
        std::ofstream out(ppm, std::ios::binary);
        out << "P6\n" << width << " " << height << "\n255\n";
        out.write((char*)rgb.data(), (std::streamsize)rgb.size());
    }
    std::printf("rays %ld seconds %.6f build %.6f\n", rays.load(), best, building);
}

static void flake(std::ostream& out, V centre, float radius, V axis, int level) {
    out << "sphere " << centre.x << " " << centre.y << " " << centre.z << " radius " << radius << " material level-" << level << "\n";
    if (level == 4) return;
    V side = unit(cross(axis, std::fabs(axis.x) < 0.6f ? V{1, 0, 0} : V{0, 1, 0}));
    V other = cross(axis, side);
    for (int child = 0; child < 9; child++) {
        bool around = child < 6;
        double angle = around ? child * M_PI / 3 : (child - 6) * 2 * M_PI / 3 + M_PI / 6;
        float rise = around ? 0 : std::sqrt(2.0f / 3), away = around ? 1 : std::sqrt(1.0f / 3);
        V direction = (away * (float)std::cos(angle)) * side + (away * (float)std::sin(angle)) * other + rise * axis;
        flake(out, centre + (radius * 4 / 3) * direction, radius / 3, direction, level + 1);
    }
}

static void make(const std::string& folder) {
    const int along = 1024, around = 64;
    std::ofstream obj(folder + "/mesh.obj");
    for (int i = 0; i < along; i++) {
        auto centre = [](double t) {
            double radius = 0.72 + 0.3 * std::cos(3 * t);
            return V{(float)(radius * std::cos(2 * t)), (float)(radius * std::sin(2 * t)), (float)(0.42 * std::sin(3 * t))};
        };
        double t = 2 * M_PI * i / along;
        V tangent = unit(centre(t + 1e-2) - centre(t - 1e-2));
        V side = unit(cross(tangent, unit(-1.0f * centre(t))));
        V up = cross(side, tangent);
        for (int j = 0; j < around; j++) {
            double angle = 2 * M_PI * j / around;
            double tube = 0.19 + 0.012 * std::sin(7 * angle + 40 * t);
            V point = centre(t) + (float)(tube * std::cos(angle)) * side + (float)(tube * std::sin(angle)) * up;
            obj << "v " << point.x << " " << point.y << " " << point.z << "\n";
        }
    }
    for (int i = 0; i < along; i++) {
        for (int j = 0; j < around; j++) {
            int a = i * around + j, b = i * around + (j + 1) % around;
            int c = (i + 1) % along * around + (j + 1) % around, d = (i + 1) % along * around + j;
            obj << "f " << a + 1 << " " << b + 1 << " " << c + 1 << "\nf " << a + 1 << " " << c + 1 << " " << d + 1 << "\n";
        }
    }
    for (bool lit : {false, true}) {
        std::ofstream out(folder + (lit ? "/mesh-lit.scene" : "/mesh.scene"));
        out << "image 1024 1024\nsamples 1\ncamera from 0.6 1.1 3.1 at 0 0 0 fov 42\nbackground 0.1 0.15 0.3\n"
            << "ambient 0.4 0.4 0.4\nmaterial gold diffuse 0.8 0.6 0.25\n";
        if (lit) out << "sun toward 0.4 0.8 0.5 colour 0.9 0.85 0.8\n";
        out << "mesh mesh.obj material gold\n";
    }
    std::ofstream out(folder + "/spheres.scene");
    out << "image 1024 1024\nsamples 1\ncamera from 3 3.1 6 at 0 1.72 0 fov 34\nbackground 0.1 0.15 0.3\nambient 0.2 0.2 0.2\n"
        << "sun toward 0.5 0.8 0.6 colour 0.8 0.75 0.65\nlamp at -6 4 3 colour 0.4 0.2 0.1\n"
        << "material level-0 diffuse 0.8 0.8 0.85\nmaterial level-1 diffuse 0.9 0.6 0.2\nmaterial level-2 diffuse 0.8 0.35 0.25\n"
        << "material level-3 diffuse 0.4 0.6 0.85\nmaterial level-4 diffuse 0.6 0.8 0.5\nmaterial floor diffuse 0.4 0.38 0.35\n"
        << "sphere 0 -1000 0 radius 1000 material floor\n";
    flake(out, {0, 1.85f, 0}, 1, unit({0.25f, 0.9f, 0.35f}), 0);
}

int main(int count, char** words) {
    if (count == 3 && std::string(words[1]) == "make") {
        make(words[2]);
    } else if ((count == 6 || count == 7) && std::string(words[1]) == "render") {
        render(read(words[2]), std::atoi(words[3]), std::atoi(words[4]), std::atoi(words[5]), count == 7 ? words[6] : nullptr);
    } else {
        fail("expected make <folder>, or render <scene> <width> <height> <threads> [<ppm>]");
    }
}
